"""The litmus tests: programs of two or three threads, and what must or must not be seen.

A slot is two words, `c` (check) and `d` (data) with check = key ^ data; a second slot is `cy` and `dy`. An instruction is a
tuple, see `emit.py`.
"""

# Check and data of three entries: keys 4, 1 and 2.
OLD, A, B = (68, 64), (17, 16), (34, 32)
# OLD written back as fresh, in two generations.
FRESH, FRESHER = (76, 72), (84, 80)
# The same where the two lowest bits of the data, its wear, are outside the check.
WORN, WORN_A, WORN_FRESH = (68, 67), (17, 19), (76, 75)

NEVER, SOMETIMES, DEPENDS = "Never", "Sometimes", "?"
TESTS = {}


def test(name, memory, threads, fault, expected, shown):
    """A test of `threads` over `memory`: `fault` is what herd7 looks for, `shown` what tells states apart."""
    TESTS[name] = (memory, threads, fault, expected, shown.split())


def save(words, slot=""):
    return [("store", "c" + slot, words[0]), ("store", "d" + slot, words[1])]


def look(slot="", name="", masked=False):
    """Loads r0 and r1, and computes the key k that they claim; of masked data, m, the wear is left out."""
    loads = [("load", "r0" + name, "c" + slot), ("load", "r1" + name, "d" + slot)]
    if masked:
        return loads + [("and", "m" + name, "r1" + name, 0xFC), ("xor", "k" + name, "r0" + name, "m" + name)]
    return loads + [("xor", "k" + name, "r0" + name, "r1" + name)]


def move(source, target):
    loads = [("load", "r0", "c" + source), ("load", "r1", "d" + source)]
    return loads + [("copy", "c" + target, "r0"), ("copy", "d" + target, "r1")]


def shift(words):
    """A two-level store: what is seen above goes below, the new entry above."""
    return move("", "y") + save(words)


def second_look(slot):
    """Data of a second look, sealed for the key that the first one validated."""
    moved = [("load", "r2", "d"), ("xor_value", "r3", "r2", 4), ("copy", "c" + slot, "r3"), ("copy", "d" + slot, "r2")]
    return look() + [("if_equal", "k", 4)] + moved


def exchange(first, second):
    return [("exchange", *first, "f"), ("if_equal", "f", 1), ("exchange", *second, "g")]


def prober(seen=OLD, fresh=FRESH, masked=False, check_first=False):
    """Writes back what it validated, as `Slot::exchange` does: the data, then the check."""
    check, data = ("c", seen[0], fresh[0]), ("d", seen[1], fresh[1])
    order = (check, data) if check_first else (data, check)
    return look(masked=masked) + [("if_equal", "k", 4)] + exchange(*order)


def ordered(thread):
    """Loads acquire and stores release."""
    return [(op[0] + "_ordered", *op[1:]) if op[0] in ("load", "store", "copy") else op for op in thread]


def invented(thread, name="", stored=((1, 16), (2, 32), (4, 64)), data="r1"):
    """A key beside data that was not stored for it."""
    return " \\/ ".join(f"({thread}:k{name}={k} /\\ ~({thread}:{data}{name}={d}))" for k, d in stored)


READER, ENDS = "2:r0 2:r1", "c d"
HOLDS_OLD = dict(c=68, d=64)
TWO_LEVELS = dict(c=68, d=64, cy=0, dy=0)
LANDED = "~(2:r0=0) /\\ ~(2:r1=0)"

# M1: no invention.
test("m1-slot-2w1r", HOLDS_OLD, [save(A), save(B), look()], invented(2), NEVER, READER)
BESIDE = "(2:r0=1 /\\ ~(2:r1=16)) \\/ (2:r0=2 /\\ ~(2:r1=32))"
KEYS = [save((1, 16)), save((2, 32)), look()]
test("m1-control-key-beside-data", dict(c=4, d=64), KEYS, BESIDE, SOMETIMES, READER)

# M3: a fresh slot.
TEMPTING = ((1, 16), (2, 32), (16, 0), (17, 0), (32, 0), (34, 0), (0, 0))
EMPTY = dict(c=0, d=0)
fault = f"{LANDED} /\\ ({invented(2, stored=TEMPTING)})"
test("m3-fresh-2w1r", EMPTY, [save(A), save(B), look()], fault, NEVER, READER)
fault = "2:k=0 \\/ 2:k=16 \\/ 2:k=17"
test("m3-control-no-zero-rule", EMPTY, [save(A), save(B), look()], fault, SOMETIMES, READER)

# Load buffering: a load sees a store that follows another thread's load of a later store.
fault = " \\/ ".join(invented(thread) for thread in (0, 1, 2))
threads = [look() + save(A), look() + save(B), look()]
test("lb-look-then-store", HOLDS_OLD, threads, fault, NEVER, "0:r0 1:r1 c d")
fault = "0:k=2 /\\ 1:k=1 /\\ 0:r1=32 /\\ 1:r1=16"
threads = [look() + save(A, "y"), look("y") + save(B)]
test("lb-reached-across-slots", dict(c=0, d=0, cy=0, dy=0), threads, fault, DEPENDS, "0:r0 0:r1 1:r0 1:r1")
threads = [look() + save(A), look() + save(B)]
test("lb-reached-words-of-one-slot", HOLDS_OLD, threads, "0:r0=34 /\\ 1:r1=16", DEPENDS, "0:r0 0:r1 1:r0 1:r1 c d")
fault = invented(2) + " \\/ ~((2:r0=68 \\/ 2:r0=17) /\\ (2:r1=64 \\/ 2:r1=16))"
threads = [move("", "y"), move("y", ""), look()]
test("lb-two-moves-across", dict(c=68, d=64, cy=17, dy=16), threads, fault, NEVER, READER)

# M5: a shift.
TWO_LOOKS, BOTH = look("", "a") + look("y", "b"), "1:r0a 1:r1a 1:r0b 1:r1b"
below = f"(~(1:r0b=0) /\\ ~(1:r1b=0)) /\\ ({invented(1, 'b')})"
fault = f"(({invented(1, 'a')}) \\/ ({below})) \\/ ~(c=17 /\\ d=16 /\\ cy=68 /\\ dy=64)"
test("m5-shift-1w-invents", TWO_LEVELS, [shift(A), TWO_LOOKS], fault, NEVER, BOTH)
missed = "~(1:r0a=68 /\\ 1:r1a=64) /\\ ~(1:r0b=68 /\\ 1:r1b=64)"
test("m5-shift-1w-missed", TWO_LEVELS, [shift(A), TWO_LOOKS], missed, DEPENDS, BOTH)
threads = [ordered(shift(A)), ordered(TWO_LOOKS)]
test("m5-shift-1w-missed-ordered", TWO_LEVELS, threads, missed, DEPENDS, BOTH)
fault = "2:k=4 /\\ ~(2:r1=64) /\\ ~(2:r1=0) /\\ ~(2:r0=0)"
threads = [second_look("y") + save(A), save(B), look("y")]
test("m5-control-second-look", TWO_LEVELS, threads, fault, SOMETIMES, READER)
fault = f"{LANDED} /\\ ({invented(2)})"
test("m5-shift-2w-reader-below", TWO_LEVELS, [shift(A), shift(B), look("y")], fault, NEVER, READER)

# M9: freshness written back.
fault = "(2:k=4 /\\ ~(2:r1=64) /\\ ~(2:r1=72)) \\/ (2:k=1 /\\ ~(2:r1=16)) \\/ ~(c=17 /\\ d=16)"
test("m9-fresh-beside-store", HOLDS_OLD, [prober(), save(A), look()], fault, NEVER, f"{READER} {ENDS}")
UNDONE, TWO_PROBERS = "~(c=17 /\\ d=16)", [prober(), prober(fresh=FRESHER)]
test("m9-two-probers-beside-store", HOLDS_OLD, TWO_PROBERS + [save(A)], UNDONE, NEVER, ENDS)
fault = "~(c=76 /\\ d=72) /\\ ~(c=84 /\\ d=80)"
test("m9-two-probers", HOLDS_OLD, TWO_PROBERS, fault, NEVER, ENDS)
plain = look() + [("if_equal", "k", 4)] + save(FRESH)
test("m9-control-plain-stores", HOLDS_OLD, [plain, save(A)], "c=76 /\\ d=72", SOMETIMES, ENDS)
test("m9-control-second-look", HOLDS_OLD, [second_look(""), save(A)], "c=20 /\\ d=16", SOMETIMES, ENDS)
# The exception in M9's words.
fault = "~(c=76 /\\ d=72) /\\ ~(c=68 /\\ d=64)"
test("m9-same-words-stored-again", HOLDS_OLD, [prober(), save(OLD)], fault, SOMETIMES, ENDS)
fault = "~(c=65 /\\ d=64)"
test("m9-same-data-other-key", HOLDS_OLD, [prober(), save((65, 64))], fault, SOMETIMES, ENDS)

# A wear count outside the check, lowered by whoever was refused.
HOLDS_WORN = dict(c=68, d=67)
wear = look(masked=True) + [("if_equal", "k", 4), ("exchange", "d", 67, 66, "f")]
wear_plain = look(masked=True) + [("if_equal", "k", 4), ("store", "d", 66)]
invents = "(2:k=4 /\\ ~(2:m=64)) \\/ (2:k=1 /\\ ~(2:m=16))"
undone = "~(c=17 /\\ d=19)"
reader = look(masked=True)
shown = f"{READER} {ENDS}"
test("wear-beside-store", HOLDS_WORN, [wear, save(WORN_A), reader], f"{invents} \\/ {undone}", NEVER, shown)
test("wear-plain-invents", HOLDS_WORN, [wear_plain, save(WORN_A), reader], invents, NEVER, shown)
test("wear-plain-undoes-store", HOLDS_WORN, [wear_plain, save(WORN_A)], undone, SOMETIMES, ENDS)
fault = "~(c=65 /\\ (d=67 \\/ d=66))"
test("wear-beside-same-data", HOLDS_WORN, [wear, save((65, 67))], fault, NEVER, ENDS)
test("wear-lands-on-newcomer", HOLDS_WORN, [wear, save((65, 67))], "c=65 /\\ d=66", SOMETIMES, ENDS)
dead = "~((c=68 /\\ (d=67 \\/ d=66)) \\/ (c=76 /\\ d=75))"
refresh = prober(WORN, WORN_FRESH, masked=True)
check_first = prober(WORN, WORN_FRESH, masked=True, check_first=True)
test("wear-beside-refresh", HOLDS_WORN, [wear, refresh], dead, NEVER, ENDS)
test("wear-control-check-first", HOLDS_WORN, [wear, check_first], dead, SOMETIMES, ENDS)
test("wear-beside-refresh-and-store", HOLDS_WORN, [wear, refresh, save(WORN_A)], undone, NEVER, ENDS)
test("wear-plain-beside-refresh", HOLDS_WORN, [wear_plain, refresh], dead, SOMETIMES, ENDS)
