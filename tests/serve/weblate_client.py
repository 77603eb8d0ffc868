"""Translates by Weblate's own classes, without a database: `python weblate_client.py URL TEXT`, gives JSON.

Run by the interpreter of an environment that has Weblate; never imported.
"""

import json
import sys
import tempfile
from unittest.mock import MagicMock

# What draws widgets, reads screenshots and makes backups need libraries of the system.
for name in ("cairo", "gi", "gi.repository", "tesserocr", "standardwebhooks"):
    sys.modules.setdefault(name, MagicMock())

import weblate.settings_example as example  # noqa: E402
from django.conf import settings  # noqa: E402

chosen = {name: getattr(example, name) for name in dir(example) if name.isupper()}
chosen |= {
    "DATABASES": {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    "CACHES": {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}},
    "DATA_DIR": tempfile.mkdtemp(),
    "SITE_DOMAIN": "localhost",
    "SECRET_KEY": "of a test",
}
settings.configure(**chosen)

import django  # noqa: E402

django.setup()

from weblate.machinery.apertium import ApertiumAPYTranslation  # noqa: E402
from weblate.machinery.libretranslate import LibreTranslateTranslation  # noqa: E402

url, text = sys.argv[1:]
libre = LibreTranslateTranslation({"url": url, "key": ""})
apertium = ApertiumAPYTranslation({"url": url})
apertium.validate_settings()
found = libre.download_multiple_translations("de", "en", [(text, None)])
print(
    json.dumps(
        {
            "supported": [
                libre.is_supported("de", "en"),
                apertium.is_supported("deu", "eng"),
            ],
            "libretranslate": found[text][0]["text"],
            "apertium": next(iter(apertium.download_translations("deu", "eng", text, None, None)))["text"],
        }
    )
)
