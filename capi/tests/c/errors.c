/* What is refused is refused by a code and a line of text, and nothing is done. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "supplant.h"

static int failures = 0;

static void check(bool holds, const char *what, int line)
{
    if (!holds) {
        fprintf(stderr, "line %d: %s\n", line, what);
        failures++;
    }
}
#define CHECK(holds) check(holds, #holds, __LINE__)

static supplant_entry of_depth(uint8_t depth, uint8_t bound)
{
    supplant_entry entry = {0};
    entry.depth = depth;
    entry.bound = bound;
    return entry;
}

/* Which of two results of one position stays, under each rule. */
static void updates(void)
{
    supplant_table *table = supplant_table_new_bytes("NEW", "xor16", SUPPLANT_KEEPS_BOTH, 1600, NULL);
    const supplant_entry deep = of_depth(9, SUPPLANT_LOWER), less = of_depth(6, SUPPLANT_LOWER), exact = of_depth(1, SUPPLANT_EXACT);
    CHECK(supplant_table_store(table, 1, &deep) && supplant_table_store(table, 1, &less));
    CHECK(supplant_table_set_update(table, SUPPLANT_UPDATE_DEEPER));
    CHECK(supplant_table_store(table, 1, &deep) && !supplant_table_store(table, 1, &less));
    CHECK(supplant_table_set_margin(table, 3, 0, SUPPLANT_OLD_YIELD));
    CHECK(!supplant_table_store(table, 1, &less));
    CHECK(!supplant_table_set_update(table, 3) && !supplant_table_set_update(table, 5)); /* unknown: nothing changes */
    CHECK(!supplant_table_store(table, 1, &less));
    CHECK(supplant_table_store(table, 1, &exact) && supplant_table_store(table, 1, &deep));
    CHECK(supplant_table_set_margin(table, 4, 0, SUPPLANT_OLD_YIELD) && supplant_table_store(table, 1, &less));
    CHECK(supplant_table_set_update(table, SUPPLANT_UPDATE_DEEPER) && supplant_table_store(table, 1, &deep));
    CHECK(supplant_table_set_update(table, SUPPLANT_UPDATE_NEWEST) && supplant_table_store(table, 1, &less));
    CHECK(supplant_table_set_update(table, SUPPLANT_UPDATE_AS_SCHEME) && supplant_table_store(table, 1, &exact));
    CHECK(supplant_table_set_margin(table, 3, 0, SUPPLANT_OLD_YIELD) && supplant_table_store(table, 1, &deep));
    CHECK(supplant_table_set_lowers_depth(table, true, 0));
    CHECK(!supplant_table_store(table, 1, &less) && supplant_table_store(table, 1, &less)); /* 9 plies, then 8 */
    CHECK(!supplant_table_set_lowers_depth(NULL, true, 0));
    CHECK(!supplant_table_set_update(NULL, SUPPLANT_UPDATE_NEWEST) && !supplant_table_set_margin(NULL, 4, 0, 0));
    supplant_table_free(table);

    table = supplant_table_new_bytes("DEEP", "xor16", SUPPLANT_KEEPS_BOTH, 1600, NULL);
    CHECK(supplant_table_store(table, 1, &deep) && supplant_table_store(table, 1, &less) && supplant_table_store(table, 1, &deep));
    CHECK(supplant_table_set_update(table, SUPPLANT_UPDATE_COMPETES) && !supplant_table_store(table, 1, &less));
    supplant_table_free(table);
}

/* Marks of the PV and searches of age shift the margin. */
static void margins(void)
{
    supplant_table *table = supplant_table_new_bytes("NEW", "xor16", SUPPLANT_KEEPS_BOTH, 1600, NULL);
    const supplant_entry deep = of_depth(9, SUPPLANT_LOWER), five = of_depth(5, SUPPLANT_LOWER), three = of_depth(3, SUPPLANT_LOWER);
    supplant_entry on_pv = five;
    on_pv.pv = 1;
    CHECK(supplant_table_set_margin(table, 4, 2, 3) && supplant_table_store(table, 1, &deep));
    CHECK(!supplant_table_store(table, 1, &five) && supplant_table_store(table, 1, &on_pv));
    CHECK(supplant_table_store(table, 1, &deep));
    supplant_table_new_generation(table);
    CHECK(supplant_table_store(table, 1, &five) && supplant_table_store(table, 1, &deep));
    supplant_table_new_generation(table);
    CHECK(supplant_table_set_margin(table, 4, 2, 1) && !supplant_table_store(table, 1, &three));
    CHECK(supplant_table_set_margin(table, 4, 2, 0) && !supplant_table_store(table, 1, &three));
    CHECK(supplant_table_set_margin(table, 4, 2, SUPPLANT_OLD_YIELD) && supplant_table_store(table, 1, &three));

    const supplant_entry deepest = of_depth(63, SUPPLANT_LOWER), none = of_depth(0, SUPPLANT_LOWER), fifteen = of_depth(15, SUPPLANT_LOWER);
    CHECK(supplant_table_set_margin(table, 63, 0, SUPPLANT_OLD_YIELD) && supplant_table_store(table, 1, &deepest));
    CHECK(!supplant_table_store(table, 1, &none)); /* deeper by 63 */
    CHECK(supplant_table_set_margin(table, 64, 0, SUPPLANT_OLD_YIELD) && supplant_table_store(table, 1, &none));
    CHECK(supplant_table_set_margin(table, 4, 7, 0) && supplant_table_store(table, 1, &fifteen));
    CHECK(supplant_table_store(table, 1, &on_pv)); /* 5 + 4 + 7 > 15 */
    supplant_table_free(table);

    table = supplant_table_new_bytes("NEW", "xor16", SUPPLANT_KEEPS_EVALUATION, 1600, NULL);
    const supplant_entry far = of_depth(255, SUPPLANT_LOWER);
    CHECK(supplant_table_set_margin(table, 0, 0, 254) && supplant_table_store(table, 1, &far));
    supplant_table_new_generation(table);
    CHECK(!supplant_table_store(table, 1, &none)); /* 254 <= 255 */
    supplant_table_free(table);
}

/* Probes and stores are counted by what they do. */
static void counts(void)
{
    supplant_table *table = supplant_table_new_bytes("DEEP", "xor16", SUPPLANT_KEEPS_SIZE, 16, NULL);
    const supplant_entry deep = of_depth(9, SUPPLANT_LOWER), deeper = of_depth(10, SUPPLANT_LOWER), bare = of_depth(1, SUPPLANT_NO_BOUND);
    supplant_counts *counts = calloc(1, sizeof *counts);
    CHECK(counts != NULL && supplant_table_slots(table) == 1);
    CHECK(supplant_table_count_store(table, 1, &deep, counts) && counts->filled == 1);
    CHECK(supplant_table_count_store(table, 1, &deep, counts) && counts->same_position == 1);
    CHECK(!supplant_table_count_store(table, 1, &bare, counts) && counts->same_position == 2);
    CHECK(!supplant_table_count_store(table, 2, &bare, counts) && counts->refused == 1);
    supplant_table_new_generation(table);
    CHECK(supplant_table_count_store(table, 2, &deeper, counts) && counts->replaced == 1);
    CHECK(counts->removed_by_depth[9] == 1 && counts->removed_by_age[1] == 1);
    CHECK(!supplant_table_count_store(table, 1, &deep, counts) && counts->refused == 2);
    supplant_table_count_probe(table, 1, counts);
    supplant_table_count_probe(table, 2, counts);
    CHECK(counts->probes == 2 && counts->hits_by_depth[10] == 1 && counts->hits_by_depth[9] == 0 && counts->rejected == 0);
    supplant_table_count_probe(NULL, 1, counts);
    supplant_table_count_probe(table, 1, NULL);
    CHECK(!supplant_table_count_store(NULL, 1, &deep, counts) && !supplant_table_count_store(table, 1, NULL, counts));
    CHECK(supplant_table_count_store(table, 2, &deeper, NULL) && counts->probes == 2 && counts->same_position == 2);
    free(counts);
    supplant_table_free(table);
}

/* Each setting leaves the others as they are. */
static void settings(void)
{
    supplant_table *table = supplant_table_new_bytes("NEW", "xor16", SUPPLANT_KEEPS_BOTH, 1600, NULL);
    supplant_entry deep = of_depth(9, SUPPLANT_LOWER), found;
    const supplant_entry less = of_depth(6, SUPPLANT_LOWER);
    deep.best_move = 7;
    CHECK(supplant_table_set_update(table, SUPPLANT_UPDATE_DEEPER));
    supplant_table_set_inherits_move(table, true);
    supplant_table_set_time_stamping(table, true);
    CHECK(supplant_table_store(table, 1, &deep) && !supplant_table_store(table, 1, &less));
    CHECK(supplant_table_set_margin(table, 4, 0, SUPPLANT_OLD_YIELD) && supplant_table_store(table, 1, &less));
    CHECK(supplant_table_probe(table, 1, &found) && found.depth == 6 && found.best_move == 7);
    supplant_table_free(table);
}

static uint16_t move_after(supplant_table *table, supplant_entry entry, uint16_t best_move)
{
    entry.best_move = best_move;
    supplant_table_store(table, 1, &entry);
    CHECK(supplant_table_probe(table, 1, &entry));
    return entry.best_move;
}

/* DEPTHAGE inherits and leaves moves until a setting says otherwise. */
static void moves_of_one_position(void)
{
    supplant_table *table = supplant_table_new_bytes("DEPTHAGE", "xor16", SUPPLANT_KEEPS_BOTH, 1600, NULL);
    const supplant_entry deep = of_depth(9, SUPPLANT_LOWER), less = of_depth(2, SUPPLANT_LOWER);
    CHECK(move_after(table, deep, 7) == 7 && move_after(table, deep, 0) == 7 && move_after(table, less, 8) == 8);
    supplant_table_set_leaves_move(table, false);
    CHECK(move_after(table, less, 9) == 8 && move_after(table, deep, 0) == 8);
    supplant_table_set_inherits_move(table, false);
    CHECK(move_after(table, deep, 0) == 0 && move_after(table, less, 9) == 0);
    supplant_table_set_leaves_move(table, true);
    CHECK(move_after(table, less, 9) == 9 && move_after(table, deep, 0) == 0);
    supplant_table_free(table);
}

/* A place in a table of another scheme, after a resize, and of no probe. */
static void places(void)
{
    supplant_table *table = supplant_table_new_bytes("NEW", "xor16", SUPPLANT_KEEPS_BOTH, 16, NULL);
    supplant_table *other = supplant_table_new_bytes("OLD", "xor16", SUPPLANT_KEEPS_BOTH, 16, NULL);
    const supplant_entry entry = of_depth(9, SUPPLANT_LOWER);
    struct supplant_place place;
    CHECK(supplant_table_store(table, 1, &entry) && supplant_table_store(other, 1, &entry));
    CHECK(!supplant_table_probe_place(table, 2, NULL, &place));
    CHECK(!supplant_table_store_at(other, &place, &entry)); /* OLD replaces nothing */
    CHECK(supplant_table_store_at(table, &place, &entry) && supplant_table_probe(table, 2, NULL));
    CHECK(supplant_table_resize_bytes(table, 1600, NULL, NULL) == SUPPLANT_OK);
    CHECK(supplant_table_store_at(table, &place, &entry) && supplant_table_probe(table, 2, NULL));
    memset(&place, 0xff, sizeof place);
    CHECK(supplant_table_store_at(table, &place, &entry) && !supplant_table_store_at(other, &place, &entry));
    supplant_table_free(other);
    supplant_table_free(table);
}

/* Sizes that are no whole mebibytes, and addresses to prefetch. */
static void bytes(void)
{
    supplant_error error;
    supplant_resized resized;
    supplant_table *table = supplant_table_new_bytes("DEPTHAGE", "xor16", SUPPLANT_KEEPS_EVALUATION, 1000, &error);
    CHECK(table != NULL && supplant_table_bytes(table) == 960 && supplant_table_slots(table) == 60);
    const char *least = NULL, *most = NULL;
    for (uint64_t key = 0; key < 1000; key++) {
        const char *address = supplant_table_address(table, key);
        CHECK(address != NULL && address == supplant_table_address(table, key));
        least = least == NULL || address < least ? address : least;
        most = address > most ? address : most;
    }
    CHECK(most - least == 960 - 64); /* the first and the last of 15 buckets */
    CHECK(supplant_table_resize_bytes(table, 1010000, &resized, &error) == SUPPLANT_OK);
    CHECK(supplant_table_bytes(table) == 1009984);
    CHECK(supplant_table_resize_bytes(table, 63, NULL, &error) == SUPPLANT_BAD_SIZE && supplant_table_bytes(table) == 1009984);
    CHECK(supplant_table_resize_bytes(NULL, 64, NULL, NULL) == SUPPLANT_NULL_POINTER);
    supplant_table_free(table);
    CHECK(supplant_table_new_bytes("DEPTHAGE", "xor16", SUPPLANT_KEEPS_EVALUATION, 63, &error) == NULL);
    CHECK(error.code == SUPPLANT_BAD_SIZE && strstr(error.message, "63 bytes"));
    CHECK(supplant_table_address(NULL, 5) == NULL);
}

/* No table is made of these, and the message says `says`. */
static void refused(const char *scheme, const char *layout, uint32_t keeps, size_t mebibytes, int32_t code, const char *says)
{
    supplant_error error;
    memset(&error, 0x7f, sizeof error);
    CHECK(supplant_table_new(scheme, layout, keeps, mebibytes, &error) == NULL);
    CHECK(error.code == code);
    CHECK(strstr(error.message, says) != NULL);
    CHECK(strchr(error.message, '\n') == NULL);
    printf("%d %s\n", (int)error.code, error.message);
    CHECK(supplant_table_new(scheme, layout, keeps, mebibytes, NULL) == NULL);
}

int main(void)
{
    char long_name[5000];
    memset(long_name, 'x', sizeof long_name);
    long_name[sizeof long_name - 1] = 0;

    updates();
    margins();
    counts();
    settings();
    moves_of_one_position();
    places();
    bytes();

    refused(NULL, "xor16", 0, 1, SUPPLANT_NULL_POINTER, "scheme");
    refused("NEW", NULL, 0, 1, SUPPLANT_NULL_POINTER, "layout");
    refused("NEWEST", "xor16", 0, 1, SUPPLANT_BAD_NAME, "DEPTHAGE");
    refused(long_name, "xor16", 0, 1, SUPPLANT_BAD_NAME, "SIEGE");
    refused("NEW", "xor\xff", 0, 1, SUPPLANT_BAD_NAME, "cluster10");
    refused("NEW", "cluster10", 0, 1, SUPPLANT_NO_SUCH_TABLE, "DEPTHAGE");
    refused("TWOBIG1", "xor16", SUPPLANT_KEEPS_EVALUATION, 1, SUPPLANT_NO_SUCH_TABLE, "SUPPLANT_KEEPS_BOTH");
    refused("SIEGE", "cluster10", SUPPLANT_KEEPS_EVALUATION, 1, SUPPLANT_NO_SUCH_TABLE, "SUPPLANT_KEEPS_BOTH");
    refused("SIEGE", "line8", SUPPLANT_KEEPS_BOTH, 1, SUPPLANT_NO_SUCH_TABLE, "no room for an evaluation");
    refused("NEW", "xor16", 9, 1, SUPPLANT_NO_SUCH_TABLE, "not 9");
    refused("NEW", "xor16", 0, 0, SUPPLANT_BAD_SIZE, "bucket");
    refused("NEW", "xor16", 0, (size_t)-1, SUPPLANT_OUT_OF_MEMORY, "refuses");
    refused("NEW", "xor16", 0, ((size_t)-1 >> 20) + 2, SUPPLANT_OUT_OF_MEMORY, "refuses"); /* 1 MiB, if it wrapped */

    supplant_table *table = supplant_table_new("stale", "XOR16", SUPPLANT_KEEPS_SIZE, 1, NULL);
    supplant_entry entry = {0}, found;
    supplant_occupancy seen;
    supplant_error error;
    CHECK(table != NULL);
    entry.depth = 3;
    entry.bound = SUPPLANT_NO_BOUND; /* a table that keeps only sizes has no evaluation to keep */
    CHECK(!supplant_table_store(table, 5, &entry));
    entry.bound = 4; /* unknown */
    CHECK(!supplant_table_store(table, 5, &entry));
    CHECK(!supplant_table_probe(table, 5, &found));
    entry.bound = SUPPLANT_EXACT;
    entry.size = 1000;
    CHECK(supplant_table_store(table, 5, &entry));
    CHECK(supplant_table_probe(table, 5, NULL));
    CHECK(supplant_table_probe(table, 5, &found) && found.size > 990 && found.size < 1010 && found.depth == 3);
    /* A place: for a position without an entry, for the same with one, for none at all. */
    struct supplant_place place;
    CHECK(!supplant_table_probe_place(table, 6, &found, &place) && supplant_table_store_at(table, &place, &entry));
    CHECK(supplant_table_probe_place(table, 6, &found, &place) && found.depth == 3);
    entry.depth = 4;
    CHECK(supplant_table_store_at(table, &place, &entry));
    CHECK(supplant_table_probe_place(table, 6, &found, NULL) && found.depth == 4);
    entry.depth = 3;
    CHECK(!supplant_table_store_at(table, NULL, &entry) && !supplant_table_store_at(table, &place, NULL));
    CHECK(!supplant_table_store_at(NULL, &place, &entry) && !supplant_table_probe_place(NULL, 6, &found, &place));
    CHECK(supplant_table_verified_bits(table) == 64 && supplant_table_bytes(table) == 1 << 20);

    /* Evaluation and size in one table. */
    supplant_table *both = supplant_table_new("SIEGE", "cluster10", SUPPLANT_KEEPS_BOTH, 1, NULL);
    CHECK(both != NULL);
    entry.evaluation = -9000;
    CHECK(supplant_table_store(both, 5, &entry) && supplant_table_probe(both, 5, &found));
    CHECK(found.size == 512 && found.evaluation == -8191 && found.depth == 3);
    entry = (supplant_entry){0};
    CHECK(supplant_table_store(both, 6, &entry)); /* an evaluation of 0 alone */
    CHECK(supplant_table_probe(both, 6, &found) && found.bound == SUPPLANT_NO_BOUND && found.evaluation == 0);
    supplant_table_free(both);

    /* An evaluation alone, then the result of the search. */
    supplant_table *evaluated = supplant_table_new("DEPTHAGE", "cluster10", SUPPLANT_KEEPS_EVALUATION, 1, NULL);
    entry.evaluation = -321;
    CHECK(!supplant_table_probe(evaluated, 5, &found) && supplant_table_store(evaluated, 5, &entry));
    CHECK(supplant_table_probe(evaluated, 5, &found) && found.bound == SUPPLANT_NO_BOUND);
    CHECK(found.evaluation == -321 && found.depth == 0 && found.best_move == 0);
    entry.bound = SUPPLANT_LOWER;
    entry.depth = 3;
    CHECK(supplant_table_store(evaluated, 5, &entry));
    CHECK(supplant_table_probe(evaluated, 5, &found) && found.bound == SUPPLANT_LOWER && found.evaluation == -321);
    entry.bound = 4;
    CHECK(!supplant_table_store(evaluated, 7, &entry) && !supplant_table_probe(evaluated, 7, NULL));
    supplant_table_free(evaluated);
    entry = (supplant_entry){0};
    entry.bound = SUPPLANT_EXACT;

    /* A size that cannot be had: the table stays as it was. */
    CHECK(supplant_table_resize(table, (size_t)-1, NULL, &error) == SUPPLANT_OUT_OF_MEMORY);
    CHECK(supplant_table_resize(table, ((size_t)-1 >> 20) + 2, NULL, &error) == SUPPLANT_OUT_OF_MEMORY);
    CHECK(supplant_table_resize(table, 0, NULL, NULL) == SUPPLANT_BAD_SIZE);
    CHECK(supplant_table_probe(table, 5, NULL));

    /* NULL, everywhere. */
    CHECK(!supplant_table_store(table, 6, NULL) && !supplant_table_store(NULL, 6, &entry));
    CHECK(!supplant_table_probe(NULL, 5, &found) && !supplant_table_occupancy(NULL, &seen));
    CHECK(!supplant_table_occupancy(table, NULL) && supplant_table_occupancy(table, &seen) && seen.sampled == 4096);
    CHECK(supplant_table_clear(NULL, 1, &error) == SUPPLANT_NULL_POINTER && strstr(error.message, "table"));
    CHECK(supplant_table_resize(NULL, 1, NULL, NULL) == SUPPLANT_NULL_POINTER);
    CHECK(supplant_table_slots(NULL) == 0 && supplant_table_bytes(NULL) == 0 && supplant_table_hashfull(NULL) == 0);
    supplant_table_prefetch(NULL, 5);
    supplant_table_cut_by(NULL, 5);
    supplant_table_new_generation(NULL);
    supplant_table_new_iteration(NULL);
    supplant_table_set_time_stamping(NULL, true);
    supplant_table_set_inherits_move(NULL, true);
    supplant_table_set_leaves_move(NULL, true);
    supplant_table_free(NULL);
    CHECK(supplant_scheme_name(supplant_schemes()) == NULL && supplant_layout_name(supplant_layouts()) == NULL);

    /* One bucket of FOURITER: an upper bound of the last iteration goes first. */
    supplant_table *bucket = supplant_table_new_bytes("FOURITER", "xor16", SUPPLANT_KEEPS_SIZE, 64, &error);
    entry.bound = SUPPLANT_UPPER;
    entry.size = 1000;
    CHECK(bucket != NULL && supplant_table_store(bucket, 1, &entry));
    supplant_table_new_iteration(bucket);
    entry.size = 10;
    for (uint64_t key = 2; key <= 5; key++)
        CHECK(supplant_table_store(bucket, key, &entry));
    CHECK(!supplant_table_probe(bucket, 1, NULL) && supplant_table_probe(bucket, 2, NULL));
    supplant_table_free(bucket);

    CHECK(supplant_table_clear(table, (size_t)-1, &error) == SUPPLANT_OK && error.code == SUPPLANT_OK && !*error.message);
    CHECK(!supplant_table_probe(table, 5, NULL));
    supplant_table_free(table);
    return failures == 0 ? 0 : 1;
}
