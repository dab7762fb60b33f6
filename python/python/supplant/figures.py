"""Figures of studies and replays with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from supplant.frames import needed

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes


def _axes(ax: Axes | None, what: str) -> Axes:
    pyplot = needed("matplotlib.pyplot", what)
    return pyplot.subplots(layout="constrained")[1] if ax is None else ax


def _by_size(ax: Axes, sizes: list[int], title: str) -> None:
    ax.set_xscale("log", base=2)
    ax.set_xticks(sizes, [_size(size) for size in sizes])
    ax.minorticks_off()
    ax.set_xlabel(title)
    ax.grid(alpha=0.3)


def _size(count: int) -> str:
    for unit, factor in (("M", 1 << 20), ("K", 1 << 10)):
        if count % factor == 0:
            return f"{count // factor}{unit}"
    return str(count)


def study_nodes(rows: pandas.DataFrame, *, ply: int | None = None, mode: str = "clear") -> pandas.DataFrame:
    """Sum the nodes of a study over its positions; return a row per scheme and a column per slots.

    Of repeated searches the mean counts. A sum that lacks positions which others have is <NA>.

    Args:
        rows: what read_study or study returned, of one search: of a study with several, select one.
        ply: the depth of the searches, in plies; by default the deepest.
        mode: what happens to the table between positions: "clear", "stamp" or "keep".

    Searches without a table ("none") and with one without collisions ("unbounded") have the same
    number in each column.

    Raises ValueError if no row of a table has this ply and mode, or rows are of several searches.
    """
    at = rows["ply"].max() if ply is None else ply
    here = rows[(rows["ply"] == at) & ((rows["mode"] == mode) | (rows["scheme"] == "none"))]
    tables, whole = here[here["slots"].notna()], here[here["slots"].isna()]
    if tables.empty:
        raise ValueError(f"no row of a table with mode {mode} and ply {at}; rows have plies {sorted(set(rows['ply']))}")
    for axis in ("study", "set", "search", "layout", "verified", "threads", "lockstep"):
        # An empty value is one too: whole keys, or workers that do not take turns.
        values = tables[axis].unique()
        if len(values) > 1:
            raise ValueError(f"rows have several values of {axis}: {', '.join(map(str, values))}; select those of one first")
    positions = here["position"].nunique()
    table = _sums(tables, ["scheme", "slots"], positions).unstack("slots")
    for name, nodes in _sums(whole, ["scheme"], positions).items():
        table.loc[name] = nodes
    return table.round().astype("Int64")


def _sums(rows: pandas.DataFrame, by: list[str], positions: int) -> pandas.Series:
    """Sum the nodes of so many positions, each the mean of its repeats; missing where positions are."""
    each = rows.groupby([*by, "position"], observed=True)["nodes"].mean().groupby(by, observed=True)
    return each.sum().where(each.count() == positions)


def plot_study(
    rows: pandas.DataFrame, *, ply: int | None = None, mode: str = "clear", ax: Axes | None = None
) -> Axes:
    """Plot the nodes of each scheme of a study against the size of the table; return the axes.

    Nodes are sums over all positions, in millions. Lines across are searches without a table, and
    with a table without collisions. Arguments are those of study_nodes; ax: axes to draw on.

    Raises ValueError if no row has this ply and mode, ImportError without pandas or matplotlib.
    """
    needed("matplotlib.pyplot", "plot_study")
    table = study_nodes(rows, ply=ply, mode=mode).astype("float64") / 1e6
    # Last: rows that cannot be drawn leave no empty figure.
    ax = _axes(ax, "plot_study")
    for name, look in (("none", ":"), ("unbounded", "--")):
        if name in table.index:
            words = "no table" if name == "none" else "no collisions"
            ax.axhline(table.loc[name].iloc[0], color="gray", linestyle=look, label=words)
            table = table.drop(index=name)
    for scheme, nodes in table.iterrows():
        ax.plot(list(nodes.index), nodes.to_numpy(), marker="o", label=scheme)
    at = rows["ply"].max() if ply is None else ply
    _by_size(ax, list(table.columns), "entries of the table")
    ax.set_ylabel(f"nodes to {at} plies, millions")
    ax.set_ylim(bottom=0)
    ax.legend()
    return ax


def plot_replay(rows: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Plot what each table of a replay loses against its bytes, with 95 % intervals; return the axes.

    Raises ImportError without matplotlib.
    """
    ax = _axes(ax, "plot_replay")
    for (scheme, layout), some in rows.groupby(["scheme", "layout"], sort=False):
        some = some.sort_values("bytes")
        label = scheme if layout == "xor16" else f"{scheme} in {layout}"
        (line,) = ax.plot(some["bytes"], some["lost"] * 100, marker="o", label=label)
        ax.fill_between(some["bytes"], some["lost_low"] * 100, some["lost_high"] * 100, color=line.get_color(), alpha=0.15)
    _by_size(ax, sorted(set(rows["bytes"])), "bytes of the table")
    ax.set_ylabel("nodes lost to collisions, per cent")
    ax.legend()
    return ax
