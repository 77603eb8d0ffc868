"""What one request may ask for, and what all of them together may."""

from pydantic import Field

from rectrix.base.config import Settings


class Limits(Settings):
    """Bounds of work; beyond them a request is refused with a reason."""

    body: int = Field(default=1 << 20, ge=1024)  # bytes of a request
    characters: int = Field(default=50_000, ge=1)  # most characters of a request
    sentences: int = Field(default=1_000, ge=1)  # most sentences of a request
    seconds: float = Field(default=30.0, gt=0)  # most seconds from the last byte of a request to its answer
    waiting: int = Field(default=4_000, ge=1)  # sentences of all requests that are not translated yet
    connections: int = Field(default=500, ge=1)
    rate: int = Field(default=0, ge=0)  # requests of a client in a minute; 0: no limit
    nbest: int = Field(default=100, ge=1)
    words: int = Field(default=100, ge=1)  # of a sentence whose derivation is asked for
    upload_seconds: float = Field(default=20.0, gt=0)  # for a request to arrive
    lines: int = Field(default=5_000, ge=1)  # of each text that is compared
