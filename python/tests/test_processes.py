"""Tables that processes share: forked, spawned, and killed in the middle of their work."""

import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import supplant
from supplant import Table

METHODS = multiprocessing.get_all_start_methods()


def fill(table, first, count):
    for number in range(first, first + count):
        table.store(("filled", number), number % 1000, depth=number % 200)


def solve_shared(path, heaps):
    return supplant.solve(supplant.games.Nim(*heaps), table=Table.open_shared(path)).value


def open_at_once(path, barrier, results):
    barrier.wait()
    table = Table.open_shared(path, "1 MiB")
    table.store(os.getpid(), 1)
    results.put((table.scheme, table.bytes))


class Shared(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.path = self.folder / "shared"

    def test_processes_of_each_start_method_see_what_others_stored(self):
        for method in METHODS:
            with self.subTest(method):
                context = multiprocessing.get_context(method)
                table = Table.open_shared(self.path.with_name(method), "4 MiB")
                table.store("parent", 7)
                processes = [context.Process(target=fill, args=(table, 1000 * n, 1000)) for n in range(3)]
                for process in processes:
                    process.start()
                for process in processes:
                    process.join()
                self.assertEqual([process.exitcode for process in processes], [0, 0, 0])
                found = [table.probe(("filled", number)) for number in range(3000)]
                self.assertGreater(sum(entry is not None for entry in found), 2950)
                for number, entry in enumerate(found):
                    if entry is not None:
                        self.assertEqual((entry.score, entry.depth), (number % 1000, number % 200))
                self.assertEqual(table.probe("parent").score, 7)

    @unittest.skipUnless("fork" in METHODS, "this system does not fork")
    def test_a_table_in_memory_is_a_copy_in_a_forked_process(self):
        # The control of the test above: without a file nothing comes back.
        table = Table("1 MiB")
        process = multiprocessing.get_context("fork").Process(target=fill, args=(table, 0, 100))
        process.start()
        process.join()
        self.assertEqual((process.exitcode, len(table)), (0, 0))

    def test_a_pool_solves_on_one_table(self):
        context = multiprocessing.get_context("spawn")
        Table.open_shared(self.path, "1 MiB")
        games = [(1, 2, 3), (3, 4, 5), (2, 2), (1, 3, 5, 7), (5, 6)]
        with context.Pool(2) as pool:
            values = pool.starmap(solve_shared, [(self.path, heaps) for heaps in games])
        self.assertEqual(values, [-1, 1, -1, -1, 1])
        self.assertGreater(len(Table.open_shared(self.path)), 20)

    def test_several_processes_that_create_one_file_at_once_get_one_table(self):
        context = multiprocessing.get_context(METHODS[0])
        barrier, results = context.Barrier(4), context.Queue()
        processes = [context.Process(target=open_at_once, args=(self.path, barrier, results)) for _ in range(4)]
        for process in processes:
            process.start()
        seen = [results.get(timeout=60) for _ in processes]
        for process in processes:
            process.join()
        self.assertEqual(seen, [("TWOBIG1", 1 << 20)] * 4)
        table = Table.open_shared(self.path)
        self.assertTrue(all(table.probe(process.pid) for process in processes))

    @unittest.skipUnless("fork" in METHODS, "this system does not fork")
    def test_a_process_may_fork_while_threads_use_the_table(self):
        table, stop = Table.open_shared(self.path, "1 MiB"), threading.Event()

        def work():
            while not stop.is_set():
                fill(table, 0, 100)

        def chess():
            while not stop.is_set():
                supplant.search_chess(depth=4)

        threads = [threading.Thread(target=work), threading.Thread(target=chess)]
        for thread in threads:
            thread.start()
        try:
            for number in range(5):
                child = os.fork()
                if child == 0:
                    table.store(("child", number), number)
                    right = supplant.solve(supplant.games.Nim(1, 2)).value == 1 and supplant.search_chess(depth=2).line
                    os._exit(0 if right else 1)
                self.assertEqual(os.waitpid(child, 0)[1], 0)
                self.assertEqual(table.probe(("child", number)).score, number)
        finally:
            stop.set()
            for thread in threads:
                thread.join()

    def run_and_kill(self, program, *words):
        process = subprocess.Popen([sys.executable, "-c", program, *map(str, words)], stdout=subprocess.PIPE)
        try:
            process.stdout.readline()
            time.sleep(0.05)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
        self.assertNotEqual(process.returncode, 0)

    def test_a_process_that_is_killed_while_storing_leaves_a_table_that_works(self):
        table = Table.open_shared(self.path, "1 MiB")
        program = (
            "import sys, itertools, supplant\n"
            "table = supplant.Table.open_shared(sys.argv[1])\n"
            "print(flush=True)\n"
            "for number in itertools.count(): table.store(number % 9999, number % 777, depth=number % 9999 % 200)\n"
        )
        for _ in range(3):
            self.run_and_kill(program, self.path)
        for number in range(9999):
            found = table.probe(number)
            self.assertTrue(found is None or found.depth == number % 200)
        self.assertGreater(len(table), 9000)
        self.assertEqual(Table.open_shared(self.path).bytes, 1 << 20)

    def test_a_process_that_is_killed_while_saving_leaves_a_whole_file(self):
        program = (
            "import sys, supplant\n"
            "table = supplant.Table('8 MiB')\n"
            "for number in range(2000): table.store(number, 1)\n"
            "table.save(sys.argv[1])\n"
            "print(flush=True)\n"
            "while True: table.save(sys.argv[1])\n"
        )
        for _ in range(3):
            self.run_and_kill(program, self.path)
            loaded = Table.load(self.path)
            self.assertEqual((loaded.lost_slots, len(loaded)), (0, 2000))

    @unittest.skipIf(os.name == "nt", "signals of this kind are of POSIX")
    def test_a_command_ends_at_ctrl_c_and_goes_on_later(self):
        out = self.folder / "results"
        program = (
            "import sys, supplant\n"
            "try:\n"
            "    supplant.command('study', '1994', '--quick', '--jobs', '1', '--out', sys.argv[1])\n"
            "except KeyboardInterrupt:\n"
            "    sys.exit(77)\n"
        )
        process = subprocess.Popen([sys.executable, "-c", program, out], stderr=subprocess.DEVNULL, start_new_session=True)
        deadline = time.monotonic() + 60
        journal = out / "1994.jsonl"
        while time.monotonic() < deadline and not (journal.exists() and '"unit"' in journal.read_text()):
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), 77)
        self.assertIn('"unit"', journal.read_text())


if __name__ == "__main__":
    unittest.main()
