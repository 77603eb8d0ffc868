"""How property-based tests run: the same examples every time, and no limit of time on a busy machine.

`pytest --hypothesis-profile=explore` looks at new examples instead.
"""

from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile("repeatable")
