#!/bin/sh
# Runs the C++ tests and the Python tests with a core that has the address and undefined-behavior sanitizers:
# sh tools/sanitize.sh [TEST...]. The package, with that core in place of its own, stands in an environment of its own:
# processes that tests start find the same. What a sanitizer finds, in whatever process, is kept in build/sanitize/found.
set -eu
bin=$(pwd)/.venv/bin
folder=$(pwd)/build/sanitize
core=$folder/core
found=$folder/found

"$bin/cmake" -S . -B "$core" -G Ninja -DCMAKE_MAKE_PROGRAM="$bin/ninja" -DCMAKE_BUILD_TYPE=RelWithDebInfo \
  -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -g1 -DNDEBUG" -DPython_EXECUTABLE="$bin/python" \
  -Dnanobind_DIR="$("$bin/python" -m nanobind --cmake_dir)" -DSKBUILD_PROJECT_VERSION=0 -DSKBUILD_SABI_VERSION=3.11 \
  -DRECTRIX_SANITIZE=address,undefined -DRECTRIX_TESTS=ON -DRECTRIX_UNITY="${UNITY:-ON}" > /dev/null
"$bin/cmake" --build "$core"
"$bin/ctest" --test-dir "$core" --output-on-failure

rm -rf "$folder/venv" "$found"
mkdir "$found"
"$bin/python" -m venv --without-pip "$folder/venv"
python=$folder/venv/bin/python
site=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
# The hook of the editable install, which would load the ordinary core, is not run from a path that is added so.
"$bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))' > "$site/ordinary.pth"
mkdir "$site/rectrix"
ln -s "$(pwd)"/src/rectrix/* "$core"/_core*.so "$site/rectrix"
sed "1s|.*|#!$python|" "$bin/rectrix" > "$folder/venv/bin/rectrix"
chmod +x "$folder/venv/bin/rectrix"

export RECTRIX_SANITIZED=1
export LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libstdc++.so)"
# No leaks: the interpreter has many. No SIGBUS: the core has a handler of its own, which is tested. Undefined behavior
# ends in an abort, which the address sanitizer reports: of the two, it alone writes to the file. It forgets the file's
# name unless the other is told the same.
report=log_path=$found/process
export ASAN_OPTIONS="detect_leaks=0:handle_sigbus=0:handle_abort=1:$report"
export UBSAN_OPTIONS="abort_on_error=1:$report"

"$folder/venv/bin/rectrix" --version | grep -q -e -fsanitize= || { echo "the core is not the sanitized one"; exit 1; }
if "$python" -c 'import ctypes
malloc = ctypes.CDLL(None).malloc
malloc.restype = ctypes.c_void_p
ctypes.memset(malloc(8), 0, 9)'; then
  echo "the sanitizer does not find a write behind the end"
  exit 1
fi
rm "$found"/process.*

status=0
"$python" -m pytest -p no:cacheprovider --capture=sys "$@" || status=$?
for report in "$found"/*; do
  [ ! -e "$report" ] || { head -n 60 "$report"; echo "found by a sanitizer: $report"; status=1; }
done
exit $status
