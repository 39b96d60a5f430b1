#!/usr/bin/env bash
# Runs the main job on the example corpus and shows each command: demo.sh TRUEBLEU FOLDER
set -euo pipefail
truebleu="$1"
folder="$2"

show() {
    printf '\n$ truebleu %s\n' "$*"
    "$truebleu" "$@"
}

references=()
for file in "$folder"/reference.*.txt; do references+=(-r "$file"); done
systems=("$folder"/system.*.txt)

show score "${systems[@]}" "${references[@]}"
show score "${systems[0]}" "${references[@]}" --format json
show score "${systems[0]}" "${references[@]}" --full-signature --quiet
