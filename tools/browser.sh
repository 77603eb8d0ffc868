#!/bin/sh
# Prints where a Chromium is, installed from the distribution's packages if there is none; fails with the reason.
find_browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }
find_browser && exit 0
if ! command -v apt-get > /dev/null; then echo "no Chromium, and no apt-get to install it"; exit 1; fi
if [ "$(id -u)" != 0 ]; then echo "no Chromium, and only root may install it: apt-get install chromium"; exit 1; fi
{ apt-get update && apt-get install --yes --no-install-recommends chromium; } > /dev/null 2>&1
find_browser || { echo "no Chromium, and apt-get could not install it"; exit 1; }
