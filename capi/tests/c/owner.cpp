// The header in C++, and a table that frees itself.
#include <memory>
#include <thread>
#include <vector>

#include "supplant.h"

struct Free {
    void operator()(supplant_table *table) const { supplant_table_free(table); }
};

int main()
{
    std::unique_ptr<supplant_table, Free> owner{supplant_table_new("TWOBIG1", "xor16", SUPPLANT_KEEPS_SIZE, 1, nullptr)};
    const supplant_table *const table = owner.get();
    if (!table)
        return 2;
    std::vector<std::thread> threads;
    for (std::uint64_t i = 0; i < 4; i++)
        threads.emplace_back([table, i] {
            supplant_entry entry{};
            entry.bound = SUPPLANT_EXACT;
            entry.depth = static_cast<std::uint8_t>(i);
            supplant_table_store(table, i << 60, &entry);
        });
    for (auto &thread : threads)
        thread.join();
    supplant_entry found{};
    return supplant_table_probe(table, std::uint64_t{3} << 60, &found) && found.depth == 3 ? 0 : 1;
}
