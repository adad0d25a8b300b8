# shellcheck shell=bash disable=SC2034
# What the scripts share. They source this at the root of the repository.

# Where cargo builds.
target_folder=${CARGO_TARGET_DIR:-target}
cores=$(nproc 2>/dev/null || sysctl -n hw.ncpu)

fail() {
    echo "error: $*" >&2
    exit 1
}

# Says how the script is used, which is the comment that it begins with, and ends it.
usage() {
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "scripts/${0##*/}" >&2
    exit 2
}

# Whether the compiler brings the standard library for a target: has_library TARGET
has_library() {
    [ -d "$(rustc --print target-libdir --target "$1" 2>/dev/null)" ]
}

# The memory of an engine in tournaments, as options of match. Elsewhere nobody tells how much memory a process has for itself.
memory=()
if [ "$(uname -s)" = Linux ]; then memory=(--memory 350M); fi

# Keeps the program that was built, as the copy by which a long run goes on whatever is built meanwhile. One that is there
# stays, unless what it made is gone: keep_program COPY [MADE]
keep_program() {
    if [ -e "$1" ] && { [ $# -eq 1 ] || [ -e "$2" ]; }; then return; fi
    # Never half of it.
    cp "$target_folder/release/pbrain-tengen" "$1.part"
    mv "$1.part" "$1"
}

# The number of nodes that stands for how a program searches, the same on every system: signature COMMAND...
signature() {
    "$@" bench | tr -d '\r' | sed -n 's/^Nodes searched: //p'
}

# Where wasm-bindgen is installed for the page.
tools=$target_folder/tools

# The version of wasm-bindgen that the page is built with: its program must be of the same.
bindgen_version() {
    sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock
}

# Says where the program of that version is, if it is anywhere.
find_bindgen() {
    local program
    program=$(PATH="$tools/bin:$PATH" command -v wasm-bindgen) || return 1
    [ "$("$program" --version 2>/dev/null)" = "wasm-bindgen $(bindgen_version)" ] || return 1
    echo "$program"
}
