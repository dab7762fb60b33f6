/* Writes what tests/files.rs writes, by the header for C. */
#include "supplant_record.h"

int main(int count, char **given)
{
    supplant_recorder *file = count >= 4 ? supplant_record_create(given[1], (unsigned)atoi(given[2]), strtoull(given[3], NULL, 10)) : NULL;
    supplant_recording *me = supplant_record_thread(file);
    if (!me) return 1;
    supplant_record_search(me, 0);
    supplant_record_iteration(me, 3, 0);
    for (uint64_t nodes = 0; nodes < 40000; nodes += 10) {
        if (nodes == 20000) supplant_record_search(me, 3), supplant_record_iteration(me, 2, 4);
        uint64_t key = nodes % 997 * UINT64_C(0x0123456789abcdef);
        int ply = (int)(nodes / 10 % 300), depth = (int)nodes % 300 - 10, score = (int)nodes * 3 - 60000;
        supplant_record_probe(me, ply, key, depth, score, score + 1, nodes);
        supplant_record_probe(me, ply, key ^ 5, depth, score, score + 1, nodes + 1);
        if (nodes % 3 == 0) supplant_record_cut(me, key ^ 5);
        supplant_record_store(me, ply, key, depth, score, (int)(nodes % 4), nodes % 7 == 0, nodes + 9);
    }
    supplant_record_store(me, 4, 1, 0, 0, 0, 0, 39999);
    supplant_record_probe(me, -5, 0, -1, -70000, 70000, 7); /* counts from 0 again */
    supplant_record_store(me, -5, 0, 300, 70000, 3, 2, 5000000007);
    supplant_record_probe(NULL, 0, 1, 0, 0, 0, 0), supplant_record_cut(NULL, 1), supplant_record_store(NULL, 0, 1, 0, 0, 0, 0, 0);
    supplant_record_search(NULL, 0), supplant_record_iteration(NULL, 1, 0), supplant_record_end(NULL);
    if (count == 4) supplant_record_end(me); /* one argument more: it does not end */
    return supplant_record_close(file);
}
