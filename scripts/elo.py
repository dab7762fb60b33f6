"""What games say of the difference in strength: Elo, with an interval by pairs of games.

Two games of one opening with colours reversed are not independent, so the pair is the unit (the pentanomial model): a pair
scores 0, ½, 1, 1½ or 2, and the interval is that of the mean of pairs, by the normal distribution. It holds from some tens of
pairs on; fewer than ten, or pairs that are all alike, have none.
"""
import math

# Of the normal distribution: 95 % lie within so many standard deviations.
DEVIATIONS = 1.96
FEWEST_PAIRS = 10


def elo(share):
    """The difference in Elo at which so large a share of the points is expected; at most ±2400."""
    share = min(max(share, 1e-6), 1 - 1e-6)
    return -400 * math.log10(1 / share - 1)


def share(difference):
    """The expected share of the points at a difference in Elo: the inverse of elo()."""
    return 1 / (1 + 10 ** (-difference / 400))


def mean(kinds):
    """The mean share of pairs of which so many scored 0, ½, 1, 1½ and 2, and the standard error of that mean."""
    pairs = sum(kinds)
    share = sum(count * kind / 4 for kind, count in enumerate(kinds)) / pairs
    squares = sum(count * (kind / 4 - share) ** 2 for kind, count in enumerate(kinds))
    return share, math.sqrt(squares / (pairs - 1) / pairs)


class Tally:
    """Pairs of games, from the side of the first player."""

    def __init__(self, pairs):
        games = [score for pair in pairs for score in pair]
        self.games, self.pairs = len(games), len(pairs)
        self.wins, self.draws = games.count(1.0), games.count(0.5)
        self.losses = self.games - self.wins - self.draws
        # Pairs that scored 0, ½, 1, 1½ and 2.
        self.kinds = [sum(1 for pair in pairs if sum(pair) == half / 2) for half in range(5)]
        self.share = sum(games) / self.games if games else None
        # Of the share; None where there is none.
        self.interval = None
        if self.pairs >= FEWEST_PAIRS:
            spread = DEVIATIONS * mean(self.kinds)[1]
            self.interval = (self.share - spread, self.share + spread) if spread else None

    def elo(self):
        """Elo, and its interval: whole numbers, None for what there is not."""
        low, high = self.interval or (None, None)
        return tuple(None if share is None else round(elo(share)) for share in (self.share, low, high))

    def __str__(self):
        if not self.games:
            return "no pair of games finished"
        score = f"{self.games} games, +{self.wins} ={self.draws} -{self.losses}, {100 * self.share:.1f} %"
        pairs = f"pairs {' '.join(map(str, self.kinds))}"
        middle, low, high = self.elo()
        if low is None:
            why = "too few pairs" if self.pairs < FEWEST_PAIRS else "all pairs alike"
            return f"{score}, {pairs}; {why} for an interval"
        told = "tells nothing from 0" if low <= 0 <= high else "differs from 0"
        return f"{score}, {pairs}; Elo {middle:+} (95 %: {low:+} to {high:+}), {told}"
