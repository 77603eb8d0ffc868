"""Numbers with bounds, for the fields of settings and of parts."""

from typing import Annotated

from pydantic import Field

Count = Annotated[int, Field(ge=1)]  # at least one
Whole = Annotated[int, Field(ge=0)]
Positive = Annotated[float, Field(gt=0)]
NotNegative = Annotated[float, Field(ge=0)]
Share = Annotated[float, Field(ge=0, le=1)]
