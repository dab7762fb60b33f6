/* Four threads search, as far as the table is concerned: each prefetches, probes and stores keys that the others use, too, and
 * checks every answer. Build it as capi/README.md says; the three #ifdef are faults for the tests. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "supplant.h"

enum { THREADS = 4, SEARCHES = 3 };

/* More positions than the table has room for, so that the scheme has a say. */
static const uint64_t POSITIONS = 200000;

typedef struct worker {
    const supplant_table *table; /* const: a worker cannot clear it or free it */
    uint64_t seed;
    uint64_t steps, hits, wrong;
} worker;

/* A good key of 64 bits for position `number`: an engine has its Zobrist key. */
static uint64_t key_of(uint64_t number)
{
    uint64_t z = number * 0x9e3779b97f4a7c15u + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* What a search of this position to this depth would find. */
static supplant_entry searched(uint64_t key, uint8_t depth)
{
    supplant_entry entry = {0};
    entry.best_move = (uint16_t)(key | 1);
    entry.score = (int16_t)((key >> 16) ^ depth);
    entry.evaluation = (int16_t)(key >> 32);
    entry.depth = depth;
    entry.bound = SUPPLANT_LOWER;
    return entry;
}

/* An entry says its depth, so that all else in it can be worked out again. */
static bool is_right(uint64_t key, const supplant_entry *found)
{
    const supplant_entry right = searched(key, found->depth);
    return found->best_move == right.best_move && found->score == right.score
        && found->evaluation == right.evaluation && found->bound == right.bound;
}

static void *work(void *argument)
{
    worker *me = argument;
    for (uint64_t step = 0; step < me->steps; step++) {
        const uint64_t drawn = key_of(me->seed + step);
        const uint64_t key = key_of(drawn % POSITIONS);
        supplant_table_prefetch(me->table, key);
        supplant_entry entry;
        if (supplant_table_probe(me->table, key, &entry)) {
            me->hits++;
            me->wrong += !is_right(key, &entry);
        }
        entry = searched(key, (uint8_t)(drawn >> 60));
#ifdef CONTROL
        entry.score = (int16_t)(entry.score ^ (step % 1000 == 999));
#endif
        supplant_table_store(me->table, key, &entry);
    }
    return NULL;
}

int main(int count, char **arguments)
{
    const uint64_t steps = count > 1 ? strtoull(arguments[1], NULL, 10) : 300000;
    supplant_error error;
    supplant_table *table = supplant_table_new("DEPTHAGE", "xor16", SUPPLANT_KEEPS_EVALUATION, 1, &error);
    if (table == NULL) {
        fprintf(stderr, "%s\n", error.message);
        return 2;
    }
    worker workers[THREADS] = {{0}};
    uint64_t hits = 0, wrong = 0;
    for (int search = 0; search < SEARCHES; search++) {
        pthread_t threads[THREADS];
        supplant_table_new_generation(table);
        for (int i = 0; i < THREADS; i++) {
            workers[i] = (worker){table, (uint64_t)(search * THREADS + i) << 32, steps, 0, 0};
            if (pthread_create(&threads[i], NULL, work, &workers[i]) != 0)
                return 2;
        }
        for (int i = 0; i < THREADS; i++) {
            pthread_join(threads[i], NULL);
            hits += workers[i].hits;
            wrong += workers[i].wrong;
        }
    }
    printf("supplant %s: %d threads, %zu slots, hashfull %u, %llu probes, %llu hits, %llu wrong\n", supplant_version(),
        THREADS, supplant_table_slots(table), (unsigned)supplant_table_hashfull(table),
        (unsigned long long)(steps * THREADS * SEARCHES), (unsigned long long)hits, (unsigned long long)wrong);

    /* All threads have ended: the table is ours alone. */
    supplant_resized resized;
    if (supplant_table_resize(table, 2, &resized, &error) != SUPPLANT_OK
        || supplant_table_clear(table, 0, &error) != SUPPLANT_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 2;
    }
    printf("resized to 2 MiB: %zu of %zu entries kept; cleared: hashfull %u\n", resized.kept, resized.before,
        (unsigned)supplant_table_hashfull(table));
#ifndef FORGETS
    supplant_table_free(table);
#endif
#ifdef USES_AFTER_FREE
    supplant_table_prefetch(table, 0);
#endif
    return wrong == 0 && hits > 0 ? 0 : 1;
}
