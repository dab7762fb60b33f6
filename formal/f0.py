"""What Z3 says of f0, the bijection of the first data word, and of the folded index, for all 64-bit words.

f0(w) = p ^ p >> 32 with p = w * GOLDEN mod 2^64. GOLDEN is odd, so p ranges over all words, and flipping bit i of w adds or
subtracts GOLDEN << i.
"""

from z3 import BitVec, BitVecs, BitVecVal, If, LShR, Solver, UGE, ULT

GOLDEN = 0x9E37_79B9_7F4A_7C15
ALL = (1 << 64) - 1


def answer(*conditions):
    solver = Solver()
    solver.set("timeout", 60_000)
    solver.add(*conditions)
    return str(solver.check())


def expect(what, expected, found):
    print(f"{what}: {found}" + ("" if found == expected else ", UNEXPECTED"))
    return found == expected


p, q, mask, buckets = BitVecs("p q mask buckets", 64)


def fold(word):
    return word ^ LShR(word, 32)


def at_most_one_bit(word):
    return word & (word - 1) == 0


def undone(mixed):
    """Whether flipping one bit of the data can be undone by flipping at most one bit of the check, under `mixed`."""
    flipped = [p + BitVecVal(sign * (GOLDEN << i) & ALL, 64) for i in range(64) for sign in (1, -1)]
    answers = {answer(at_most_one_bit(mixed(p) ^ mixed(other))) for other in flipped}
    return "sat" if "sat" in answers else "unsat" if answers == {"unsat"} else "unknown"


results = [
    expect("two words of one f0", "unsat", answer(p != q, fold(p) == fold(q))),
    expect("a flip of data that a flip of the check undoes", "unsat", undone(fold)),
    # Without the fold the highest bit changes one bit alone.
    expect("control: the same without the fold", "sat", undone(lambda word: word)),
]
# `Fold`: the low bits of the key, folded where they are beyond the last bucket; mask + 1 is a power of two.
low = p & mask
sizes = [buckets != 0, UGE(mask, buckets - 1), ULT(LShR(mask, 1), buckets), mask & (mask + 1) == 0]
folded = If(UGE(low, buckets), low - buckets, low)
results += [
    expect("a folded index out of range", "unsat", answer(*sizes, UGE(folded, buckets))),
    expect("control: the same without the fold", "sat", answer(*sizes, UGE(low, buckets))),
]
raise SystemExit(0 if all(results) else 1)
