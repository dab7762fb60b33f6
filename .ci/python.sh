#!/usr/bin/env bash
# The package for Python: its wheel is built, installed in a fresh environment, and tested from there. The tests run once without any
# other package, and once with pandas, matplotlib and OpenSpiel; the types are checked; the notebook is executed.
#
#     .ci/python.sh                checks
#     .ci/python.sh --wheel DIR    only builds the wheel, into this folder
#
# Where a tool is missing, its part is skipped, and a line says so.
set -euo pipefail
cd "$(dirname "$0")/../python"
source ../.ci/tools.sh

maturin() {
    "$builder" -m maturin build --release --locked --quiet --out "$1"
}
builder=$(python_with maturin) || { skip "the package for Python" maturin; exit 0; }
if [ "${1:-}" = --wheel ]; then
    maturin "$(cd .. && mkdir -p "$2" && cd "$2" && pwd)"
    exit
fi

cargo fmt --check
cargo clippy --locked -- -D warnings

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
maturin "$work/wheels"
cp -r tests notebooks "$work"
here=$PWD
cd "$work"

# environment NAME: a fresh one, with the wheel alone.
environment() {
    "$builder" -m venv "$1"
    "$1/bin/pip" install --quiet --no-index --no-deps wheels/*.whl
}
# tests ENVIRONMENT: of the package that is installed in it, and of no other.
tests() {
    "$1/bin/python" -c "import supplant, sys; assert supplant.__file__.startswith(sys.prefix), supplant.__file__"
    "$1/bin/python" -m unittest discover --start-directory tests
}

environment bare
# Nothing else is there, so what needs it is skipped.
must_fail "No module named 'pandas'" bare/bin/python -c "import pandas"
tests bare
# The command is in the wheel too.
bare/bin/supplant schemes NEW > /dev/null
must_fail "did you mean TWOBIG1" bare/bin/supplant schemes TWOBIG

environment whole
# What .ci/setup installed is seen from the fresh environment too.
"$builder" -c "import sysconfig; print(sysconfig.get_path('purelib'))" > "$(echo whole/lib/python3*/site-packages)/tools.pth"
if whole/bin/python -c "import pandas, matplotlib" 2> /dev/null; then
    whole/bin/python -c "import pyspiel" 2> /dev/null || skip "the tests of OpenSpiel's games" open_spiel
    tests whole
    # The examples of the page, in order, as one program.
    awk '$0 == "```python" { on = 1; next } $0 == "```" { on = 0 } on' "$here/README.md" > page.py
    [ "$(grep -c . page.py)" -gt 20 ]
    whole/bin/python page.py > page.txt 2>&1 || { cat page.txt; exit 1; }
    [ -s schemes.svg ] && grep -qx 42 page.txt && grep -q "Solution(value=1, line=\[1," page.txt || { cat page.txt; exit 1; }
else
    skip "the tests of frames and figures" pandas
fi

if whole/bin/python -c "import mypy" 2> /dev/null; then
    checked() { whole/bin/python -m mypy --config-file "$here/pyproject.toml" --cache-dir mypy "$@"; }
    checked tests/typed.py
    (cd "$here" && "$work/whole/bin/python" -m mypy --cache-dir "$work/mypy" python/supplant)
    { cat tests/typed.py; echo 'wrong: str = table.probe("x")'; } > tests/wrong.py
    must_fail "Incompatible types in assignment" checked tests/wrong.py
else
    skip "the types of the package for Python" mypy
fi

if whole/bin/python -c "import nbclient, ipykernel, pandas, matplotlib" 2> /dev/null; then
    cat > execute.py <<'PYTHON'
import sys, nbformat, nbclient
notebook = nbformat.read(sys.argv[1], as_version=4)
if sys.argv[2:]:
    notebook.cells[-1].source = sys.argv[2]
nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
PYTHON
    printed=$SECONDS
    (cd notebooks && ../whole/bin/python ../execute.py first_study.ipynb)
    echo "the notebook: $((SECONDS - printed)) s"
    printf '{"cells": [{"cell_type": "code", "execution_count": null, "id": "a", "metadata": {}, "outputs": [], "source": ""}],
        "metadata": {}, "nbformat": 4, "nbformat_minor": 5}' > empty.ipynb
    must_fail "the control fails" whole/bin/python execute.py empty.ipynb "raise ValueError('the control fails')"
else
    skip "the notebook" nbclient
fi
