#!/usr/bin/env bash
# Tries the board's page in a real browser, before the server of the program and before the engine in the browser. Installs
# what is lacking: Chromium from Debian, the target for WebAssembly from rustup, wasm-bindgen from the registry. Pictures of the
# page go to a folder that is given; TENGEN_GAMES says how many games are played by lots (20), TENGEN_LIMIT how long it may take
# (30m), TENGEN_PATIENCE how long is waited for each thing that is installed (15m). With TENGEN_FRONTS=ready the engine in the
# browser is only tried where its tools are installed.
# Status 77 says that nothing was tried, because something is lacking and cannot be had here.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/common.sh

lack() {
    echo "check-web.sh: $*: the page was NOT tried" >&2
    exit 77
}
# Whoever waits for a network that is not there waits no longer.
patiently() { timeout --kill-after=10 "${TENGEN_PATIENCE:-15m}" "$@"; }
mkdir -p "$target_folder"
log=$target_folder/chromium.log

chromium=$(command -v chromium || command -v chromium-browser || true)
if [ -z "$chromium" ]; then
    as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo -n)
    {
        patiently "${as_root[@]}" apt-get update &&
            patiently "${as_root[@]}" apt-get install --yes --no-install-recommends chromium
    } > "$log" 2>&1 || lack "there is no Chromium, and Debian's cannot be installed (see $log)"
    chromium=$(command -v chromium)
fi
# Not every machine that has one can run it.
timeout 60 "$chromium" --headless --no-sandbox --disable-gpu --dump-dom about:blank > "$log" 2>&1 ||
    lack "Chromium does not start here (see $log)"
folder=$target_folder/web
if [ "${TENGEN_FRONTS:-all}" = ready ] && ! { has_library wasm32-unknown-unknown && find_bindgen > /dev/null; }; then
    echo "check-web.sh: the tools for WebAssembly are not installed: the engine in the browser is NOT tried" >&2
    folder=none
else
    has_library wasm32-unknown-unknown || patiently rustup target add wasm32-unknown-unknown ||
        lack "this Rust cannot compile for browsers, and rustup cannot help"
    if ! find_bindgen > /dev/null; then
        version=$(bindgen_version)
        # It is run once, so that it be built quickly counts more than that it be quick, or can be debugged. Its own list of
        # dependencies comes first; any others that fit make the same program, where a registry lacks one of that list.
        bindgen() {
            CARGO_PROFILE_DEV_DEBUG=none patiently cargo install "$@" --debug --root "$tools" --version "$version" \
                --bin wasm-bindgen wasm-bindgen-cli
        }
        bindgen --locked || bindgen || lack "wasm-bindgen $version cannot be built"
    fi
    scripts/package-web.sh
fi
# With all packages, as the other tests are built: with the page's own, what they share would be built again.
cargo test --workspace --locked --test web --no-run
# What hangs is a fault too.
timeout --kill-after=30 "${TENGEN_LIMIT:-30m}" cargo test --workspace --locked --test web -- "$chromium" "$folder" "$@" ||
    fail "the page failed, or did not come to an end"
