/* Tables in files: saved and loaded, damaged, merged, and shared by two processes. The argument is an empty folder. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "supplant.h"

enum { ENTRIES = 20000 };
static const uint64_t SEED = 2026;

static int failures = 0;

static void check(bool holds, const char *what, int line)
{
    if (!holds) {
        fprintf(stderr, "line %d: %s\n", line, what);
        failures++;
    }
}
#define CHECK(holds) check(holds, #holds, __LINE__)

static uint64_t key_of(uint64_t number)
{
    uint64_t z = (number + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void fill(const supplant_table *table, uint64_t from, uint64_t to)
{
    for (uint64_t number = from; number < to; number++) {
        supplant_entry entry = {0};
        entry.best_move = (uint16_t)number;
        entry.score = (int16_t)(number >> 3);
        entry.depth = (uint8_t)(number % 40);
        entry.bound = SUPPLANT_LOWER;
        CHECK(supplant_table_store(table, key_of(number), &entry));
    }
}

/* How many of these are found, each as it was stored. */
static size_t found(const supplant_table *table, uint64_t from, uint64_t to)
{
    size_t count = 0;
    for (uint64_t number = from; number < to; number++) {
        supplant_entry entry;
        if (supplant_table_probe(table, key_of(number), &entry)) {
            CHECK(entry.best_move == (uint16_t)number && entry.depth == number % 40 && entry.score == (int16_t)(number >> 3));
            count++;
        }
    }
    return count;
}

/* Changes the byte at `at`; from the end where negative. */
static void damage(const char *path, long at)
{
    FILE *file = fopen(path, "r+b");
    CHECK(file != NULL);
    CHECK(fseek(file, at, at < 0 ? SEEK_END : SEEK_SET) == 0);
    const int byte = fgetc(file);
    CHECK(byte != EOF && fseek(file, -1, SEEK_CUR) == 0 && fputc(byte ^ 1, file) != EOF);
    CHECK(fclose(file) == 0);
}

static supplant_table *loaded_from(const char *path, uint64_t seed, supplant_loaded *loaded, supplant_error *error)
{
    return supplant_table_load("DEPTHAGE", "cluster10", SUPPLANT_KEEPS_EVALUATION, path, seed, loaded, error);
}

static supplant_table *shared_at(const char *path, size_t mebibytes, supplant_error *error)
{
    return supplant_table_open_shared("DEPTHAGE", "xor16", SUPPLANT_KEEPS_EVALUATION, mebibytes, path, SEED, error);
}

static void kept(const char *path)
{
    supplant_error error;
    supplant_loaded loaded;
    supplant_table *table = supplant_table_new("DEPTHAGE", "cluster10", SUPPLANT_KEEPS_EVALUATION, 1, NULL);
    fill(table, 0, ENTRIES);
    const size_t all = found(table, 0, ENTRIES);
    CHECK(all > ENTRIES * 9 / 10);
    CHECK(supplant_table_save(table, path, SEED, &error) == SUPPLANT_OK && error.message[0] == 0);

    supplant_table *again = loaded_from(path, SEED, &loaded, &error);
    CHECK(again != NULL && error.code == SUPPLANT_OK);
    CHECK(loaded.lost_blocks == 0 && loaded.lost_slots == 0 && loaded.surplus_bytes == 0 && loaded.blocks > 200);
    CHECK(loaded.slots == supplant_table_slots(table) && found(again, 0, ENTRIES) == all);
    supplant_table_free(again);

    /* Keys that are made otherwise, another kind of table, and no file. */
    CHECK(loaded_from(path, SEED + 1, NULL, &error) == NULL && error.code == SUPPLANT_BAD_FILE);
    CHECK(strstr(error.message, "key seed") && strstr(error.message, path));
    CHECK(supplant_table_load("EXACTAGE", "cluster10", 0, path, SEED, NULL, &error) == NULL && error.code == SUPPLANT_BAD_FILE);
    CHECK(shared_at(path, 1, &error) == NULL && error.code == SUPPLANT_BAD_FILE);
    CHECK(loaded_from("/nowhere/table", SEED, NULL, &error) == NULL && error.code == SUPPLANT_FILE_REFUSED);
    CHECK(supplant_table_save(table, "/nowhere/table", SEED, &error) == SUPPLANT_FILE_REFUSED);
    CHECK(supplant_table_save(NULL, path, SEED, &error) == SUPPLANT_NULL_POINTER && strstr(error.message, "table"));
    CHECK(supplant_table_save(table, NULL, SEED, &error) == SUPPLANT_NULL_POINTER && strstr(error.message, "path"));
    CHECK(loaded_from(NULL, SEED, NULL, &error) == NULL && error.code == SUPPLANT_NULL_POINTER);

    /* A damaged block is lost, and no other; a damaged header is the whole table. */
    damage(path, -100);
    again = loaded_from(path, SEED, &loaded, &error);
    CHECK(again != NULL && loaded.lost_blocks == 1 && loaded.lost_slots > 0 && loaded.lost_slots < 400);
    const size_t left = found(again, 0, ENTRIES);
    CHECK(left < all && left >= all - loaded.lost_slots);

    /* What was lost comes back from the table that has it. */
    supplant_merged merged;
    CHECK(supplant_table_merge(again, table, &merged, &error) == SUPPLANT_OK && merged.offered == all && merged.kept > 0);
    CHECK(found(again, 0, ENTRIES) == all);
    supplant_table *other = supplant_table_new("DEPTHAGE", "xor16", SUPPLANT_KEEPS_EVALUATION, 1, NULL);
    CHECK(supplant_table_merge(again, other, NULL, &error) == SUPPLANT_DIFFERENT_TABLES && error.message[0] != 0);
    supplant_table_free(other);
    other = supplant_table_new("DEPTHAGE", "cluster10", SUPPLANT_KEEPS_EVALUATION, 2, NULL);
    CHECK(supplant_table_merge(again, other, NULL, &error) == SUPPLANT_DIFFERENT_TABLES && strstr(error.message, "slots"));
    CHECK(supplant_table_merge(again, NULL, NULL, &error) == SUPPLANT_NULL_POINTER && strstr(error.message, "other"));
    supplant_table_free(other);
    supplant_table_free(again);

    damage(path, 40);
    CHECK(loaded_from(path, SEED, &loaded, &error) == NULL && error.code == SUPPLANT_BAD_FILE);
    supplant_table_free(table);
}

static void shared_by_two(const char *path)
{
    supplant_error error;
    supplant_table *table = shared_at(path, 1, &error);
    CHECK(table != NULL);
    fflush(NULL);
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        failures = 0;
        supplant_table *same = shared_at(path, 1, &error);
        CHECK(same != NULL);
        fill(same, 0, ENTRIES);
        supplant_table_free(same);
        _exit(failures == 0 ? 0 : 1);
    }
    fill(table, ENTRIES, 2 * ENTRIES);
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECK(found(table, 0, ENTRIES) > ENTRIES / 2 && found(table, ENTRIES, 2 * ENTRIES) > ENTRIES / 2);
    CHECK(shared_at(path, 2, &error) == NULL && error.code == SUPPLANT_BAD_FILE && strstr(error.message, "size"));
    CHECK(shared_at(path, (size_t)-1, &error) == NULL && error.code != SUPPLANT_OK);
    CHECK(supplant_table_save(table, path, SEED, &error) == SUPPLANT_BAD_FILE);
    supplant_table_free(table);

    /* The size in bytes: of the same file, which is 1 MiB, and of another. */
    table = supplant_table_open_shared_bytes("DEPTHAGE", "xor16", SUPPLANT_KEEPS_EVALUATION, 1 << 20, path, SEED, &error);
    CHECK(table != NULL && found(table, 0, ENTRIES) > ENTRIES / 2);
    supplant_table_free(table);
    CHECK(supplant_table_open_shared_bytes("DEPTHAGE", "xor16", SUPPLANT_KEEPS_EVALUATION, 6400, path, SEED, &error) == NULL);
    CHECK(error.code == SUPPLANT_BAD_FILE && strstr(error.message, "size"));

    /* A file of a size that is no multiple of a bucket is made, and opened again. */
    CHECK(remove(path) == 0);
    for (int turn = 0; turn < 2; turn++) {
        table = supplant_table_open_shared_bytes("DEPTHAGE", "xor16", SUPPLANT_KEEPS_EVALUATION, 6450, path, SEED, &error);
        CHECK(table != NULL && supplant_table_bytes(table) == 6400 && found(table, 0, 10) == (turn == 0 ? 0 : 10));
        fill(table, 0, 10);
        supplant_table_free(table);
    }
}

int main(int count, char **arguments)
{
    if (count != 2)
        return 2;
    char path[4096];
    snprintf(path, sizeof path, "%s/kept.table", arguments[1]);
    kept(path);
    snprintf(path, sizeof path, "%s/shared.table", arguments[1]);
    shared_by_two(path);
    printf("%d failures\n", failures);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
