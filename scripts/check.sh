#!/usr/bin/env bash
# Everything that must hold before a change goes in: format, lints, documentation, tests, and the signature of the search
# with its assertions, as one of the tests, and without. One command, also for machines.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/common.sh

# Does a step, and says how long it took: where the time goes is seen in the output of any run.
step() {
    local begun=$SECONDS
    echo "== $*"
    "$@"
    echo "== took $((SECONDS - begun)) s"
}

# Reads the scripts as bash does, and looks for faults in them where there is shellcheck. What it holds for less than an error
# depends on its version, and is only told.
check_scripts() {
    local script scripts=(scripts/*.sh .ci/run)
    for script in "${scripts[@]}"; do bash -n "$script"; done
    if command -v shellcheck >/dev/null; then
        shellcheck --external-sources --severity=error "${scripts[@]}"
        shellcheck --external-sources "${scripts[@]}" || echo "warning: shellcheck has remarks on the scripts" >&2
    fi
}

# Checks the types that the scripts of the page name, where there is TypeScript.
check_page() {
    if command -v tsc >/dev/null; then
        tsc --noEmit --allowJs --checkJs --strict --skipLibCheck --target esnext --module esnext --moduleResolution bundler \
            --lib esnext,dom,dom.iterable src/board/page/*.js
    else
        echo "warning: there is no TypeScript: the types of the page were NOT checked" >&2
    fi
}

# Compares the signature of the program as released with the one on record.
check_signature() {
    local recorded found
    recorded=$(awk '/^[0-9]/ { print $2; exit }' tests/data/signature.txt)
    found=$(signature cargo run --quiet --locked --release --)
    if [ "$found" != "$recorded" ]; then
        echo "bench counts $found nodes, and tests/data/signature.txt says $recorded" >&2
        return 1
    fi
}

# Builds what is published as whoever downloads it builds it: from its own package, each crate from those of the others. All
# that they need was fetched for the tests.
#
# Cargo keeps what it once unpacked and built of a version, and would try today's crates with yesterday's. It is given a home
# without that: in the own one packages of other checkouts lie beside those of this, and may be being built.
check_packages() {
    local packages=$target_folder/packages own=${CARGO_HOME:-$HOME/.cargo} entry
    rm -rf "$packages"
    mkdir -p "$packages/cargo-home/registry"
    for entry in config.toml registry/index registry/cache; do
        [ ! -e "$own/$entry" ] || ln -s "$own/$entry" "$packages/cargo-home/$entry"
    done
    # Only that it builds is asked here: nothing of it is run or debugged.
    CARGO_HOME=$(cd "$packages/cargo-home" && pwd) CARGO_PROFILE_DEV_DEBUG=none cargo package --offline --allow-dirty \
        --target-dir "$packages" --package tengen-engine --package tengen-games --package tengen-protocol
}

step check_scripts
step check_page
step cargo fmt --all --check
step cargo clippy --workspace --all-targets --locked -- -D warnings
# The check of the page is none of the targets that are built unasked. Packages ask for more of what they share when all of
# them are built: with the same packages everywhere nothing is built a second time.
step cargo clippy --workspace --test web --locked -- -D warnings
RUSTDOCFLAGS="-D warnings" step cargo doc --workspace --no-deps --document-private-items --locked
# Tournaments also take a program of 32 bits: its numbers are smaller.
narrow=i686-pc-windows-gnu
if has_library "$narrow"; then step cargo check --locked --bin pbrain-tengen --target "$narrow"; fi
step cargo test --workspace --locked
step check_packages
step check_signature
