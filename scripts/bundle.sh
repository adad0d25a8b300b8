# shellcheck shell=bash disable=SC2034
# What the package-*.sh scripts share: building for a target, checking what was built, and trying it. They source this at
# the root of the repository.

source scripts/common.sh

# What fails within $(...) ends the script too. The bash of macOS knows that as a part of the mode of POSIX alone.
shopt -s inherit_errexit 2>/dev/null || set -o posix
bundles=$target_folder/bundles
# Where Debian's packages rustc-web, cargo-web and rust-web-src put a compiler and the source of its standard library.
debian_rustc=/usr/bin/rustc
debian_cargo=/usr/bin/cargo
debian_library=/usr/lib/rustlib/src/rust/library
# Openings to measure with.
openings=tests/data/openings
cargo_home=${CARGO_HOME:-$HOME/.cargo}
# Bundles are for everybody, whatever else the builder keeps private.
umask 022

# The version of the program.
version() {
    local id
    id=$(cargo pkgid)
    echo "${id##*[#@]}"
}

# One of the fields of the package in Cargo.toml, or of what its crates share there: field NAME
field() {
    local value
    value=$(sed -n "s/^$1 = \[\{0,1\}\"\(.*\)\"\]\{0,1\}\$/\1/p" Cargo.toml | head -n 1)
    [ -n "$value" ] || fail "Cargo.toml has no field $1"
    echo "$value"
}

# Makes an empty folder for a bundle: fresh FOLDER
fresh() {
    rm -rf "$1"
    mkdir -p "$1"
}

# Lets everybody read what was copied into a bundle, from a checkout or a build that only the builder may read: readable FOLDER
readable() {
    chmod -R u=rwX,go=rX "$1"
}

# The flags of the compiler for what goes into a bundle, as cargo takes them: compiler_flags [FLAG...]
#
# RUSTFLAGS are left out: they are meant for the machine that builds. Panics tell where they happened. Paths of that machine
# are nobody's business: what they are called instead is the same everywhere.
compiler_flags() {
    local flags=("$@") sysroot
    sysroot=$(rustc --print sysroot)
    flags+=("--remap-path-prefix=$cargo_home=cargo" "--remap-path-prefix=${debian_library%/library}=rust")
    flags+=("--remap-path-prefix=$sysroot/lib/rustlib/src/rust=rust" "--remap-path-prefix=$PWD=tengen")
    local IFS=$'\x1f'
    echo "${flags[*]}"
}

# Builds the program for a target whose standard library there is, checks it, and says where it is:
# build TARGET [FLAG-OF-THE-LINKER...] [-- FLAG-OF-THE-COMPILER...]
build() {
    local target=$1 linker=()
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        linker+=(-C "link-arg=$1")
        shift
    done
    [ $# -eq 0 ] || shift
    CARGO_ENCODED_RUSTFLAGS=$(compiler_flags "$@") cargo rustc --release --locked --bin pbrain-tengen \
        --target "$target" -- "${linker[@]}" >&2
    echo "$target_folder/$target/release/pbrain-tengen"
}

# Fails when a program names a place of the machine that built it: check_paths PROGRAM
check_paths() {
    local place
    for place in "$PWD" "$HOME" "$cargo_home" "$(rustc --print sysroot)" "$debian_library"; do
        [ -d "${place%/}" ] || continue
        # Of what is there: with /root as the home, modules of the program would look like files in it.
        if find -H "${place%/}" -mindepth 1 -maxdepth 1 | grep -aqF -f - -- "$1"; then
            fail "$1 names a file below $place, on the machine that built it"
        fi
    done
}

# Whether a standard library for Windows is here, or can be built: has_windows_library x86_64|i686
has_windows_library() {
    has_library "$1-pc-windows-gnu" || { [ -x "$debian_rustc" ] && [ -x "$debian_cargo" ] && [ -d "$debian_library" ]; }
}

# Whether a program for Windows can be built here. Where not, it says what that takes: can_build_windows x86_64|i686
can_build_windows() {
    if command -v "$1-w64-mingw32-gcc" >/dev/null && has_windows_library "$1"; then return; fi
    cat <<END >&2
No program for $1-pc-windows-gnu is built here: that takes gcc-mingw-w64-${1/_/-} and either
    rustup target add $1-pc-windows-gnu
or, on Debian,
    apt-get install rustc-web cargo-web rust-web-src
END
    return 1
}

# Builds the program for Windows, checks that it needs nothing that Windows does not bring, and says where it is:
# build_windows x86_64|i686
build_windows() {
    local target=$1-pc-windows-gnu program
    can_build_windows "$1" || exit 1
    other_licences "$target" >/dev/null
    if has_library "$target"; then
        program=$(build "$target" "$(windows_resource "$1")").exe
    else
        program=$(build_windows_with_library "$1").exe
    fi
    check_windows_imports "$1" "$program"
    check_windows_resource "$1" "$program"
    check_paths "$program"
    echo "$program"
}

# Makes what Windows shows of the program, its icon, version and description, to be linked, and says where it is:
# windows_resource x86_64|i686
windows_resource() {
    local folder=$target_folder/$1-pc-windows-gnu/resource number numbers
    number=$(version)
    # Windows compares numbers alone: of 1.2.0-rc.1 those before the words.
    numbers=${number%%[-+]*}
    mkdir -p "$folder"
    sed -e "s/@VERSION@/$number/g" -e "s/@NUMBERS@/${numbers//./,},0/g" -e "s/@DESCRIPTION@/$(field description)/g" \
        -e "s/@AUTHORS@/$(field authors)/g" -e "s/@LICENSE@/$(field license)/g" scripts/windows/tengen.rc >"$folder/tengen.rc"
    "$1-w64-mingw32-windres" -I scripts/windows -i "$folder/tengen.rc" -O coff -o "$folder/tengen.o"
    (cd "$folder" && echo "$PWD/tengen.o")
}

# Fails when a program does not show what Windows shows of it: check_windows_resource x86_64|i686 PROGRAM
check_windows_resource() {
    local resource part
    resource=$("$1-w64-mingw32-windres" -i "$2" -O rc)
    for part in "\"ProductVersion\", \"$(version)\"" "Tengen: $(field description)" "ICON"; do
        [[ $resource == *"$part"* ]] || fail "$2 does not show $part"
    done
}

# The same with a standard library that is built as well: build_windows_with_library x86_64|i686
build_windows_with_library() {
    local target=$1-pc-windows-gnu
    local startup=$target_folder/$target/startup object
    # 32-bit programs begin and end with two objects that come with a compiled standard library.
    mkdir -p "$startup"
    for object in rsbegin rsend; do
        RUSTC_BOOTSTRAP=1 "$debian_rustc" --target "$target" --crate-type lib --emit obj -o "$startup/$object.o" \
            "--remap-path-prefix=${debian_library%/library}=rust" "$debian_library/rtstartup/$object.rs"
    done
    CARGO_ENCODED_RUSTFLAGS=$(compiler_flags) RUSTC_BOOTSTRAP=1 RUSTC=$debian_rustc "$debian_cargo" rustc --release \
        --locked -Z build-std=std,panic_abort --bin pbrain-tengen --target "$target" -- -L "native=$startup" \
        -C "link-arg=$(windows_resource "$1")" >&2
    echo "$target_folder/$target/release/pbrain-tengen"
}

# Fails when a program asks for a library that is not part of Windows: check_windows_imports x86_64|i686 PROGRAM
check_windows_imports() {
    local own='^(kernel32|ntdll|msvcrt|advapi32|userenv|ws2_32|bcrypt|bcryptprimitives|api-ms-win-core-.*)\.dll$'
    local imports foreign
    imports=$("$1-w64-mingw32-objdump" -p "$2" | sed -n 's/^[[:space:]]*DLL Name: //p')
    foreign=$(grep -viE "$own" <<<"$imports" || true)
    [ -z "$foreign" ] || fail "$2 needs libraries that Windows does not bring: ${foreign//$'\n'/ }"
}

# The target for a program that needs no library on this kind of Linux.
static_linux_target() {
    local machine
    machine=$(uname -m)
    if has_library "$machine-unknown-linux-musl"; then
        echo "$machine-unknown-linux-musl"
    else
        echo "$machine-unknown-linux-gnu"
    fi
}

# Builds the program for this kind of Linux so that it needs no library, and says where it is.
build_static_linux() {
    local target program headers
    target=$(static_linux_target)
    other_licences "$target" >/dev/null
    case $target in
    *-musl) program=$(build "$target") ;;
    *) program=$(build "$target" -- -C target-feature=+crt-static) ;;
    esac
    headers=$(objdump -p "$program")
    [[ $headers != *NEEDED* ]] || fail "$program is not static"
    check_paths "$program"
    echo "$program"
}

# This program for the machine that the script runs on.
native() {
    built_program --release
}

# Has an engine play two games against itself under this program as the manager: try_engine PROGRAM COMMAND...
try_engine() {
    local program=$1 command
    command=$(quoted "${@:2}")
    "$program" match --engine "one=$command" --engine "two=$command" --games 2 --rule renju --turn 50ms --tolerance 2s \
        ${memory[@]+"${memory[@]}"} --strict --quiet >&2
}

# Has a program for this machine play in an empty environment: try_program PROGRAM
try_program() {
    try_engine "$1" env -i "$1"
}

# The same with one for 64-bit Windows, where there is wine: try_windows_program PROGRAM
try_windows_program() {
    local folder=$target_folder/wine wine
    if ! wine=$(command -v wine); then
        echo "$1 was not tried: there is no wine." >&2
        return
    fi
    fresh "$folder/try"
    folder=$(cd "$folder" && pwd)
    cp "$1" "$folder/try/brain.exe"
    # Older versions of wine lack this part of Windows.
    x86_64-w64-mingw32-gcc -shared -o "$folder/try/bcryptprimitives.dll" -x c - -ladvapi32 <<'END'
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return RtlGenRandom(data, size); }
END
    local command=(env -i "HOME=$folder" "WINEPREFIX=$folder/prefix" WINEDEBUG=-all "$wine" "$folder/try/brain.exe")
    # It also sets wine up, which would be charged to the first move of a game.
    [ "$(signature "${command[@]}")" = "$(signature "$(native)")" ] || fail "$1 searches otherwise than on this machine"
    try_engine "$(native)" "${command[@]}"
}

# Says the text of a file without its markup, the first of these that is there, or how to get one: notice WHAT HOW FILE...
notice() {
    local what=$1 how=$2 file
    shift 2
    for file; do
        [ -e "$file" ] || continue
        printf '%s\n\n' "$what"
        # Only pages are marked up: elsewhere addresses stand between such signs.
        case $file in
        *.html) sed -e 's/<[^>]*>//g' -e 's/&lt;/</g' -e 's/&gt;/>/g' -e 's/&quot;/"/g' -e 's/&amp;/\&/g' "$file" | sed '/./,/^$/!d' ;;
        *) cat "$file" ;;
        esac
        printf '\n'
        return
    done
    fail "no licence of $what is here: $how puts it there; looked for: $*"
}

# Says the licences of what programs for a target are linked with beside crates of Rust, as Debian, Arch, Fedora and Homebrew
# have them: library_licences TARGET
library_licences() {
    # The compiler of rustup brings a musl without its licence: only a package of the system has that.
    case $1 in
    *-windows-gnu)
        notice "mingw-w64" "the package mingw-w64-common, or mingw-w64 of Homebrew," \
            /usr/share/doc/mingw-w64-common/copyright \
            /usr/share/licenses/{mingw-w64-crt,mingw64-crt,mingw32-crt}/COPYING{.MinGW-w64-runtime,} \
            "${HOMEBREW_PREFIX:-/opt/homebrew}/opt/mingw-w64/COPYING" /usr/local/opt/mingw-w64/COPYING
        ;;
    *-linux-musl)
        notice "musl" "the package musl" \
            /usr/share/doc/musl/copyright /usr/share/licenses/{musl,musl-libc}/COPYRIGHT
        ;;
    *-linux-gnu)
        notice "The GNU C library, linked statically. With its source, https://sourceware.org/git/glibc.git, and that of \
Tengen, the program can be linked anew." "the package libc6, or glibc," \
            /usr/share/doc/libc6/copyright /usr/share/licenses/glibc/LICENSES
        notice "The licence of the GNU C library" "the package base-files, or glibc," \
            /usr/share/common-licenses/LGPL-2.1 /usr/share/licenses/glibc/COPYING.LIB
        ;;
    esac
}

# Says the licences of all that programs for some targets are built of beside crates: other_licences TARGET...
#
# Builds take long, so they ask it first: where a licence is lacking, that is said before anything is built.
other_licences() {
    local target
    notice "The standard library of Rust" "rustup update, or the package of the compiler," \
        "$(rustc --print sysroot)/share/doc/rust/COPYRIGHT-library.html" /usr/share/doc/{rustc,rustc-web}/copyright \
        /usr/share/licenses/rust/COPYRIGHT
    for target; do library_licences "$target"; done
}

# Says of each package whose source is here its name with its version, and its folder, wherever cargo has it from.
package_folders() {
    local manifest
    cargo metadata --locked --format-version 1 | grep -oE '"manifest_path":"([^"\\]|\\.)*"' |
        sed -e 's/^"manifest_path":"//' -e 's/"$//' -e 's/\\\(.\)/\1/g' |
        while IFS= read -r manifest; do
            # The first of these in a manifest are those of the package.
            printf '%s-%s %s\n' "$(sed -n 's/^name = "\(.*\)"$/\1/p' "$manifest" | head -n 1)" \
                "$(sed -n 's/^version = "\(.*\)"$/\1/p' "$manifest" | head -n 1)" "${manifest%/*}"
        done
}

# Puts the licences into a folder of a bundle: ours, and those of the crates and libraries that it is built of:
# add_licences FOLDER "TARGET..." [OPTION-OF-CARGO-TREE...]
add_licences() {
    local target options=("${@:3}") crates folders name version kind crate place license files file
    for target in $2; do options+=(--target "$target"); done
    cp LICENSE "$1"
    crates=$(cargo tree --locked --edges normal --no-dedupe --prefix none --format '{p}' "${options[@]}" | sort -u)
    folders=$(package_folders)
    while read -r name version kind; do
        # Blank lines part the trees of our own crates, beside which their folders stand in parentheses.
        kind=${kind#\(}
        kind=${kind%\)}
        if [ -z "$name" ] || [ -d "$kind" ]; then continue; fi
        crate=$name-${version#v}
        place=$(awk -v crate="$crate" '$1 == crate { print substr($0, length(crate) + 2); exit }' <<<"$folders")
        [ -n "$place" ] || fail "cargo does not say where the source of $crate is"
        license=$(sed -n 's/^license = "\(.*\)"$/\1/p' "$place/Cargo.toml")
        # Of several to choose from one is enough.
        files=
        if [[ $license != *" AND "* ]]; then files=$(find "$place" -maxdepth 1 -type f -iname '*licen[cs]e*mit*'); fi
        [ -n "$files" ] || files=$(find "$place" -maxdepth 1 -type f \( -iname '*licen[cs]e*' -o -iname 'copying*' \) | sort)
        printf '%s: %s\n\n' "$crate" "$license"
        if [ -n "$files" ]; then
            while read -r file; do
                cat "$file"
                printf '\n'
            done <<<"$files"
        fi
    done <<<"$crates" >"$1/THIRD-PARTY.txt"
    # Several targets stand in one word.
    # shellcheck disable=SC2086
    other_licences $2 >>"$1/THIRD-PARTY.txt"
}

# Puts the openings into a folder of a bundle: add_openings FOLDER
add_openings() {
    mkdir -p "$1/openings"
    cp "$openings"/*.txt "$1/openings"
}

# Says what was made and how large it is.
announce() {
    local file
    for file; do
        printf '%s: %s bytes\n' "$file" "$(wc -c <"$file" | tr -d ' ')"
    done
}
