"""rectrix features"""

from rectrix.cli.options import Json, Quiet, for_terminal


def command(quiet: Quiet = False, json: Json = False) -> None:
    """List the templates of sparse features that --features names, with an example of each.

    The example is of the rule `das [1] haus` → `the old [1] house`, whose first and last words are linked.
    """
    from rectrix.features.listing import listed

    progress = for_terminal(quiet, json)
    for shown in listed():
        example = f"\n  {' '.join(shown['example'])}" if shown["example"] else ""
        progress.result(f"{shown['template']}: {shown['summary']}{example}", **shown)
    progress.say(
        "Before a template, class_ takes word classes for words: --source-classes, --target-classes."
    )
    progress.say("Functions of a rule in Python: FILE.py:name or module:name (see docs/features.md).")
