"""What the faces share: models, work, limits and keys."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from pydantic import BaseModel, ValidationError
from starlette.requests import Request

from rectrix.serve.engines import Engines
from rectrix.serve.errors import Refused, TooLarge
from rectrix.serve.gate import Keys
from rectrix.serve.limits import Limits
from rectrix.serve.metrics import Metrics
from rectrix.serve.work import Work

Asked = TypeVar("Asked", bound=BaseModel)
_FIELDS = 50  # of a form


@dataclass(frozen=True)
class Service:
    """Everything that a face needs to answer."""

    engines: Engines
    work: Work
    limits: Limits
    keys: Keys
    metrics: Metrics
    learns: bool = False

    def require_size(self, texts: list[str]) -> None:
        """Refuse more characters than one request may have."""
        size = sum(map(len, texts))
        if size > self.limits.characters:
            raise TooLarge(f"{size:,} characters; a request has at most {self.limits.characters:,}")


async def read_json(request: Request) -> dict[str, Any]:
    """The object in a request's body."""
    try:
        read: Any = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise Refused("the body is not JSON") from None
    if not isinstance(read, dict):
        raise Refused("the body is not a JSON object")
    return read


async def read_fields(request: Request) -> dict[str, Any]:
    """The fields of a JSON object or a form, whichever was sent, and of the query."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    fields: dict[str, Any] = dict(request.query_params)
    if kind == "application/json":
        return fields | await read_json(request)
    if kind == "multipart/form-data":
        from starlette.exceptions import HTTPException

        try:
            form = await request.form(max_files=0, max_fields=_FIELDS)
        except (HTTPException, ValueError):
            raise Refused("the form cannot be read") from None
        return fields | {name: value for name, value in form.items() if isinstance(value, str)}
    try:
        pairs = parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=_FIELDS)
    except ValueError:
        raise Refused("the body is neither a form nor JSON with its content type") from None
    return fields | dict(pairs)


def checked(kind: type[Asked], values: Mapping[str, Any]) -> Asked:
    """A request of our own API; what is wrong with it is said in one sentence."""
    try:
        return kind.model_validate(dict(values))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise Refused(f"{where}: {first['msg']}" if where else str(first["msg"])) from None
