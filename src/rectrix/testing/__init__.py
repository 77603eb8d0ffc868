"""What every recipe, metric and reader must pass, ours and anybody's; a failed check is an AssertionError.

from rectrix.testing import check_metric, check_reader, check_recipe

check_recipe("my_package:MyRecipe")    # or a name of the group of entry points rectrix.recipes
check_metric("my_package:my_metric")   # or the metric itself
check_reader(my_read, b"a good file")  # a function of a path
"""

from rectrix.testing.metrics import check_metric
from rectrix.testing.readers import check_reader
from rectrix.testing.recipes import HOSTILE, check_recipe

__all__ = ["HOSTILE", "check_metric", "check_reader", "check_recipe"]
