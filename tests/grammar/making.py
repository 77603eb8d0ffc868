"""Small bitexts as files, and grammars as dictionaries."""

from pathlib import Path

from brute import Pair

from rectrix._core.grammar import GrammarStore
from rectrix.grammar import BitextIndex, HieroSettings, extract_to_store, index

Parsed = dict[tuple[str, str], tuple[dict[str, float], str]]


def write_bitext(folder: Path, corpus: list[Pair]) -> BitextIndex:
    """The corpus as three text files and their index."""
    (folder / "f").write_text("".join(" ".join(p.source) + "\n" for p in corpus))
    (folder / "e").write_text("".join(" ".join(p.target) + "\n" for p in corpus))
    (folder / "a").write_text(
        "".join(" ".join(f"{s}-{t}" for s, t in sorted(p.links)) + "\n" for p in corpus)
    )
    return index(folder / "f", folder / "e", folder / "a", folder / "index", force=True)


def store_of(
    folder: Path,
    bitext: BitextIndex,
    lines: list[str],
    leave_one_out: bool = False,
    threads: int = 1,
    **settings,
):
    """The grammars of some lines, and the bytes of their store."""
    (folder / "input").write_text("".join(f"{line}\n" for line in lines))
    path = folder / "out.rgrammar"
    extract_to_store(
        bitext, folder / "input", path, HieroSettings(**settings), leave_one_out, threads, force=True
    )
    return GrammarStore.open(path), path.read_bytes()


def parse(text: str) -> Parsed:
    """{(source, target): (scores, links)} of cdec's text."""
    rules: Parsed = {}
    for line in text.splitlines():
        _, source, target, scores, links = line.split(" |||")
        key = source.strip(), target.strip()
        assert key not in rules, f"{key} stands twice"
        rules[key] = {n: float(v) for n, v in (s.split("=") for s in scores.split())}, links.strip()
    return rules


def differences(ours: Parsed, theirs: Parsed) -> list[str]:
    """Every rule that one has and the other lacks or scores or links differently."""
    found = [f"missing {key}" for key in theirs.keys() - ours.keys()]
    found += [f"extra {key}" for key in ours.keys() - theirs.keys()]
    for key in ours.keys() & theirs.keys():
        (scores, links), (expected, expected_links) = ours[key], theirs[key]
        # Our scores are floats.
        if any(abs(scores[n] - v) > 1e-6 * max(1.0, abs(v)) for n, v in expected.items()):
            found.append(f"{key}: scores {scores}, expected {expected}")
        if links != expected_links:
            found.append(f"{key}: links {links}, expected {expected_links}")
    return sorted(found)
