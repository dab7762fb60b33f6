/* Records what an engine asks of its transposition table, for `supplant replay`. C99 and C++11; no
   dependency. docs/replay.md explains it; crates/supplant-record is the same in Rust.

     supplant_recorder *file = supplant_record_create("engine.record", 0, UINT64_C(4) << 30);
     supplant_recording *me = supplant_record_thread(file);            once per thread
     supplant_record_search(me, nodes);                                where a search begins
     supplant_record_iteration(me, depth, nodes);                      where an iteration begins
     supplant_record_probe(me, ply, key, depth, alpha, beta, nodes);   before the table is asked
     supplant_record_cut(me, key);                                     where its answer ends the node
     supplant_record_store(me, ply, key, depth, score, bound, has_move, nodes);
     supplant_record_end(me);                                          once per thread
     int failed = supplant_record_close(file);

   `nodes`: what this thread has searched so far; may begin again at 0. Bounds: 0 none, 1 upper, 2 lower, 3 exact.
   Arguments of `create`: with b bits, at most 16, one key of 2^b is recorded; the most bytes. For several
   threads define SUPPLANT_RECORD_LOCK() and SUPPLANT_RECORD_UNLOCK() first; one mutex will do. NULL
   in place of a recorder or recording records nothing. */
#ifndef SUPPLANT_RECORD_H
#define SUPPLANT_RECORD_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef SUPPLANT_RECORD_LOCK
#define SUPPLANT_RECORD_LOCK() ((void)0)
#define SUPPLANT_RECORD_UNLOCK() ((void)0)
#endif
enum { SUPPLANT_RECORD_BLOCK = 16, SUPPLANT_RECORD_PLIES = 256 }; /* short blocks: threads stay nearly in order */

typedef struct {
    FILE *out;
    uint64_t written, limit;
    unsigned sample_bits, threads, ended, failed;
} supplant_recorder;

typedef struct {
    supplant_recorder *file;
    unsigned number, count, full;
    uint64_t nodes, before, begun[SUPPLANT_RECORD_PLIES][2][2]; /* by ply, for two keys: key, nodes at its probe */
    uint64_t words[3 + 2 * SUPPLANT_RECORD_BLOCK];
    unsigned char bytes[24 + 16 * SUPPLANT_RECORD_BLOCK];
} supplant_recording;

static inline size_t supplant_record_write(FILE *out, const uint64_t *words, size_t count, unsigned char *bytes) {
    for (size_t i = 0; i < 8 * count; i++) bytes[i] = (unsigned char)(words[i / 8] >> (8 * (i % 8)));
    return fwrite(bytes, 8, count, out) == count;
}

/* NULL if the file has content already, it cannot be written, or too many bits are asked for. */
static inline supplant_recorder *supplant_record_create(const char *path, unsigned sample_bits, uint64_t limit) {
    const uint64_t head[2] = {UINT64_C(0x31434552544c5053), (uint64_t)~(uint32_t)sample_bits << 32 | sample_bits};
    unsigned char bytes[16];
    FILE *out = sample_bits > 16 ? NULL : fopen(path, "ab"); /* never cuts a file */
    int is_new = out && !fseek(out, 0, SEEK_END) && ftell(out) == 0;
    supplant_recorder *file = is_new ? (supplant_recorder *)calloc(1, sizeof *file) : NULL;
    if (file) file->out = out, file->sample_bits = sample_bits, file->limit = limit, file->written = 16;
    if (file && supplant_record_write(out, head, 2, bytes)) return file;
    if (out) fclose(out);
    free(file);
    return NULL;
}

static inline supplant_recording *supplant_record_thread(supplant_recorder *file) {
    supplant_recording *me = file ? (supplant_recording *)calloc(1, sizeof *me) : NULL;
    if (!file) return NULL;
    SUPPLANT_RECORD_LOCK();
    if (me) me->file = file, me->number = file->threads;
    file->threads++; /* one that got no memory never ends */
    SUPPLANT_RECORD_UNLOCK();
    return me;
}

static inline uint64_t supplant_record_flush(supplant_recording *me) {
    supplant_recorder *file = me->file;
    uint64_t sum = UINT64_C(0x31434552544c5053), room, count = 3 + 2 * (uint64_t)me->count;
    me->words[0] = me->number | (uint64_t)me->count << 32, me->words[1] = me->before + me->nodes;
    for (size_t i = 0; i < count; i += i == 1 ? 2 : 1) { /* the third word is the checksum itself */
        sum ^= me->words[i], sum = (sum << 27 | sum >> 37) * UINT64_C(0x9e3779b97f4a7c15);
    }
    me->words[2] = sum;
    SUPPLANT_RECORD_LOCK();
    if (!file->failed) file->failed = !supplant_record_write(file->out, me->words, (size_t)count, me->bytes), file->written += 8 * count;
    room = !file->failed && file->written < file->limit;
    SUPPLANT_RECORD_UNLOCK();
    me->count = 0;
    return room;
}
static inline void supplant_record_event(supplant_recording *me, uint64_t first, uint64_t second) {
    if (me->full) return;
    me->words[3 + 2 * me->count] = first, me->words[4 + 2 * me->count] = second;
    if (++me->count < SUPPLANT_RECORD_BLOCK || supplant_record_flush(me)) return;
    supplant_record_event(me, 0, 5);
    supplant_record_flush(me);
    me->full = 1;
}
static inline int supplant_record_sampled(const supplant_recording *me, uint64_t key) {
    return !me->file->sample_bits || key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - me->file->sample_bits) == 0;
}
static inline uint64_t supplant_record_facts(int depth, int score) {
    score = score < INT16_MIN ? INT16_MIN : score > INT16_MAX ? INT16_MAX : score;
    return (uint64_t)(depth < 0 ? 0 : depth > 255 ? 255 : depth) << 8 | (uint64_t)(uint16_t)score << 16;
}
/* Fewer nodes than before are those of a new search. */
static inline void supplant_record_nodes(supplant_recording *me, uint64_t nodes) {
    if (nodes < me->nodes) me->before += me->nodes;
    me->nodes = nodes;
}
static inline int supplant_record_ply(int ply) { return ply < 0 ? 0 : ply < SUPPLANT_RECORD_PLIES ? ply : SUPPLANT_RECORD_PLIES - 1; }
static inline void supplant_record_probe(supplant_recording *me, int ply, uint64_t key, int depth, int alpha, int beta, uint64_t nodes) {
    uint64_t(*here)[2] = me ? me->begun[supplant_record_ply(ply)] : NULL;
    if (!me) return;
    if (here[0][0] != key) here[1][0] = here[0][0], here[1][1] = here[0][1];
    here[0][0] = key, here[0][1] = nodes, supplant_record_nodes(me, nodes);
    if (supplant_record_sampled(me, key))
        supplant_record_event(me, key, supplant_record_facts(depth, alpha) | supplant_record_facts(0, beta) << 16);
}
static inline void supplant_record_cut(supplant_recording *me, uint64_t key) {
    if (me && supplant_record_sampled(me, key)) supplant_record_event(me, key, 1);
}
static inline void supplant_record_store(supplant_recording *me, int ply, uint64_t key, int depth, int score, int bound, int has_move, uint64_t nodes) {
    uint64_t(*here)[2] = me ? me->begun[supplant_record_ply(ply)] : NULL, size;
    if (me) supplant_record_nodes(me, nodes);
    if (!me || !supplant_record_sampled(me, key)) return;
    size = nodes - (here[0][0] == key ? here[0][1] : here[1][0] == key ? here[1][1] : nodes);
    size = size == 0 || size > nodes ? 1 : size > UINT32_MAX ? UINT32_MAX : size;
    supplant_record_event(me, key, 2 | (uint64_t)(bound & 3) << 3 | (uint64_t)!!has_move << 5 | supplant_record_facts(depth, score) | size << 32);
}

static inline void supplant_record_search(supplant_recording *me, uint64_t nodes) {
    if (me) supplant_record_nodes(me, nodes), supplant_record_event(me, me->before + nodes, 3);
}
static inline void supplant_record_iteration(supplant_recording *me, int depth, uint64_t nodes) {
    if (me) supplant_record_nodes(me, nodes), supplant_record_event(me, me->before + nodes, 4 | supplant_record_facts(depth, 0));
}
static inline void supplant_record_end(supplant_recording *me) {
    if (!me) return;
        if (!me->full) me->words[3 + 2 * me->count] = me->before + me->nodes, me->words[4 + 2 * me->count++] = 6;
    if (me->count) supplant_record_flush(me);
    SUPPLANT_RECORD_LOCK(); me->file->ended++; SUPPLANT_RECORD_UNLOCK();
    free(me);
}
/* Call it when all threads have ended. Not 0 if one has not, or something could not be written. */
static inline int supplant_record_close(supplant_recorder *file) {
    int failed = !file || file->failed || file->ended < file->threads;
    if (file && fclose(file->out)) failed = 1;
    free(file);
    return failed;
}
#endif
