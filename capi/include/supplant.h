/*
 * supplant: a lock-free shared transposition table, for C and C++.
 *
 * Written by cbindgen from capi/src; do not edit.
 *
 * Threads. Any number of threads may call functions that take `const supplant_table *` at once,
 * without a lock. Functions that take `supplant_table *` (clear, resize, the settings, free)
 * need the table exclusively. No other call on that table may run meanwhile. Earlier calls of other
 * threads must have happened before, for example by a join or a mutex. So give workers a
 * `const supplant_table *`. supplant_table_store says what concurrent calls may do to each other.
 * The table does not order accesses to other memory: do not publish data through it.
 *
 * Pointers. Every function accepts NULL and answers with an error code, `false` or 0. Any other
 * pointer must be what its description says. A table is live from the call that makes it until it
 * is freed. Names and paths end with a zero byte.
 *
 * Errors. Functions that can fail write a code and one line of text to the caller's
 * `supplant_error`, which may be NULL. They catch a fault of the library itself (a Rust panic) and
 * return SUPPLANT_PANICKED. In the other functions such a fault ends the process with a message.
 *
 * Cost. Scheme and layout are named at run time, so a call takes one indirect jump.
 */

#ifndef SUPPLANT_H
#define SUPPLANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 The entry has no score, only a static evaluation. An engine stores it before it searches a
 position.
 */
#define SUPPLANT_NO_BOUND 0

/*
 The value is at most the score: every move failed low.
 */
#define SUPPLANT_UPPER 1

/*
 The value is at least the score: a move caused a cutoff.
 */
#define SUPPLANT_LOWER 2

/*
 The value is the score.
 */
#define SUPPLANT_EXACT 3

/*
 The call has succeeded.
 */
#define SUPPLANT_OK 0

/*
 A pointer that must not be NULL was NULL.
 */
#define SUPPLANT_NULL_POINTER 1

/*
 The scheme or layout has an unknown name.
 */
#define SUPPLANT_BAD_NAME 2

/*
 Scheme, layout and `keeps` do not fit together.
 */
#define SUPPLANT_NO_SUCH_TABLE 3

/*
 No table can have that size; or a shared table was to be resized.
 */
#define SUPPLANT_BAD_SIZE 4

/*
 The system refused the memory.
 */
#define SUPPLANT_OUT_OF_MEMORY 5

/*
 A fault of the library: please report it. The table is usable; entries may be missing.
 */
#define SUPPLANT_PANICKED 6

/*
 The file is damaged, is not a table of this kind, or must not be replaced. No table was made,
 and the file is unchanged.
 */
#define SUPPLANT_BAD_FILE 7

/*
 The system refused to read, write, name or map the file.
 */
#define SUPPLANT_FILE_REFUSED 8

/*
 The two tables differ in kind, or in size where equal sizes are required.
 */
#define SUPPLANT_DIFFERENT_TABLES 9

/*
 Bytes of a message, including its final zero.
 */
#define SUPPLANT_MESSAGE_BYTES 380

/*
 The scheme decides which result of one position stays: the default.
 */
#define SUPPLANT_UPDATE_AS_SCHEME 0

/*
 Of one position, the newer result stays.
 */
#define SUPPLANT_UPDATE_NEWEST 1

/*
 Of one position, the deeper result stays, or the newer of equal depths. An entry of an earlier
 search yields.
 */
#define SUPPLANT_UPDATE_DEEPER 2

/*
 Two results of one position compete like entries of different positions. A bucket may then hold
 both.
 */
#define SUPPLANT_UPDATE_COMPETES 4

/*
 Entries of earlier searches always yield: a number of `plies_a_search`.
 */
#define SUPPLANT_OLD_YIELD 255

/*
 The table keeps the static evaluation, as today's engines do.

 Schemes that do not use the size, in layout `xor16`; those of any number of slots also in `lines16`
 and `cluster10`. For SIEGE, FOURBIG, TWOBIG1 and the others take SUPPLANT_KEEPS_BOTH.
 */
#define SUPPLANT_KEEPS_EVALUATION 0

/*
 The table keeps the size of the subtree: every scheme, in each layout that takes its slots.

 Under SIEGE, FOURITER and MERIT in `single8` and `line8` an entry looks current again after two
 searches.
 */
#define SUPPLANT_KEEPS_SIZE 1

/*
 The table keeps both evaluation and size, in smaller ranges.

 The evaluation is held at -8191 and 8191, and the depth at 63. The size is rounded down to a
 power of 2, from 1 to 2^31. If your engine has a number for *no evaluation* beyond these limits,
 as 32002, pass 8191 instead, and take 8191 for none.

 All schemes in layout `xor16`; those of any number of slots in `lines16` and `cluster10`. The
 table distinguishes 16 searches; under SIEGE, FOURITER and MERIT only this search and earlier
 ones, and in `cluster10` an entry looks current again after two searches.
 */
#define SUPPLANT_KEEPS_BOTH 2

/*
 A transposition table. Its fields are private to the library.
 */
typedef struct supplant_table supplant_table;

/*
 What the probes and stores of one thread did. Begin with `= {0}` (C++: `= {}`), and add the numbers
 of several threads yourself.
 */
typedef struct supplant_counts {
  /*
   Probes.
   */
  uint64_t probes;
  /*
   Dead slots and expired entries that probes read; always 0 in layouts that verify 16 bits.
   */
  uint64_t rejected;
  /*
   Stores of positions that had an entry already, kept or not.
   */
  uint64_t same_position;
  /*
   Stores of new positions that the scheme refused.
   */
  uint64_t refused;
  /*
   Stores of new positions into free slots.
   */
  uint64_t filled;
  /*
   Stores of new positions that removed the entry of another position.
   */
  uint64_t replaced;
  /*
   Probes that found an entry, by its depth.
   */
  uint64_t hits_by_depth[256];
  /*
   Entries that stores removed, by their depth.
   */
  uint64_t removed_by_depth[256];
  /*
   Entries that stores removed, by their age in searches.
   */
  uint64_t removed_by_age[256];
} supplant_counts;

/*
 An entry of a position. A table keeps the evaluation, the size, or both; a field that it does
 not keep is 0 in a probe.

 Set all fields before a store; `= {0}` zeroes those that you do not use. Then set the bound: 0
 is SUPPLANT_NO_BOUND.
 */
typedef struct supplant_entry {
  /*
   Nodes of the entry's subtree, if the table keeps sizes: within 1 % (layouts of 8 bytes: a
   power of 8, at most 2097152; SUPPLANT_KEEPS_BOTH: a power of 2). Under SIEGE, FOURITER,
   MERIT and BIGALL add the size of a hit to that of the node above, as if you had searched it.
   */
  uint64_t size;
  /*
   The best move in the caller's own 16 bits; 0 means no move. Check that it is legal before
   you play it.
   */
  uint16_t best_move;
  /*
   The score from the view of the side to move. Make a score that counts plies to mate relative
   to the position first.
   */
  int16_t score;
  /*
   The static evaluation of the position, if the table keeps evaluations (SUPPLANT_KEEPS_BOTH:
   held at -8191 and 8191).
   */
  int16_t evaluation;
  /*
   Plies searched, 0 to 255 (layouts of 8 bytes and SUPPLANT_KEEPS_BOTH: held at 63). Store a
   negative depth as 0, or add an offset to all: -1 would become 255.
   */
  uint8_t depth;
  /*
   SUPPLANT_UPPER, SUPPLANT_LOWER, SUPPLANT_EXACT, or SUPPLANT_NO_BOUND for an evaluation
   alone: the score then means nothing. A table that keeps only sizes refuses
   SUPPLANT_NO_BOUND.
   */
  uint8_t bound;
  /*
   Whether the position is on a PV: 0 is no, all else is yes; a probe returns 0 or 1.
   */
  uint8_t pv;
} supplant_entry;

/*
 Why a call failed. The caller owns it; nothing has to be freed.
 */
typedef struct supplant_error {
  /*
   SUPPLANT_OK or the code of the error.
   */
  int32_t code;
  /*
   One line of UTF-8 that says what was wrong and what to do. It is cut off if too long, and
   empty without an error.
   */
  char message[SUPPLANT_MESSAGE_BYTES];
} supplant_error;

/*
 How many entries a resize kept.
 */
typedef struct supplant_resized {
  /*
   Entries before the resize.
   */
  size_t before;
  /*
   Entries that are in the table now.
   */
  size_t kept;
} supplant_resized;

/*
 How much was loaded from a file. Damage costs the damaged blocks only.
 */
typedef struct supplant_loaded {
  /*
   Blocks of the table: pages of 4096 bytes, or a little less.
   */
  size_t blocks;
  /*
   Damaged blocks, and those missing at the end of a file that was cut short. Their slots are
   empty.
   */
  size_t lost_blocks;
  /*
   Slots of the table.
   */
  size_t slots;
  /*
   Slots in lost blocks.
   */
  size_t lost_slots;
  /*
   Bytes after the last block, which do not belong to the table.
   */
  uint64_t surplus_bytes;
} supplant_loaded;

/*
 How many entries a merge kept.
 */
typedef struct supplant_merged {
  /*
   Entries of the other table.
   */
  size_t offered;
  /*
   Offered entries that were kept; later ones may have replaced some of them.
   */
  size_t kept;
} supplant_merged;

/*
 Where a probe found a position, or which entry the store that follows would replace. It knows its
 position; the words are private to the library.
 */
typedef struct supplant_place {
  /*
   Private.
   */
  uint64_t words[3];
} supplant_place;

/*
 How full a table is, from a sample of at most 4096 slots.
 */
typedef struct supplant_occupancy {
  /*
   Slots in the sample.
   */
  size_t sampled;
  /*
   Sampled slots that hold an entry.
   */
  size_t occupied;
  /*
   Sampled slots that hold an entry of the current search.
   */
  size_t current;
} supplant_occupancy;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Counts what supplant_table_probe for `key` would find now, and changes nothing in the table: call it
 before each probe. For tests of a table: it takes several times as long as the probe.

 # Safety
 The table is live; `counts` is NULL, or this thread's own and initialized.
 */
void supplant_table_count_probe(const struct supplant_table *table,
                                uint64_t key,
                                struct supplant_counts *counts);

/*
 Stores as supplant_table_store does, and counts what that did. For tests of a table: it takes
 several times as long. All stores are `same_position` + `refused` + `filled` + `replaced`.

 It compares the bucket before and after: stores of other threads in between are counted too. If
 `counts` is NULL, nothing is counted. An entry that the table cannot keep counts as refused, or as
 one of the same position.

 # Safety
 The table is live; `entry` is NULL or points to an entry; `counts` is NULL, or this thread's own
 and initialized.
 */
bool supplant_table_count_store(const struct supplant_table *table,
                                uint64_t key,
                                const struct supplant_entry *entry,
                                struct supplant_counts *counts);

/*
 Makes an empty table of at most `mebibytes` * 2^20 bytes. Returns NULL if that fails: `error`
 says why.

 One thread per processor touches its pages first. `scheme` and `layout` are names, in upper or
 lower case, such as "DEPTHAGE" and "cluster10". `keeps` is SUPPLANT_KEEPS_EVALUATION,
 SUPPLANT_KEEPS_SIZE or SUPPLANT_KEEPS_BOTH. Free the table with supplant_table_free.

 # Safety
 Both names are NULL or end with a zero byte; `error` is NULL or may be written to.
 */
struct supplant_table *supplant_table_new(const char *scheme,
                                          const char *layout,
                                          uint32_t keeps,
                                          size_t mebibytes,
                                          struct supplant_error *error);

/*
 Makes an empty table of at most `bytes` bytes, otherwise as supplant_table_new does. The least
 is one bucket: 32 bytes in layout `cluster10`, 8 to 128 in the others.

 # Safety
 Both names are NULL or end with a zero byte; `error` is NULL or may be written to.
 */
struct supplant_table *supplant_table_new_bytes(const char *scheme,
                                                const char *layout,
                                                uint32_t keeps,
                                                size_t bytes,
                                                struct supplant_error *error);

/*
 Frees a table; does nothing for NULL. No call on it may be running, and none may follow.

 # Safety
 The table is NULL, or live and used by nobody else.
 */
void supplant_table_free(struct supplant_table *table);

/*
 Empties the table with `threads` threads (0: one per processor). The count of
 searches restarts at 0; if processes share the table, the next search begins instead. Returns
 SUPPLANT_OK or the code of `error`. No other call on the table may be running.

 # Safety
 The table is NULL, or live and used by nobody else meanwhile;
 `error` is NULL or may be written to.
 */
int32_t supplant_table_clear(struct supplant_table *table, size_t threads, struct supplant_error *error);

/*
 Changes the size of the table. Returns SUPPLANT_OK or the code of `error`; after an error the
 table is unchanged.

 Writes to `resized`, which may be NULL, how many entries were kept. Layouts `xor16` and
 `lines16` keep the entries that find room. The others verify too few bits to locate an entry, so
 the table is then empty. Old and new memory exist together while it runs; to avoid that, free the
 table first and make another. No other call on the table may be running.

 # Safety
 The table is NULL, or live and used by nobody else meanwhile;
 `resized` and `error` are NULL or may be written to.
 */
int32_t supplant_table_resize(struct supplant_table *table,
                              size_t mebibytes,
                              struct supplant_resized *resized,
                              struct supplant_error *error);

/*
 Changes the size of the table to at most `bytes` bytes, otherwise as supplant_table_resize does.

 # Safety
 The table is NULL, or live and used by nobody else meanwhile;
 `resized` and `error` are NULL or may be written to.
 */
int32_t supplant_table_resize_bytes(struct supplant_table *table,
                                    size_t bytes,
                                    struct supplant_resized *resized,
                                    struct supplant_error *error);

/*
 Switches time stamping on (nonzero) or off (0, the default): entries of earlier searches then
 lose every collision. Probes find them as before. No effect if entries keep no age. No other call
 on the table may be running.

 # Safety
 The table is NULL, or live and used by nobody else meanwhile.
 */
void supplant_table_set_time_stamping(struct supplant_table *table, uint8_t on);

/*
 Sets whether an entry without a move inherits the move of the entry that it replaces, if both are
 of one position. Until this call the scheme decides: DEPTHAGE and EXACTAGE inherit, the other
 named schemes do not. 0 switches that off, and no call returns to the scheme's choice. No effect
 if entries keep no move. No other call on the table may be running.

 # Safety
 The table is NULL, or live and used by nobody else meanwhile.
 */
void supplant_table_set_inherits_move(struct supplant_table *table, uint8_t on);

/*
 Sets whether a refused result still writes its move into the entry of its position. An upper bound
 never does. Until this call the scheme decides: DEPTHAGE does so, the other named schemes do not.
 0 switches that off, and no call returns to the scheme's choice. No effect if entries keep no
 move. No other call on the table may be running.

 # Safety
 The table is NULL, or live and used by nobody else meanwhile.
 */
void supplant_table_set_leaves_move(struct supplant_table *table, uint8_t on);

/*
 Sets which result stays when a position already has an entry: `update` is a SUPPLANT_UPDATE_
 code. Returns false and changes nothing if the code is unknown, the table is NULL, or its entries
 lack a depth, bound or age. No other call on the table may be running.

 # Safety
 The table is NULL, or live and used by nobody else meanwhile.
 */
bool supplant_table_set_update(struct supplant_table *table, uint32_t update);

/*
 Sets the rule of engines for a position that already has an entry: an exact result always replaces
 it; any other does unless the entry is deeper by `plies` or more, mostly 3 or 4. Of this call and
 supplant_table_set_update the last one counts.

 A result with `pv` set counts `pv_plies` deeper, and every result `plies_a_search` deeper for
 each search that the entry is old; with SUPPLANT_OLD_YIELD entries of earlier searches always
 yield. Stockfish has the numbers 4, 2, SUPPLANT_OLD_YIELD, and Ethereal 3, 0, 0. Ages end at 1 to 63
 searches, as scheme, entry and layout tell; so with another number than SUPPLANT_OLD_YIELD a deep entry may refuse
 shallow results for as long as it is found. supplant_table_set_lowers_depth ends that. Returns false
 and changes nothing if the table is NULL, or its entries lack a depth, bound or age, or a mark of the
 PV that `pv_plies` needs. No other call on the table may be running.

 # Safety
 The table is NULL, or live and used by nobody else meanwhile.
 */
bool supplant_table_set_margin(struct supplant_table *table,
                               uint8_t plies,
                               uint8_t pv_plies,
                               uint8_t plies_a_search);

/*
 Sets whether each refused result lowers the depth of its position's entry by one ply, but not
 below 1, unless the entry is exact or its score is nearer to 0 than `least_score`. With 0 all such
 entries are lowered; with the least score of a mate, only entries of mates. Off (0) by default.
 Returns false and changes nothing if the table is NULL, or its entries lack a depth, bound or
 score. No other call on the table may be running.

 # Safety
 The table is NULL, or live and used by nobody else meanwhile.
 */
bool supplant_table_set_lowers_depth(struct supplant_table *table, uint8_t on, uint16_t least_score);

/*
 Saves the table to the file at `path`, with checksums. Returns SUPPLANT_OK or the code of
 `error`.

 The new file replaces the old one when it is complete: if the program ends before, the old one
 is unchanged. A file that is not a table, or that is a shared table, is not replaced. Other
 threads may use the table meanwhile; of two stores at that time, the file may have the later and
 not the earlier.

 `key_seed` is a number for the way in which you compute keys; loading asks for it again. Change
 it whenever the keys of positions change.

 # Safety
 The table is NULL or live. The path is NULL or ends with a
 zero byte. `error` is NULL or may be written to.
 */
int32_t supplant_table_save(const struct supplant_table *table,
                            const char *path,
                            uint64_t key_seed,
                            struct supplant_error *error);

/*
 Loads the table that was saved at `path`, at the size it had. Returns NULL if that fails:
 `error` says why.

 Writes to `loaded`, which may be NULL, how much of it was loaded. Scheme, layout, `keeps` and
 `key_seed` must be those of the save. Time stamping and the settings of update and moves are those
 of the save: set them again if yours differ. Free the table with supplant_table_free.

 # Safety
 Names and path are NULL or end with a zero byte; `loaded` and `error` are NULL or may be written
 to.
 */
struct supplant_table *supplant_table_load(const char *scheme,
                                           const char *layout,
                                           uint32_t keeps,
                                           const char *path,
                                           uint64_t key_seed,
                                           struct supplant_loaded *loaded,
                                           struct supplant_error *error);

/*
 Opens the shared table in the file at `path`, or creates it with at most `mebibytes` * 2^20
 bytes. Returns NULL if that fails: `error` says why. supplant_table_free closes it and leaves
 the file.

 Scheme, layout, `keeps`, size and `key_seed` must be those of an existing file. It waits up to
 half a minute for a process that creates the file. The settings (time stamping, update and moves)
 are those of each process: set them in all.

 All processes may probe and store at once, as threads do. A process that is killed leaves at
 worst a dead slot. The processes share the count of searches, so let one of them announce each
 new search. Clearing empties the table for all of them. It cannot be resized.

 The file must be on this machine. Nobody may shorten it while it is open: reading a missing part
 ends the process.

 # Safety
 Names and path are NULL or end with a zero byte; `error` is NULL or may be written to.
 */
struct supplant_table *supplant_table_open_shared(const char *scheme,
                                                  const char *layout,
                                                  uint32_t keeps,
                                                  size_t mebibytes,
                                                  const char *path,
                                                  uint64_t key_seed,
                                                  struct supplant_error *error);

/*
 Opens or creates a shared table of at most `bytes` bytes. Returns NULL if that fails: `error` says
 why. The size must be that of an existing file. The rest is as with supplant_table_open_shared.

 # Safety
 Names and path are NULL or end with a zero byte; `error` is NULL or may be written to.
 */
struct supplant_table *supplant_table_open_shared_bytes(const char *scheme,
                                                        const char *layout,
                                                        uint32_t keeps,
                                                        size_t bytes,
                                                        const char *path,
                                                        uint64_t key_seed,
                                                        struct supplant_error *error);

/*
 Stores each entry of `other` into the table, the oldest first; the table's scheme decides which
 stay. Returns SUPPLANT_OK or the code of `error`.

 Writes to `merged`, which may be NULL, how many were kept. Both tables must have the same
 scheme, layout and `keeps`, and the same size if the layout verifies a tag. Other threads may
 use both meanwhile.

 # Safety
 Both tables are NULL or live; `merged` and `error` are
 NULL or may be written to.
 */
int32_t supplant_table_merge(const struct supplant_table *table,
                             const struct supplant_table *other,
                             struct supplant_merged *merged,
                             struct supplant_error *error);

/*
 The version of the library: "0.1.0".
 */
const char *supplant_version(void);

/*
 The number of schemes.
 */
size_t supplant_schemes(void);

/*
 The name of scheme `number`, counted from 0; NULL beyond the last. The library owns it: never
 free it.
 */
const char *supplant_scheme_name(size_t number);

/*
 The rule of scheme `number` in a sentence, in UTF-8; NULL beyond the last. The library owns it.
 */
const char *supplant_scheme_rule(size_t number);

/*
 The number of layouts.
 */
size_t supplant_layouts(void);

/*
 The name of layout `number`, counted from 0; NULL beyond the last. The library owns it: never
 free it.
 */
const char *supplant_layout_name(size_t number);

/*
 Returns the key that the table turns into `spread` before it chooses a bucket and a tag. Takes a
 few cycles.

 Only to compare node counts with a table whose index is that of `supplant`: the high bits of a
 key. For another index make a table of your own (`table_constructor!`). Otherwise pass your keys as
 they are.
 */
uint64_t supplant_key_from_spread(uint64_t spread);

/*
 Looks up `key`, writes its entry to `found`, and returns whether there was one. `found` may be
 NULL; a miss does not write to it.

 A probe sees a concurrent store whole or not at all. If the layout verifies 64 bits, the entry
 belongs to this key. If it verifies 16, one in 65536 occupied slots that a probe compares
 returns the entry of another position. Any 64-bit key will do, also one made from another key:
 bucket and verified bits each depend on all its bits.

 Cost: reads one cache line (layout `cluster10`: half of one; `lines16`: two). Schemes that
 refresh on a hit (EXACTAGE, STALE, SIEGE, some engines' rules) also write the entry's words: at
 the first hit in a search, SIEGE also at two hits after a store and at one for each time that the
 entry was worn.

 # Safety
 The table is live; `found` is NULL or may be written to.
 */
bool supplant_table_probe(const struct supplant_table *table, uint64_t key, struct supplant_entry *found);

/*
 Offers an entry for `key` and returns whether it was kept: the scheme decides.

 Not kept are an unknown bound, and SUPPLANT_NO_BOUND in a table that keeps only sizes. Store an
 evaluation alone only if a probe found nothing: otherwise it may replace a searched entry.

 Stores that race into one bucket may lose each other's entries and entries that were there, or
 leave an entry in it twice; nothing else can happen. A probe rejects a torn read (layout
 `cluster10` accepts one in 65536). Where moves are inherited or left (DEPTHAGE,
 EXACTAGE, engines' rules, supplant_table_set_inherits_move, supplant_table_set_leaves_move), an
 entry may carry the move of another store for the same key.

 Cost: reads one cache line (layout `lines16`: two) and writes two of its words (`single8` and
 `line8`: one), or none. Schemes with two slots may write both, and layouts that verify 16 bits
 also each old entry of the bucket.

 # Safety
 The table is live; `entry` is NULL or points to an entry.
 */
bool supplant_table_store(const struct supplant_table *table,
                          uint64_t key,
                          const struct supplant_entry *entry);

/*
 Looks up `key` as supplant_table_probe does, and writes to `place` what
 supplant_table_store_at needs: on a hit and on a miss. `found` and `place` may be NULL; they must
 not overlap.

 Cost: on a miss under schemes that do not compare the new entry (DEPTHAGE, CRAFTY, EXACTAGE,
 FOURBIG, MERIT, NEW) also the choice of the entry to replace, which each store at the place then saves.
 With one store after a miss, the two calls take 0.96 to 1.4 times the instructions of
 supplant_table_probe and supplant_table_store.

 # Safety
 The table is live; `found` and `place` are NULL or may be written to, and do not overlap.
 */
bool supplant_table_probe_place(const struct supplant_table *table,
                                uint64_t key,
                                struct supplant_entry *found,
                                struct supplant_place *place);

/*
 Offers an entry for the position of `place`, and returns whether it was kept. `place` comes from
 supplant_table_probe_place; it stays valid when the table is resized, and may be used several
 times.

 Cost: where the probe found the position (not under schemes of two levels, such as TWOBIG1), or
 chose the entry to replace, one slot is read and written. Under schemes that compare the new entry
 with the old ones (SIEGE, TWOBIG1, and others) a probe that misses chooses nothing; then the store
 costs what supplant_table_store does.

 If the entry chosen at the probe is no longer there, the scheme chooses again. If the same
 position was stored meanwhile in another slot, that entry may stay, and a probe may find it.

 # Safety
 The table is live; `place` and `entry` are NULL or point to a place
 and an entry.
 */
bool supplant_table_store_at(const struct supplant_table *table,
                             const struct supplant_place *place,
                             const struct supplant_entry *entry);

/*
 Prefetches the bucket of `key`: call it as soon as the child's key is known.

 # Safety
 The table is live.
 */
void supplant_table_prefetch(const struct supplant_table *table, uint64_t key);

/*
 The address of the bucket of `key`, for a prefetch instruction of your own; NULL for NULL.

 Valid until the table is resized or freed. Do not read through it: other threads write there.
 The bucket of layout `lines16` takes two cache lines, the second 64 bytes later; of the other
 layouts one.

 # Safety
 The table is live.
 */
const void *supplant_table_address(const struct supplant_table *table, uint64_t key);

/*
 Reports that the entry found for `key` ended the search of a position. Only the scheme CRAFTY
 uses this.

 # Safety
 The table is live.
 */
void supplant_table_cut_by(const struct supplant_table *table, uint64_t key);

/*
 Begins a new search: all entries become one search older. One thread calls it once for each
 search, before or while the others run. It writes one word at any table size.

 An entry is found until it is replaced or, in `xor16` and `lines16`, expires. It expires if it is
 not stored again for 32 searches or more (SUPPLANT_KEEPS_EVALUATION), 64 (SUPPLANT_KEEPS_SIZE) or
 16 (SUPPLANT_KEEPS_BOTH); under SIEGE, FOURITER and MERIT for 8 (SUPPLANT_KEEPS_SIZE) or 2
 (SUPPLANT_KEEPS_BOTH). Under SIEGE, STALE and EXACTAGE a hit renews it too, under CRAFTY
 supplant_table_cut_by.

 # Safety
 The table is live.
 */
void supplant_table_new_generation(const struct supplant_table *table);

/*
 Begins the next iteration of iterative deepening. Under FOURITER and MERIT results of other
 iterations then have another worth; under other schemes nothing changes. The first thread of a
 search calls it before each iteration. Do not call `supplant_table_new_generation` once an
 iteration.

 # Safety
 The table is live.
 */
void supplant_table_new_iteration(const struct supplant_table *table);

/*
 Writes to `seen` how full the table is. Returns false if either pointer is NULL. Takes some tens
 of microseconds.

 # Safety
 The table is live; `seen` is NULL or may be written to.
 */
bool supplant_table_occupancy(const struct supplant_table *table, struct supplant_occupancy *seen);

/*
 Slots with entries of the current search, in thousandths: UCI's hashfull. Takes some tens of
 microseconds.

 # Safety
 The table is live.
 */
uint32_t supplant_table_hashfull(const struct supplant_table *table);

/*
 How many entries the table has room for.

 # Safety
 The table is live.
 */
size_t supplant_table_slots(const struct supplant_table *table);

/*
 The size of the entries' memory in bytes.

 # Safety
 The table is live.
 */
size_t supplant_table_bytes(const struct supplant_table *table);

/*
 How many bits of the key a probe verifies: 64 or 16.

 # Safety
 The table is live.
 */
uint32_t supplant_table_verified_bits(const struct supplant_table *table);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SUPPLANT_H */
