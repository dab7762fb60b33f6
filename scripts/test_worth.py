"""Tests of worth.py: python -m unittest discover scripts."""
import math
import unittest

import command
import worth

SCHEMES = "'A=supplant uci;Hash KiB=8;Scheme=SIEGE' 'B=supplant uci;Hash KiB=8;Scheme=NEW'"
HANDICAP = "'12=supplant uci;Hash KiB=8;Scheme=SIEGE;@limit=nodes:12000' '10=supplant uci;Hash KiB=8;Scheme=SIEGE'"


def row(kinds, command=SCHEMES, sprt=""):
    numbers = dict(zip(worth.KINDS, map(str, kinds)))
    return dict(numbers, first="A", second="B", command=command, limit="nodes:10000", sprt=sprt)


class Worth(unittest.TestCase):
    def test_elo_and_its_error_are_those_of_the_pairs(self):
        middle, error = worth.measured((0, 0, 50, 50, 0))
        self.assertAlmostEqual(middle, -400 * math.log10(1 / 0.625 - 1))
        # A share of 1/2 or 3/4, a hundred times: its mean has the deviation 1/8 / √99.
        self.assertAlmostEqual(error, 400 / math.log(10) / (0.625 * 0.375) * 0.125 / math.sqrt(99))

    def test_too_few_pairs_and_pairs_that_end_alike_are_refused(self):
        for kinds in [(0, 0, 1, 0, 0), (0, 0, 5, 4, 0), (0, 0, 0, 0, 50)]:
            with self.assertRaisesRegex(command.Bad, f"{sum(kinds)} pairs has no interval"):
                worth.measured(kinds)

    def test_a_line_is_found_and_a_bend_is_seen(self):
        slope, error, chi = worth.fitted([(1, 200, 10), (0.5, 100, 10), (0.25, 50, 5)])
        self.assertAlmostEqual(slope, 200)
        self.assertAlmostEqual(error, 1 / math.sqrt(0.01 + 0.0025 + 0.0025))
        self.assertAlmostEqual(chi, 0)
        self.assertGreater(worth.fitted([(1, 200, 10), (0.5, 150, 10)])[2], 3.84)

    def test_only_matches_that_differ_in_one_thing_count(self):
        modern = HANDICAP.replace("uci;", "uci;Preset=modern;")
        sizes = SCHEMES.replace("8;Scheme=NEW", "2;Scheme=NEW")
        rows = [row((1,) * 5, command) for command in (SCHEMES, HANDICAP, modern, sizes)]
        self.assertEqual([worth.ratio(row) for row in rows], [None, 1.2, None, None])
        self.assertEqual([worth.pair(row) for row in rows], [("A", "B"), None, None, None])

    def test_matches_of_one_pair_are_added_but_not_to_a_stopped_test(self):
        rows = [row((1, 2, 3, 4, 5)), row((1, 0, 0, 0, 0)), row((9, 0, 0, 0, 0), sprt="H1 [0, 20]")]
        sums = worth.added(rows, worth.pair)
        self.assertEqual(sums, {("A", "B"): [2, 2, 3, 4, 5], ("A", "B, a stopped test"): [9, 0, 0, 0, 0]})


if __name__ == "__main__":
    unittest.main()
