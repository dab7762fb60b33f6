/*
 * supplant: a lock-free shared transposition table, for C and C++.
 *
 * Written by cbindgen from capi/src; do not edit.
 *
 * Threads. A function that takes `const supplant_table *` may be called by any number of threads at once, without a lock.
 * One that takes `supplant_table *` (clear, resize, the two switches, free) needs the table to itself: no other call on
 * that table may run meanwhile, and what other threads did with it before must have happened before it, as by joining
 * them or by a mutex. A pointer that only workers hold is therefore best kept as `const supplant_table *`.
 * What concurrent calls may do to each other is said at supplant_table_store. The table orders nothing but its own
 * entries: it is no means to publish other memory.
 *
 * Pointers. NULL is answered everywhere, by an error code, `false` or 0. Any other pointer must be what its
 * description says; names and paths are strings that end with a zero byte.
 *
 * Errors. Functions that can fail say why in a `supplant_error` of the caller's, which may be NULL: a code and one line
 * of text. A fault of the library itself (a panic, in Rust) is caught in these functions and is the code
 * SUPPLANT_PANICKED; in the others, which have nothing to fail with, it would end the process with a message.
 *
 * Cost. Scheme and layout are named at run time, so that a call is one jump through a pointer more than in Rust.
 */

#ifndef SUPPLANT_H
#define SUPPLANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
 All is well.
 */
#define SUPPLANT_OK 0

/*
 A pointer was NULL that must not be.
 */
#define SUPPLANT_NULL_POINTER 1

/*
 No scheme or layout is called so.
 */
#define SUPPLANT_BAD_NAME 2

/*
 Scheme, layout and what is to be kept do not go together.
 */
#define SUPPLANT_NO_SUCH_TABLE 3

/*
 There is no table of that size.
 */
#define SUPPLANT_BAD_SIZE 4

/*
 The system refuses the memory.
 */
#define SUPPLANT_OUT_OF_MEMORY 5

/*
 A fault of the library: please report it. The table is usable, entries may be missing.
 */
#define SUPPLANT_PANICKED 6

/*
 The file is damaged, or no table of this kind: nothing was made of it, and it is as it was.
 */
#define SUPPLANT_BAD_FILE 7

/*
 The system refuses to read, write, name or map the file.
 */
#define SUPPLANT_FILE_REFUSED 8

/*
 The two tables are not of one kind, or not of one size where that is asked for.
 */
#define SUPPLANT_DIFFERENT_TABLES 9

/*
 Bytes of a message, its final zero included.
 */
#define SUPPLANT_MESSAGE_BYTES 380

/*
 The table keeps the static evaluation: what today's engines keep. Layouts `xor16`, `lines16` and `cluster10`, and all schemes but those of
 the size.
 */
#define SUPPLANT_KEEPS_EVALUATION 0

/*
 The table keeps the size of the subtree: all layouts and schemes.
 */
#define SUPPLANT_KEEPS_SIZE 1

/*
 A transposition table. What it is made of is the library's affair.
 */
typedef struct supplant_table supplant_table;

/*
 What went wrong. The caller owns it; nothing has to be freed.
 */
typedef struct supplant_error {
  /*
   SUPPLANT_OK, or which fault.
   */
  int32_t code;
  /*
   One line of UTF-8 that says what was wrong and what to do, cut off if it is too long; empty if all is well.
   */
  char message[SUPPLANT_MESSAGE_BYTES];
} supplant_error;

/*
 What became of the entries when the size was changed.
 */
typedef struct supplant_resized {
  /*
   Entries there were.
   */
  size_t before;
  /*
   Entries that are in the table now.
   */
  size_t kept;
} supplant_resized;

/*
 What came back of a table from its file. A damaged file loses its damaged blocks, and no others.
 */
typedef struct supplant_loaded {
  /*
   Blocks that the table has: pages of 4096 bytes, or a little less.
   */
  size_t blocks;
  /*
   Of those, damaged ones, and missing ones of a file that was cut short: their slots are empty.
   */
  size_t lost_blocks;
  /*
   Slots the table has.
   */
  size_t slots;
  /*
   Of those, slots in blocks that are lost.
   */
  size_t lost_slots;
  /*
   Bytes behind the last block, which are none of the table's.
   */
  uint64_t surplus_bytes;
} supplant_loaded;

/*
 What became of the entries of another table.
 */
typedef struct supplant_merged {
  /*
   Entries of the other table.
   */
  size_t offered;
  /*
   Of those, entries that were kept; some may have given way to others since.
   */
  size_t kept;
} supplant_merged;

/*
 What is kept for a position. A table keeps either the evaluation or the size: the other comes back as 0.

 Set all fields before a store, by `= {0}` for those that you do not use. The bound is needed: an entry without one is
 not stored.
 */
typedef struct supplant_entry {
  /*
   Nodes of the subtree behind the entry, kept to within 1 % (layouts of 8 bytes: to a power of 8), if the table keeps sizes.
   */
  uint64_t size;
  /*
   The best move in the caller's own 16 bits; 0 is none. Check that it is legal before you play it.
   */
  uint16_t best_move;
  /*
   The score, from the view of the side to move. A score that counts plies to mate must be made relative to the
   position first.
   */
  int16_t score;
  /*
   The static evaluation of the position, if the table keeps evaluations.
   */
  int16_t evaluation;
  /*
   Plies searched, 0 to 255 (layouts of 8 bytes: to 63).
   */
  uint8_t depth;
  /*
   What the score says: SUPPLANT_UPPER, SUPPLANT_LOWER or SUPPLANT_EXACT. 0 comes back where a program in Rust stored an evaluation
   alone: the score then means nothing.
   */
  uint8_t bound;
  /*
   Whether the position is on a principal variation: 0 is no, all else is yes; comes back as 0 or 1.
   */
  uint8_t pv;
} supplant_entry;

/*
 How full a table is, from a sample of at most 4096 slots.
 */
typedef struct supplant_occupancy {
  /*
   Slots looked at.
   */
  size_t sampled;
  /*
   Of those, slots that hold an entry.
   */
  size_t occupied;
  /*
   Of those, slots that hold an entry of the current search.
   */
  size_t current;
} supplant_occupancy;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Makes an empty table of at most `mebibytes` * 2^20 bytes, its pages touched by all processors, so that the first search does not
 wait for memory. NULL if there is none such: `error` says why.

 `scheme` and `layout` are names, in any case: "DEPTHAGE" and "cluster10" are what today's engines have. `keeps` is
 SUPPLANT_KEEPS_EVALUATION or SUPPLANT_KEEPS_SIZE. Free it by supplant_table_free.

 # Safety
 Both names are NULL or end with a zero byte; `error` is NULL or may be written to.
 */
struct supplant_table *supplant_table_new(const char *scheme,
                                          const char *layout,
                                          uint32_t keeps,
                                          size_t mebibytes,
                                          struct supplant_error *error);

/*
 Frees a table; NULL is let be. No call on it may be running, and none may follow.

 # Safety
 The table is NULL, or was made by this library, is not freed, and nobody else uses it.
 */
void supplant_table_free(struct supplant_table *table);

/*
 Empties the table by `threads` threads, 0 for as many as there are processors, and starts again as if no search had been. No
 other call on the table may be running. Returns SUPPLANT_OK or the code of `error`.

 # Safety
 The table is NULL, or was made by this library, is not freed, and nobody else uses it meanwhile; `error` is NULL or may be
 written to.
 */
int32_t supplant_table_clear(struct supplant_table *table,
                             size_t threads,
                             struct supplant_error *error);

/*
 Gives the table another size, and writes to `resized`, which may be NULL, what became of its entries. Layouts `xor16`
 and `lines16` keep what finds room; the others verify too few bits to say where an entry belongs, and are empty then. No other call
 on the table may be running. While it runs there are both, the old memory and the new. Returns SUPPLANT_OK or the code of `error`;
 after an error the table is as it was.

 # Safety
 The table is NULL, or was made by this library, is not freed, and nobody else uses it meanwhile; `resized` and `error` are
 NULL or may be written to.
 */
int32_t supplant_table_resize(struct supplant_table *table,
                              size_t mebibytes,
                              struct supplant_resized *resized,
                              struct supplant_error *error);

/*
 Sets whether entries of earlier searches lose every collision, while look-ups still find them: time stamping. Off at first; `on` is 0 or not. No
 other call on the table may be running.

 # Safety
 The table is NULL, or was made by this library, is not freed, and nobody else uses it meanwhile.
 */
void supplant_table_set_time_stamping(struct supplant_table *table,
                                      uint8_t on);

/*
 Sets whether an entry without a move keeps that of the entry of its own position which it replaces, also under schemes that do
 not say so (DEPTHAGE does). Off at first; `on` is 0 or not. No other call on the table may be running.

 # Safety
 The table is NULL, or was made by this library, is not freed, and nobody else uses it meanwhile.
 */
void supplant_table_set_keeps_old_move(struct supplant_table *table,
                                       uint8_t on);

/*
 Writes the table to the file at `path`, with checksums. The file there takes its place when it is complete: if the program ends
 before, the old one stays as it was. A file that is no table, or one that processes share, is not replaced. Other threads may go on meanwhile; of two
 stores at that time the file may have the later and not the earlier. Returns SUPPLANT_OK or the code of `error`.

 `key_seed` stands for what the keys are made from, and is asked for again when the table is loaded: a number to change
 whenever the keys of positions change.

 # Safety
 The table is NULL, or was made by this library and is not freed; the path is NULL or ends with a zero byte; `error` is NULL or
 may be written to.
 */
int32_t supplant_table_save(const struct supplant_table *table,
                            const char *path,
                            uint64_t key_seed,
                            struct supplant_error *error);

/*
 Makes the table that was saved at `path`, of its size, with all that was in it, and writes to `loaded`, which may be NULL, how
 much of it came back. Scheme, layout, `keeps` and `key_seed` must be those it was saved with. NULL if there is none such:
 `error` says why. Free it by supplant_table_free.

 # Safety
 Names and path are NULL or end with a zero byte; `loaded` and `error` are NULL or may be written to.
 */
struct supplant_table *supplant_table_load(const char *scheme,
                                           const char *layout,
                                           uint32_t keeps,
                                           const char *path,
                                           uint64_t key_seed,
                                           struct supplant_loaded *loaded,
                                           struct supplant_error *error);

/*
 Opens the table that processes share in the file at `path`, and makes it, of at most `mebibytes` * 2^20 bytes, if there is none.
 All processes may probe and store at once, as threads do; a process that is killed leaves at worst a slot that nobody finds. The
 count of searches is shared, too: let one process say when a search begins. Clearing clears it for all, and its size stays.
 NULL if there is none such: `error` says why. supplant_table_free closes it, and leaves the file.

 The file must be on this machine, and as long as it is open nobody may cut it short: reading what is not there any more ends the
 process.

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
 Stores each entry of `other` into the table, by the rule of its scheme, the oldest first, and writes to `merged`, which may be
 NULL, what became of them. Both are of one scheme, layout and `keeps`; where the layout verifies a tag, of one size too. Other
 threads may use both meanwhile. Returns SUPPLANT_OK or the code of `error`.

 # Safety
 Both tables are NULL, or were made by this library and are not freed; `merged` and `error` are NULL or may be written to.
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
 How many schemes there are.
 */
size_t supplant_schemes(void);

/*
 The name of scheme `number`, counted from 0; NULL beyond the last. The library's own memory: never freed.
 */
const char *supplant_scheme_name(size_t number);

/*
 The rule of scheme `number` in a sentence, in UTF-8; NULL beyond the last. The library's own memory.
 */
const char *supplant_scheme_rule(size_t number);

/*
 How many layouts there are.
 */
size_t supplant_layouts(void);

/*
 The name of layout `number`, counted from 0; NULL beyond the last. The library's own memory.
 */
const char *supplant_layout_name(size_t number);

/*
 Looks `key` up, writes what was stored for it to `found`, and says whether there was something. `found` may be NULL; it is
 written only if there was.

 A store that runs at the same time is seen whole or not at all. Where the layout verifies 64 bits, the entry is of this key;
 where 16, once in 65536 filled slots looked at it is another position's. All 64 bits of the key must be good: the high ones
 choose the bucket.

 Cost: one cache line is read (layout `cluster10`: half of one; `lines16`: two); under schemes that refresh on a hit
 the entry's words are written: EXACTAGE and STALE the first time in a search, SIEGE also twice at most after it was stored, and as often as it was worn.

 # Safety
 The table was made by this library and is not freed; `found` is NULL or may be written to.
 */
bool supplant_table_probe(const struct supplant_table *table,
                          uint64_t key,
                          struct supplant_entry *found);

/*
 Offers an entry for `key`. Says whether it was kept: the scheme decides. An entry without a bound is not kept.

 Of stores that race into one bucket, any may be lost, and what was there with them, or an entry may end up in it twice; nothing
 else. A probe never sees a mixture (layout `cluster10`: one mixture in 65536 is believed); but under DEPTHAGE, or with
 supplant_table_set_keeps_old_move, an entry may have been given the move of another store for the same key.

 Cost: one cache line is read, and two words of it written, or none; schemes of two levels may move an entry, which writes four.

 # Safety
 The table was made by this library and is not freed; `entry` is NULL or points to an entry.
 */
bool supplant_table_store(const struct supplant_table *table,
                          uint64_t key,
                          const struct supplant_entry *entry);

/*
 Hints that `key` will be looked up soon: call it as soon as the key of the child is known.

 # Safety
 The table was made by this library and is not freed.
 */
void supplant_table_prefetch(const struct supplant_table *table, uint64_t key);

/*
 Says that the entry found for `key` ended the search of a position. Only the scheme CRAFTY heeds it.

 # Safety
 The table was made by this library and is not freed.
 */
void supplant_table_cut_by(const struct supplant_table *table, uint64_t key);

/*
 Begins a new search: what is in the table is one search older, and found until it is replaced. Once for each search, by one of
 its threads, before or while the others run. One word is written, at any size.

 # Safety
 The table was made by this library and is not freed.
 */
void supplant_table_new_generation(const struct supplant_table *table);

/*
 Writes to `seen` how full the table is, and says whether it did: not if either pointer is NULL. Some tens of microseconds.

 # Safety
 The table was made by this library and is not freed; `seen` is NULL or may be written to.
 */
bool supplant_table_occupancy(const struct supplant_table *table,
                              struct supplant_occupancy *seen);

/*
 Slots with entries of the current search, in thousandths: what UCI calls hashfull. Some tens of microseconds.

 # Safety
 The table was made by this library and is not freed.
 */
uint32_t supplant_table_hashfull(const struct supplant_table *table);

/*
 Entries that the table has room for.

 # Safety
 The table was made by this library and is not freed.
 */
size_t supplant_table_slots(const struct supplant_table *table);

/*
 Bytes that its entries take.

 # Safety
 The table was made by this library and is not freed.
 */
size_t supplant_table_bytes(const struct supplant_table *table);

/*
 Bits of the key that a look-up verifies: 64 or 16.

 # Safety
 The table was made by this library and is not freed.
 */
uint32_t supplant_table_verified_bits(const struct supplant_table *table);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SUPPLANT_H */
