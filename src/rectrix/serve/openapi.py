"""The description of our own API in OpenAPI 3.1, made of the requests' and answers' types."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from rectrix import __version__
from rectrix.serve.schema import Problem

Parameter = tuple[str, str, dict[str, Any]]  # name, place (path, query), schema
_PROBLEMS = {
    "400": "The request is wrong.",
    "403": "A key is missing or wrong.",
    "404": "There is no such model or correction.",
    "408": "The request came too slowly.",
    "413": "More than the server takes at once.",
    "429": "More requests than a client may send.",
    "503": "Too much work is waiting.",
}


@dataclass(frozen=True)
class Operation:
    """A path with a method."""

    path: str
    method: str
    answer: type[BaseModel]
    summary: str
    parameters: tuple[Parameter, ...] = ()
    asked: type[BaseModel] | None = None


def describe(operations: Sequence[Operation]) -> dict[str, Any]:
    """The whole description."""
    asked = [(one.asked, "validation") for one in operations if one.asked]
    given = [(one.answer, "serialization") for one in operations]
    wanted: Any = [*asked, *given, (Problem, "serialization")]
    names, schemas = models_json_schema(wanted, ref_template="#/components/schemas/{model}")
    paths: dict[str, Any] = {}
    for one in operations:
        paths.setdefault(one.path, {})[one.method] = _operation(one, names)
    return {
        "openapi": "3.1.0",
        "info": {"title": "rectrix serve", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": schemas["$defs"],
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"key": []}],
    }


def _operation(one: Operation, names: Any) -> dict[str, Any]:
    made: dict[str, Any] = {
        "summary": one.summary,
        "operationId": f"{one.method}{''.join(part.strip('{}').title() for part in one.path.split('/')[2:])}",
        "responses": {
            "200": {"description": "Done.", "content": _content(names[one.answer, "serialization"])}
        },
    }
    for status, why in _PROBLEMS.items():
        content = _content(names[Problem, "serialization"])
        made["responses"][status] = {"description": why, "content": content}
    if one.parameters:
        made["parameters"] = [
            {"name": name, "in": place, "required": place == "path", "schema": kind}
            for name, place, kind in one.parameters
        ]
    if one.asked:
        made["requestBody"] = {"required": True, "content": _content(names[one.asked, "validation"])}
    return made


def _content(reference: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": reference}}
