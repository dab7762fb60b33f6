// The table of this project in place of Glaurung's own: the interface that its search.cpp and uci.cpp call.
// .ci/engine.sh copies both files over those of Debian's source package, and compares the nodes of both programs.
#ifndef TT_H_INCLUDED
#define TT_H_INCLUDED

#include <supplant.h>

#include "depth.h"
#include "position.h"
#include "value.h"

class TranspositionTable {
public:
    explicit TranspositionTable(unsigned mebibytes);
    ~TranspositionTable();
    TranspositionTable(const TranspositionTable &) = delete;
    TranspositionTable &operator=(const TranspositionTable &) = delete;

    void set_size(unsigned mebibytes);
    void clear();
    void store(const Position &position, Value value, Depth depth, Move move, ValueType type);
    bool retrieve(const Position &position, Value *value, Depth *depth, Move *move, ValueType *type) const;
    void new_search();
    void insert_pv(const Position &position, Move line[]);
    int full();

private:
    unsigned mebibytes;
    supplant_table *table;
};

const int TTDefaultSize = 32;

#endif
