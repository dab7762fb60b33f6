"""The table: what it keeps, what it refuses, and its files."""

import copy
import gc
import hashlib
import os
import pickle
import struct
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import supplant
from supplant import Entry, Table


def form(value):
    """The canonical form of a key, once more and independently."""
    if value is None:
        return b"N"
    if isinstance(value, int) or isinstance(value, float) and value.is_integer():
        return b"i" + format(int(value), "x").encode() + b";"
    if isinstance(value, float):
        return b"f" + struct.pack(">d", value)
    if isinstance(value, str):
        text = value.encode()
        return b"s%d:" % len(text) + text
    if isinstance(value, bytes):
        return b"b%d:" % len(value) + value
    kind = b"t" if isinstance(value, tuple) else b"S"
    forms = [form(element) for element in value]
    return kind + b"%d:" % len(forms) + b"".join(forms if kind == b"t" else sorted(forms))


def hashed(value):
    return int.from_bytes(hashlib.blake2b(form(value), digest_size=8).digest(), "little")


class Keys(unittest.TestCase):
    HASHED = [
        None, 0.5, -0.25, float("inf"), "", "a", "grüße", "\U0001f600", b"", b"\0\xff", (), (1,), (1, (2, "3"), None),
        (-1, 2**64, -(2**70), True), frozenset(), frozenset({3, 1, "2", (4,)}), ("x" * 300,), (2**63, -(2**63)),
    ]

    def test_an_integer_is_its_own_key(self):
        for number in [0, 1, 255, 2**32, 2**63, 2**64 - 1]:
            self.assertEqual(supplant.key(number), number)

    def test_other_values_are_hashed_by_blake2b_of_their_form(self):
        for value in self.HASHED:
            self.assertEqual(supplant.key(value), hashed(value), value)
        self.assertEqual(len({supplant.key(value) for value in self.HASHED}), len(self.HASHED))

    def test_keys_are_those_of_every_release(self):
        # Golden numbers: a file of an earlier release is still of use.
        self.assertEqual(supplant.key("a position"), 0x591338b54a411b15)
        self.assertEqual(supplant.key((1, "x", None)), 0xacc3b351c15db8aa)

    def test_equal_values_have_equal_keys(self):
        class Word(str):
            pass

        equal = [(True, 1), (7.0, 7), ((1.0, -0.0), (1, 0)), (Word("x"), "x"), (frozenset([1, 2]), frozenset([2, 1]))]
        for one, other in equal:
            self.assertEqual(one, other)
            self.assertEqual(supplant.key(one), supplant.key(other))

    def test_keys_do_not_depend_on_the_seed_of_hashes(self):
        import subprocess

        program = "import supplant; print(supplant.key(frozenset({'a', 'b', 'c'})), supplant.key(('d', 1)))"
        printed = set()
        for seed in ["0", "1", "2"]:
            env = os.environ | {"PYTHONHASHSEED": seed}
            printed.add(subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True).stdout)
        self.assertEqual(len(printed), 1, printed)

    def test_what_has_no_stable_form_is_refused(self):
        class Own:
            pass

        for value in [[], {}, set(), bytearray(b"x"), object(), Own(), Own, len, 1j, iter(()), ([],), frozenset({Own()})]:
            with self.assertRaises(TypeError, msg=repr(value)) as raised:
                supplant.key(value)
            self.assertIn("has no stable form for a key: give", str(raised.exception))
        for number in [-1, 2**64, -(2**64), 10**400, -1.0, 1e300]:
            with self.assertRaises(OverflowError) as raised:
                supplant.key(number)
            self.assertIn("from 0 to 2**64 - 1", str(raised.exception))
        for value in [float("nan"), (float("nan"),), "\ud800", ("\udfff",)]:
            with self.assertRaises(ValueError):
                supplant.key(value)

    def test_a_key_that_nests_too_deep_is_refused_and_ends_nothing(self):
        value = ()
        for _ in range(100):
            value = (value,)
        supplant.key(value)
        for _ in range(100_000):
            value = (value,)
        with self.assertRaises(ValueError):
            supplant.key(value)

    def test_a_value_that_fails_when_asked_is_refused(self):
        class Failing:
            def __index__(self):
                raise RuntimeError("mine")

        with self.assertRaises(TypeError):
            supplant.key(Failing())


class Entries(unittest.TestCase):
    def test_what_is_stored_is_found_under_every_scheme_and_layout_that_fit(self):
        made = 0
        for scheme in supplant.schemes():
            for layout in supplant.layouts():
                try:
                    table = Table("64 KiB", scheme=scheme["name"], layout=layout["name"])
                except ValueError:
                    continue
                made += 1
                self.assertTrue(table.store("here", -31, depth=9, bound="upper", move=77, size=64))
                entry = Entry._of(-31, 9, "upper", 77, 64)
                self.assertEqual(table.probe("here"), entry, table)
                self.assertIsNone(table.probe("nowhere else"))
                self.assertEqual((table.scheme, table.layout), (scheme["name"], layout["name"]))
        self.assertEqual(made, 24 + 24 + 3 * 10)

    def test_every_field_comes_back_at_both_ends_of_its_range(self):
        table = Table("1 MiB")
        for number, (score, depth, bound, move) in enumerate(
            (s, d, b, m)
            for s in (-32768, -1, 0, 32767)
            for d in (0, 255)
            for b in ("exact", "lower", "upper")
            for m in (0, 1, 65535)
        ):
            self.assertTrue(table.store(number, score, depth, bound, move, 200))
            found = table.probe(number)
            self.assertEqual((found.score, found.depth, found.bound, found.move, found.size), (score, depth, bound, move, 200))

    def test_sizes_are_kept_within_one_per_cent(self):
        table = Table("1 MiB")
        for power in range(0, 24):
            size = 3**power % 2**38
            table.store(1, 0, size=size)
            self.assertLessEqual(abs(table.probe(1).size - size), size / 100)

    def test_an_entry_is_a_value(self):
        table = Table("64 KiB")
        table.store(1, 5, depth=2, bound="lower", move=3, size=4)
        table.store(2, 5, depth=2, bound="lower", move=3, size=4)
        one, other = table.probe(1), table.probe(2)
        self.assertEqual(one, other)
        self.assertEqual(hash(one), hash(other))
        self.assertEqual(pickle.loads(pickle.dumps(one)), one)
        without = type(one)._of(1, 2, "none", 3, 4)
        self.assertEqual((pickle.loads(pickle.dumps(without)), without.bound), (without, "none"))
        self.assertEqual(copy.copy(one), one)
        self.assertEqual(repr(one), "Entry(score=5, depth=2, bound='lower', move=3, size=4)")
        match one:
            case Entry(score, depth, bound, move, size):
                self.assertEqual((score, depth, bound, move, size), (5, 2, "lower", 3, 4))
        with self.assertRaises(AttributeError):
            one.score = 6

    def test_what_does_not_fit_an_entry_is_refused_and_not_cut(self):
        table = Table("64 KiB")
        wrong = [
            ({"score": 32768}, "score 32768: an entry holds -32768 to 32767"),
            ({"score": -32769}, "score -32769: an entry holds"),
            ({"score": 1, "depth": 256}, "depth 256: an entry holds 0 to 255"),
            ({"score": 1, "depth": -1}, "depth -1"),
            ({"score": 1, "move": 65536}, "move 65536"),
            ({"score": 1, "bound": "none"}, "no bound is called `none`; there are exact, lower and upper"),
            ({"score": 1, "bound": ""}, "no bound is called ``"),
        ]
        for fields, said in wrong:
            with self.assertRaisesRegex(ValueError, said.replace("*", "."), msg=fields):
                table.store(7, **fields)
        for fields in [{"score": 1.5}, {"score": "1"}, {"score": None}, {"score": 1, "bound": 3}, {"score": 1, "depth": []}]:
            with self.assertRaises(TypeError, msg=fields):
                table.store(7, **fields)
        for fields in [{"score": 10**30}, {"score": 1, "size": -1}, {"score": 1, "size": 2**64}]:
            with self.assertRaises((OverflowError, ValueError), msg=fields):
                table.store(7, **fields)
        self.assertIsNone(table.probe(7))

    def test_a_full_table_replaces_by_its_scheme(self):
        new, old = Table(16, scheme="NEW"), Table(16, scheme="OLD")
        self.assertEqual((new.slots, old.slots), (1, 1))
        for table in (new, old):
            table.store("first", 1)
        self.assertTrue(new.store("second", 2))
        self.assertFalse(old.store("second", 2))
        self.assertIsNone(new.probe("first"))
        self.assertEqual(new.probe("second").score, 2)
        self.assertEqual(old.probe("first").score, 1)
        self.assertEqual((len(new), len(old)), (1, 1))


class Sizes(unittest.TestCase):
    def test_sizes_are_bytes_or_words(self):
        for size, wanted in [(4096, 4096), ("4KiB", 4096), ("4 KiB", 4096), (" 1 mib ", 2**20), ("2MiB", 2**21)]:
            table = Table(size)
            self.assertEqual((table.bytes, table.slots), (wanted, wanted // 16), size)
        self.assertEqual(Table().bytes, 16 << 20)

    def test_what_is_no_size_is_refused_with_what_to_give(self):
        for size in ["", "64", "64MB", "64 M", "-1 MiB", "1.5 MiB", "MiB", "0 KiB", 0, -1, 2**70, "99999999999TiB", "1 MiB x"]:
            with self.assertRaisesRegex(ValueError, "is not a table size; give bytes as an integer, or words", msg=size):
                Table(size)
        for size in [1.0, [], b"1 MiB", float("nan"), object()]:
            with self.assertRaisesRegex(TypeError, "a table size is an integer of bytes", msg=size):
                Table(size)

    def test_more_than_the_memory_is_refused_before_it_is_taken(self):
        for size in ["100000 TiB", 2**62, 2**64 - 1]:
            with self.assertRaises(MemoryError, msg=size) as raised:
                Table(size)
            self.assertIn("do not fit into the memory that is free now", str(raised.exception))

    def test_less_than_a_bucket_is_refused(self):
        with self.assertRaisesRegex(ValueError, "holds no bucket; the least is 2 slots"):
            Table(31)

    def test_names_are_refused_in_the_words_of_the_command(self):
        with self.assertRaisesRegex(ValueError, r"no scheme is called `TWOBIG`; did you mean TWOBIG1\?; `supplant schemes` lists"):
            Table(scheme="TWOBIG")
        with self.assertRaisesRegex(ValueError, "no layout is called `xor`"):
            Table(layout="xor")
        with self.assertRaisesRegex(ValueError, "NEW has 1 slot a bucket and line8 has 8; take another layout"):
            Table(scheme="NEW", layout="line8")
        with self.assertRaises(TypeError):
            Table(scheme=3)


class Contents(unittest.TestCase):
    def test_len_counts_entries_and_stats_tell_how_full_it_is(self):
        table = Table("1 MiB", scheme="NEW")
        for number in range(1000):
            table.store(("position", number), 1)
        held = sum(table.probe(("position", number)) is not None for number in range(1000))
        self.assertEqual(len(table), held)
        self.assertGreater(held, 980)
        stats = table.stats()
        self.assertEqual((stats.slots, stats.bytes, stats.sampled, stats.verified_bits), (65536, 1 << 20, 4096, 64))
        self.assertAlmostEqual(stats.full, 1000 / 65536, delta=0.01)
        table.new_generation()
        self.assertEqual(table.stats().current, 0)
        self.assertEqual(table.stats().full, stats.full)
        table.clear()
        self.assertEqual((len(table), table.stats().full), (0, 0))
        self.assertIsNone(table.probe(("position", 1)))

    def test_upper_bounds_of_another_iteration_go_first_under_fouriter_alone(self):
        def kept(scheme, iterations):
            table = Table("64 KiB", scheme=scheme)
            for number in range(2000):
                table.store(("upper", number), 1, depth=9, bound="upper", size=1000)
            for _ in range(iterations):
                table.new_iteration()
            for number in range(20000):
                table.store(("lower", number), 1, depth=1, bound="lower", size=2)
            return sum(table.probe(("upper", number)) is not None for number in range(2000))

        self.assertLess(kept("FOURITER", 1), kept("FOURITER", 0) / 4)
        self.assertEqual(kept("FOURITER", 2), kept("FOURITER", 0))
        self.assertEqual(kept("SIEGE", 1), kept("SIEGE", 0))

    def test_a_table_is_true_even_if_it_is_empty(self):
        self.assertTrue(Table("64 KiB"))

    def test_a_table_says_what_it_is(self):
        self.assertEqual(repr(Table("1 MiB")), "<supplant.Table of 1 MiB, TWOBIG1 in xor16>")
        self.assertIsNone(Table("1 MiB").path)

    def test_tables_are_freed(self):
        def resident():
            with open("/proc/self/statm", encoding="ascii") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

        if not os.path.exists("/proc/self/statm"):
            self.skipTest("the system does not tell")
        for _ in range(3):
            Table("16 MiB").clear()
        gc.collect()
        before = resident()
        for _ in range(30):
            Table("16 MiB").clear()
        gc.collect()
        self.assertLess(resident() - before, 64 << 20)

    def test_threads_use_one_table_at_once(self):
        table, wrong = Table("1 MiB"), []

        def work(first):
            for number in range(first, first + 5000):
                table.store(number, number % 1000, depth=number % 200)
                found = table.probe(number % 7000)
                if found is not None and found.depth != number % 7000 % 200:
                    wrong.append(found)

        threads = [threading.Thread(target=work, args=(first,)) for first in (0, 1000, 2000, 3000)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])
        self.assertGreater(len(table), 6000)


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_a_saved_table_is_loaded_with_all_it_was(self):
        table = Table("256 KiB", scheme="SIEGE", layout="cluster10")
        for number in range(2000):
            table.store(number, number - 1000, depth=number % 60, move=number)
        path = self.folder / "table"
        table.save(path)
        table.save(str(path))
        loaded = Table.load(path)
        self.assertEqual((loaded.scheme, loaded.layout, loaded.bytes, len(loaded)), ("SIEGE", "cluster10", table.bytes, len(table)))
        self.assertEqual(loaded.lost_slots, 0)
        for number in range(2000):
            self.assertEqual(loaded.probe(number), table.probe(number))
        self.assertIsNone(loaded.path)

    def test_a_damaged_file_loses_the_damaged_blocks_alone(self):
        table = Table("256 KiB", scheme="NEW")
        for number in range(10_000):
            table.store(number, 1)
        path = self.folder / "table"
        table.save(path)
        data = bytearray(path.read_bytes())
        data[4096 + 4096 * 3 + 100] ^= 1
        path.write_bytes(data)
        with self.assertWarnsRegex(UserWarning, "damaged or cut off: [0-9]+ of [0-9]+ slots are empty"):
            loaded = Table.load(path)
        self.assertGreater(loaded.lost_slots, 0)
        self.assertLess(loaded.lost_slots, 300)
        self.assertGreater(len(loaded), len(table) * 0.9)
        path.write_bytes(data[:100])
        with self.assertRaises(ValueError):
            Table.load(path)

    def test_foreign_files_are_refused_and_stay(self):
        foreign, empty = self.folder / "foreign", self.folder / "empty"
        foreign.write_text("something else altogether\n" * 1000)
        empty.write_text("")
        for path in (foreign, empty):
            for call in (Table.load, Table.open_shared, lambda path: Table.open_shared(path, "1 MiB")):
                with self.assertRaisesRegex(ValueError, "not a table of supplant; check the name"):
                    call(path)
        with self.assertRaisesRegex(ValueError, "is not a table of supplant; save to another file"):
            Table("64 KiB").save(foreign)
        self.assertTrue(foreign.read_text().startswith("something else"))

    def test_files_that_the_system_refuses_raise_its_errors_with_the_path(self):
        missing, table = self.folder / "missing", Table("64 KiB")
        refused = [
            (lambda: Table.load(missing), FileNotFoundError),
            (lambda: Table.open_shared(missing), FileNotFoundError),
            (lambda: table.save(missing / "below"), FileNotFoundError),
            (lambda: Table.open_shared(missing / "below", "1 MiB"), FileNotFoundError),
            (lambda: Table.load(self.folder), OSError),
            (lambda: table.save(self.folder), OSError),
            (lambda: Table.open_shared(self.folder, "1 MiB"), OSError),
            (lambda: Table.load("/dev/null"), OSError),
            (lambda: Table.load(""), OSError),
            (lambda: Table.open_shared("", "1 MiB"), OSError),
            (lambda: table.save(""), OSError),
            (lambda: table.save("a" * 5000), OSError),
        ]
        for call, kind in refused:
            with self.assertRaises(kind) as raised:
                call()
            self.assertNotIn("\n", str(raised.exception))
        self.assertEqual(os.listdir(self.folder), [])
        for path in [None, 3, [], b"\0", "a\0b"]:
            with self.assertRaises((TypeError, ValueError, OSError), msg=path):
                table.save(path)

    @unittest.skipIf(os.name == "nt" or os.geteuid() == 0, "this user may write everywhere")
    def test_a_folder_that_cannot_be_written_is_named(self):
        self.folder.chmod(0o500)
        try:
            with self.assertRaises(PermissionError):
                Table("64 KiB").save(self.folder / "table")
        finally:
            self.folder.chmod(0o700)

    def test_a_shared_table_is_one_table(self):
        path = self.folder / "shared"
        one = Table.open_shared(path, "1 MiB", scheme="DEPTHAGE", key_seed=5)
        other = Table.open_shared(path)
        again = pickle.loads(pickle.dumps(one))
        one.store("here", 25, depth=7)
        for table in (other, again, Table.open_shared(path, "1 MiB", scheme="DEPTHAGE")):
            self.assertEqual(table.probe("here").score, 25)
            self.assertEqual((table.scheme, table.key_seed, table.bytes), ("DEPTHAGE", 5, 1 << 20))
            self.assertEqual(table.path, str(path))
        other.clear()
        self.assertIsNone(one.probe("here"))

    def test_a_shared_table_is_refused_under_other_properties(self):
        path = self.folder / "shared"
        Table.open_shared(path, "1 MiB")
        for options, said in [
            ({"size": "2 MiB"}, "ask for the size of the file"),
            ({"scheme": "NEW"}, "a table of scheme TWOBIG1, not NEW"),
            ({"layout": "single8"}, "a table of bucket xor16"),
            ({"key_seed": 9}, "a table of key seed 0x0, not 0x9"),
        ]:
            with self.assertRaisesRegex(ValueError, said):
                Table.open_shared(path, **options)
        with self.assertRaisesRegex(ValueError, "a table that is shared, not one that is saved"):
            Table.load(path)
        with self.assertRaisesRegex(ValueError, "this file is a shared table that other processes may use"):
            Table("64 KiB").save(path)

    def test_a_table_in_memory_is_not_pickled_in_silence(self):
        for refused in (lambda: pickle.dumps(Table("64 KiB")), lambda: copy.deepcopy(Table("64 KiB"))):
            with self.assertRaisesRegex(TypeError, "a table in memory belongs to one process: share it with"):
                refused()

    def test_a_relative_path_is_found_from_another_folder(self):
        here = os.getcwd()
        os.chdir(self.folder)
        try:
            table = Table.open_shared("shared", "64 KiB")
            table.store(1, 2)
            os.chdir("/")
            self.assertEqual(pickle.loads(pickle.dumps(table)).probe(1).score, 2)
        finally:
            os.chdir(here)


if __name__ == "__main__":
    unittest.main()
