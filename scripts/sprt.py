"""A sequential test on pairs of games: it decides between two differences in Elo, and says after each pair whether to stop.

This is the generalised sequential probability ratio test that fishtest and fastchess use. The log-likelihood ratio (LLR)
compares two distributions of the five scores of a pair: the most likely one whose mean is the expected score of ELO1, and the
most likely one whose mean is that of ELO0. The test accepts H1 at LLR >= log((1 - beta) / alpha), and H0 at
LLR <= log(beta / (1 - alpha)) (Wald, 1945).

Elo is logistic, as in elo.py. fastchess and today's fishtest can also test normalised Elo, which divides by the spread of the
games, so their bounds mean something else.

Source: Van den Bergh, https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf, proposition 1.1, as cited in
server/fishtest/stats/LLRcalc.py of fishtest. fishtest replaces a count of zero by 0.001; this file keeps it and computes the
exact maximum.
"""
import argparse
import math

import elo

# Beyond that, expected scores are too close to 0 or 1 to tell apart.
WIDEST = 1000
# Each step halves the interval of the solution. After so many it is narrower than 1e-12.
HALVINGS = 50


def tilt(counts, mean):
    """The x with which count / (1 + x * (score - mean)) is the most likely distribution of that mean.

    At that x the sum of count * (score - mean) / (1 + x * (score - mean)) is 0. The sum falls as x grows. Where a score at an end
    never occurred, the sum can have one sign everywhere. Then x goes to the end of its range: the most likely distribution gives
    that score some probability.
    """
    low, high = -1 / (1 - mean), 1 / mean
    seen = [(count, score - mean) for score, count in scores(counts)]
    for _ in range(HALVINGS):
        x = (low + high) / 2
        if sum(count * above / (1 + x * above) for count, above in seen) > 0:
            low = x
        else:
            high = x
    return (low + high) / 2


def scores(counts):
    """The scores that occurred, from 0 to 1, with their counts."""
    return [(place / (len(counts) - 1), count) for place, count in enumerate(counts) if count]


def llr(counts, share0, share1):
    """The log-likelihood ratio of the means `share1` and `share0`; counts are from the lowest score to the highest."""
    x0, x1 = tilt(counts, share0), tilt(counts, share1)
    return sum(
        count * (math.log1p(x0 * (score - share0)) - math.log1p(x1 * (score - share1))) for score, count in scores(counts)
    )


class Sprt:
    """A test as it was stated before the first game: ELO0,ELO1[,ALPHA,BETA]."""

    def __init__(self, text):
        try:
            numbers = [float(word) for word in text.split(",")]
        except ValueError:
            numbers = []
        if len(numbers) not in (2, 4):
            raise argparse.ArgumentTypeError(f"`{text}`: give ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, such as 0,10 or 0,10,0.05,0.05")
        self.elo0, self.elo1, self.alpha, self.beta = numbers if len(numbers) == 4 else [*numbers, 0.05, 0.05]
        # Written so that NaN fails too.
        if not (abs(self.elo0) <= WIDEST and abs(self.elo1) <= WIDEST):
            raise argparse.ArgumentTypeError(f"`{text}`: give ELO0 and ELO1 between -{WIDEST} and {WIDEST}")
        self.share0, self.share1 = elo.share(self.elo0), elo.share(self.elo1)
        if not self.share0 < self.share1:
            raise argparse.ArgumentTypeError(f"`{text}`: ELO0 must be less than ELO1")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise argparse.ArgumentTypeError(f"`{text}`: ALPHA and BETA must be more than 0 and less than 0.5")
        self.lower = math.log(self.beta / (1 - self.alpha))
        self.upper = math.log((1 - self.beta) / self.alpha)

    def llr(self, counts):
        return llr(counts, self.share0, self.share1)

    def verdict(self, llr):
        """H1 or H0 where a bound is reached, else None."""
        return "H1" if llr >= self.upper else "H0" if llr <= self.lower else None

    def __str__(self):
        return (
            f"SPRT of Elo {self.elo0:g} (H0) against {self.elo1:g} (H1), alpha {self.alpha:g}, beta {self.beta:g}, "
            f"bounds {self.lower:.2f} and {self.upper:.2f}"
        )


class InOrder:
    """Finished pairs, counted in the order in which they were started.

    With several games at once, short pairs end first. A test that counted them first would see a biased sample. So a pair waits
    until all pairs before it have ended.
    """

    def __init__(self):
        self.waiting, self.counted = {}, 0

    def add(self, number, pair):
        """Takes a finished pair, and returns the pairs that can be counted now."""
        self.waiting[number] = pair
        ready = []
        while self.counted in self.waiting:
            ready.append(self.waiting.pop(self.counted))
            self.counted += 1
        return ready
