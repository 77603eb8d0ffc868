#!/bin/sh
# Fuzz every target of tests/fuzz for so many seconds each: sh tools/fuzz.sh SECONDS. A crash is kept in build/fuzz/found.
set -eu
seconds=${1:-60}
bin=$(pwd)/.venv/bin
folder=build/fuzz
mkdir -p "$folder"
printf 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' > "$folder/probe.cpp"
if ! clang++ -fsanitize=fuzzer,address "$folder/probe.cpp" -o "$folder/probe" 2> /dev/null; then
  echo "not fuzzed: there is no clang++ with libFuzzer here"
  exit 0
fi
"$bin/cmake" -S . -B "$folder/core" -G Ninja -DCMAKE_MAKE_PROGRAM="$bin/ninja" -DCMAKE_BUILD_TYPE=RelWithDebInfo \
  -DCMAKE_CXX_COMPILER=clang++ -DSKBUILD_PROJECT_VERSION=0 -DRECTRIX_PYTHON=OFF -DRECTRIX_FUZZ=ON \
  -DRECTRIX_SANITIZE=address,undefined -DRECTRIX_UNITY="${UNITY:-ON}" > /dev/null
"$bin/cmake" --build "$folder/core"
# What is found is the same with short stacks of allocations and a small quarantine; an input takes up to a fifth less time.
export ASAN_OPTIONS="malloc_context_size=1:quarantine_size_mb=8:thread_local_quarantine_size_kb=64${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
for source in tests/fuzz/fuzz_*.cpp; do
  target=$(basename "$source" .cpp)
  mkdir -p "$folder/corpus/$target" "$folder/found/$target"
  log="$folder/$target.log"
  "$folder/core/$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2500 -max_len=6000 -print_funcs=0 -verbosity=1 \
    -artifact_prefix="$folder/found/$target/" "$folder/corpus/$target" "tests/fuzz/corpus/$target" > "$log" 2>&1 ||
    { tail -n 40 "$log"; echo "$target: failed; the input is in $folder/found/$target"; exit 1; }
  echo "$target: $(grep -o 'Done .*' "$log"), nothing found"
done
