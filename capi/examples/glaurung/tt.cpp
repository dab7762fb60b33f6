// CRAFTY is Glaurung's own rule: of four slots the shallowest entry of an earlier search yields, else the shallowest. The newer
// result of a position replaces the older one, and keeps its move if it has none.
#include "tt.h"

#include <cstdlib>
#include <iostream>

namespace {

// A move has 17 bits, and an entry 16. Castling and en passant have a bit each and no promotion, so both take a code that no
// promotion has.
const unsigned SQUARES = 0xfff, PROMOTION = 7u << 12, FLAGS = 3u << 15;
const unsigned FIRST_FLAG = 1u << 15, FIRST_CODE = 6u << 12, SECOND_CODE = 7u << 12;

uint16_t packed(Move move)
{
    const unsigned bits = unsigned(move);
    if (!(bits & FLAGS))
        return uint16_t(bits);
    return uint16_t((bits & SQUARES) | (bits & FIRST_FLAG ? FIRST_CODE : SECOND_CODE));
}

Move unpacked(uint16_t bits)
{
    switch (bits & PROMOTION) {
    case FIRST_CODE: return Move((bits & SQUARES) | FIRST_FLAG);
    case SECOND_CODE: return Move((bits & SQUARES) | FIRST_FLAG << 1);
    default: return Move(bits);
    }
}

void give_up(const supplant_error &error)
{
    std::cerr << "no table: " << error.message << std::endl;
    std::exit(EXIT_FAILURE);
}

const char *named(const char *variable, const char *otherwise)
{
    const char *value = std::getenv(variable);
    return value ? value : otherwise;
}

supplant_table *made(unsigned mebibytes)
{
    supplant_error error;
    supplant_table *table =
        supplant_table_new(named("SCHEME", "CRAFTY"), named("LAYOUT", "xor16"), SUPPLANT_KEEPS_EVALUATION, mebibytes, &error);
    if (!table)
        give_up(error);
    supplant_table_set_update(table, SUPPLANT_UPDATE_NEWEST);
    supplant_table_set_inherits_move(table, 1);
    return table;
}

}

TranspositionTable::TranspositionTable(unsigned mebibytes) : mebibytes(mebibytes), table(made(mebibytes)) {}

TranspositionTable::~TranspositionTable()
{
    supplant_table_free(table);
}

void TranspositionTable::set_size(unsigned wanted)
{
    if (wanted == mebibytes)
        return;
    supplant_table_free(table); // first: the memory may not hold both
    table = NULL;
    table = made(wanted);
    mebibytes = wanted;
}

void TranspositionTable::clear()
{
    supplant_table_clear(table, 1, NULL);
}

void TranspositionTable::store(const Position &position, Value value, Depth depth, Move move, ValueType type)
{
    supplant_entry entry = {};
    entry.best_move = packed(move);
    entry.score = int16_t(value);
    entry.depth = uint8_t(depth);
    entry.bound = uint8_t(type); // the codes are the same
    supplant_table_store(table, position.get_key(), &entry);
}

bool TranspositionTable::retrieve(const Position &position, Value *value, Depth *depth, Move *move, ValueType *type) const
{
    supplant_entry entry;
    *move = MOVE_NONE;
    if (!supplant_table_probe(table, position.get_key(), &entry))
        return false;
    *value = Value(entry.score);
    *depth = Depth(entry.depth);
    *move = unpacked(entry.best_move);
    *type = ValueType(entry.bound);
    return true;
}

void TranspositionTable::new_search()
{
    supplant_table_new_generation(table);
}

// The search calls it after each iteration, so that its line is searched first even if entries were replaced.
void TranspositionTable::insert_pv(const Position &position, Move line[])
{
    Position here(position);
    for (int ply = 0; line[ply] != MOVE_NONE; ply++) {
        UndoInfo undo;
        store(here, VALUE_NONE, Depth(0), line[ply], VALUE_TYPE_NONE);
        here.do_move(line[ply], undo);
    }
}

int TranspositionTable::full()
{
    return int(supplant_table_hashfull(table));
}
