"""Tables written as text: entries between semicolons, words between spaces, alternatives between slashes."""


def entries(text: str) -> list[str]:
    """The entries of a table."""
    return [entry.strip() for entry in text.replace("\n", " ").split(";")]


def words(text: str) -> tuple[str, ...]:
    """The words of a list."""
    return tuple(text.split())


def alternatives(text: str) -> tuple[str, ...]:
    """The ways to say something, the usual one first: `big/large`."""
    return tuple(way.strip() for way in text.split("/"))
