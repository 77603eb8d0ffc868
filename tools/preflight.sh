#!/bin/sh
# Says at once what a machine lacks and how to get it. Usage: preflight.sh PYTHON
python=$1

missing() {
  echo "Missing: $1" >&2
  echo "  Debian/Ubuntu:  sudo apt-get install $2" >&2
  echo "  Fedora:         sudo dnf install $3" >&2
  echo "  macOS:          $4" >&2
  exit 1
}

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
  missing "Python 3.11 or newer ($python is $("$python" --version 2>&1 | head -n 1)); name another with 'make PYTHON=...'" \
    "python3.11 python3.11-venv python3.11-dev" "python3.11 python3.11-devel" "brew install python@3.12"

"$python" -c 'import venv, ensurepip' 2>/dev/null ||
  missing "Python's venv module" "python3-venv" "python3" "brew install python@3.12"

"$python" -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' ||
  missing "Python's C headers" "python3-dev" "python3-devel" "brew install python@3.12"

probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
printf '#include <algorithm>\n#include <ranges>\n#include <span>\nint main() { int x[] = {1}; return *std::ranges::find(x, 1) - static_cast<int>(std::span(x).size()); }\n' > "$probe/probe.cpp"
${CXX:-c++} -std=c++20 "$probe/probe.cpp" -o "$probe/probe" 2>/dev/null ||
  missing "a C++20 compiler (GCC 11, Clang 16 or newer)" "g++" "gcc-c++" "xcode-select --install"
