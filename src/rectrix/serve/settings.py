"""Where a server listens, and how much it does at a time."""

from pydantic import Field

from rectrix.base.config import Settings


class ServeSettings(Settings):
    """What can be chosen about a server besides its limits."""

    host: str = "127.0.0.1"  # the address to listen on; others than this machine's own need a key
    port: int = Field(default=8080, ge=0, le=65535)  # 0 takes any that is free
    threads: int = Field(default=2, ge=1)  # sentences translated at a time
    # Megabytes of patterns, rules and phrases that each model keeps between sentences; what its extraction
    # had if it is not given.
    cache: int | None = Field(default=None, ge=0, le=16384)
