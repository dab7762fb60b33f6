#!/usr/bin/env bash
# What would be published: each package is small, and builds from what it and its packages hold. The examples in
# the table's documentation run from its package alone.
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/tools.sh

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
# No package may have more KiB than this. The games' positions and the studies are the bulk of two of them.
declare -A most_kib=([supplant]=350 [supplant-search]=400 [supplant-stats]=60 [supplant-record]=30 [supplant-lab]=600 [supplant-cli]=250)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Dirty files are refused where CI runs, in a fresh clone.
dirty=()
[ -n "${CI:-}" ] || dirty=(--allow-dirty)
cargo publish --dry-run --no-verify --locked -p supplant "${dirty[@]}" 2>&1 | tee "$work/publish.txt"
grep -q "aborting upload due to dry run" "$work/publish.txt"

cargo package --workspace --exclude supplant-benches --no-verify --quiet --locked "${dirty[@]}"
version=$(cargo pkgid -p supplant | sed 's/.*[#@]//')
for package in $packages; do
    crate=$target/package/$package-$version.crate
    kib=$(($(wc -c < "$crate") / 1024))
    [ "$kib" -le "${most_kib[$package]}" ] || {
        echo "$package has $kib KiB, more than ${most_kib[$package]}: does it hold files that nobody needs?"
        exit 1
    }
    tar -xzf "$crate" -C "$work"
    echo "$package: $kib KiB, $(find "$work/$package-$version" -type f | wc -l) files"
done

unpacked=$work/supplant-$version
# The table's package holds nothing of the others.
foreign=$(cd "$unpacked" && find . -type f | grep -vE '^\./((src|docs)/|Cargo\.|(README|CHANGELOG)\.md$|LICENSE-|\.cargo_vcs_info\.json$)' || true)
[ -z "$foreign" ] || { echo "the package of the table holds other files: $foreign"; exit 1; }
CARGO_TARGET_DIR=$target cargo test --locked --doc --manifest-path "$unpacked/Cargo.toml" -- --quiet

# The command, and with it all packages, from what was unpacked.
others=()
for package in supplant supplant-search supplant-stats supplant-record supplant-lab; do
    others+=(--config "patch.crates-io.$package.path='$work/$package-$version'")
done
check() {
    CARGO_TARGET_DIR=$target cargo check --quiet --offline "${others[@]}" --manifest-path "$work/supplant-cli-$version/Cargo.toml"
}
check
# The control: without a file that the sources include it must fail.
rm "$work/supplant-lab-$version/src/report/page/style.css"
must_fail "style.css" check
echo "all build from their packages"
