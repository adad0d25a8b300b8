#!/usr/bin/env bash
# Makes the folder of the board's page for web hosts, target/web unless another is given: with the engine as WebAssembly, it
# works offline once it was opened. Needs the target wasm32-unknown-unknown and wasm-bindgen, and says how to get what it lacks.
#
#   scripts/package-web.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/common.sh

folder=${1:-$target_folder/web}
version=$(bindgen_version)
tools=$target_folder/tools

has_library wasm32-unknown-unknown ||
    fail "this Rust cannot compile for browsers: rustup target add wasm32-unknown-unknown"
bindgen=$(PATH="$tools/bin:$PATH" command -v wasm-bindgen || true)
if [ -z "$bindgen" ] || [ "$("$bindgen" --version)" != "wasm-bindgen $version" ]; then
    fail "wasm-bindgen $version is lacking: cargo install --locked --root '$tools' --version $version wasm-bindgen-cli"
fi

# Every browser of the last years has vectors of 128 bits, and the evaluation is made of them. Which features it uses stands beside
# the code, for wasm-bindgen, so that not everything is stripped.
CARGO_PROFILE_RELEASE_STRIP=debuginfo RUSTFLAGS="-C target-feature=+simd128" cargo build --locked --release --package tengen-web --target wasm32-unknown-unknown
if [ -d "$folder" ] && [ -n "$(ls -A "$folder")" ] && [ ! -e "$folder/index.html" ]; then
    fail "$folder holds something else, and is left as it is"
fi
rm -rf "$folder"
mkdir -p "$folder"
cp src/board/page/* LICENSE "$folder"
"$bindgen" "$target_folder/wasm32-unknown-unknown/release/tengen_web.wasm" --target web --no-typescript --remove-name-section --out-dir "$folder" --out-name engine
# What is stored belongs to this build: other files make another name.
sum=$(cat "$folder"/* | { sha256sum 2> /dev/null || shasum -a 256; } | cut -c 1-12)
service=$(sed "s/tengen-VERSION/tengen-$sum/" "$folder/service.js")
printf '%s\n' "$service" > "$folder/service.js"
bytes=$(tar -cz -C "$folder" . | wc -c)
echo "$folder: $((bytes / 1024)) KiB compressed"
[ "$bytes" -le 4000000 ] || fail "more than 4 MB"
