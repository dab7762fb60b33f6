/* Where the system has no room for a thread's stack, the caller's thread does all the work. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "supplant.h"

int main(void)
{
    supplant_error error;
    supplant_table *table = supplant_table_new("DEPTHAGE", "cluster10", SUPPLANT_KEEPS_EVALUATION, 1, &error); /* so small that no thread has touched it */
    const supplant_entry entry = {.best_move = 1, .depth = 2, .bound = SUPPLANT_UPPER};
    if (table == NULL || !supplant_table_store(table, 7, &entry))
        return 2;

    /* Less than the address space that the program has already. */
    struct rlimit before;
    getrlimit(RLIMIT_AS, &before);
    const struct rlimit none = {1 << 20, before.rlim_max};
    setrlimit(RLIMIT_AS, &none);
    const int32_t code = supplant_table_clear(table, 64, &error);
    setrlimit(RLIMIT_AS, &before);

    printf("%d %s\n", (int)code, error.message);
    if (code != SUPPLANT_OK || supplant_table_probe(table, 7, NULL))
        return 1;
    const bool kept = supplant_table_store(table, 7, &entry) && supplant_table_probe(table, 7, NULL);
    supplant_table_free(table);
    return kept ? 0 : 1;
}
