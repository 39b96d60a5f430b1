#!/usr/bin/env bash
# Run the main commands on the example corpus, and print each of them.
# Usage: demo.sh TRUEBLEU FOLDER REPORT
set -euo pipefail
truebleu="$1"
folder="$2"
report="$3"
mkdir -p "$(dirname "$report")"

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
show report "${systems[@]}" "${references[@]}" --source "$folder/source.de.txt" \
    --documents "$folder/documents.txt" --quiet -o "$report"
printf '\nOpen the report in a browser: file://%s\n' "$report"
