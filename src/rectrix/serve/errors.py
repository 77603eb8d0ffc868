"""Requests that are refused, each with the status of its answer."""

from rectrix.base.errors import UsageError


class Refused(UsageError):
    """A request that is wrong, or more than a limit allows."""

    status = 400


class NotAllowed(Refused):
    """A key is missing or wrong, or the request comes from where none should."""

    status = 403


class NotFound(Refused):
    """There is no such model, lesson or page."""

    status = 404


class TooSlow(Refused):
    """The request did not arrive in time."""

    status = 408


class TooLarge(Refused):
    """More than the server takes in one request."""

    status = 413


class TooMany(Refused):
    """More requests than a client may send."""

    status = 429


class Busy(Refused):
    """The server has more work waiting than it takes, or ran out of time."""

    status = 503
