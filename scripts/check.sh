#!/usr/bin/env bash
# Everything that must hold before a change goes in: format, lints, documentation, tests. One command, also for machines.
set -euo pipefail
cd "$(dirname "$0")/.."

step() {
    echo "== $*"
    "$@"
}

step cargo fmt --all --check
step cargo clippy --workspace --all-targets --locked -- -D warnings
RUSTDOCFLAGS="-D warnings" step cargo doc --workspace --no-deps --document-private-items --locked
step cargo test --workspace --locked
