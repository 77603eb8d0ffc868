"""How property-based tests run: the same examples every time, and no limit of time on a busy machine; a
cluster for all tests that want one; and what the sanitizers cannot run.

`pytest --hypothesis-profile=explore` looks at new examples instead.
"""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile("repeatable")


def pytest_runtest_setup(item):
    """Skip what cannot run under `make sanitize`: `@pytest.mark.unsanitized(reason)`."""
    if "RECTRIX_SANITIZED" in os.environ and (mark := item.get_closest_marker("unsanitized")):
        pytest.skip(f"not under the sanitizers: {mark.args[0]}")


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    """A Ray cluster of two nodes on this machine with a worker each, so that losing one leaves the other."""
    ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'rectrix[cluster]'")
    from ray.cluster_utils import Cluster

    patched = pytest.MonkeyPatch()
    patched.setenv("HOME", str(tmp_path_factory.mktemp("home")))  # Ray writes a token there
    patched.setenv("RAY_USAGE_STATS_ENABLED", "0")
    folders = [str(Path(__file__).parent / part) for part in ("learn", "execute")]
    patched.setenv("PYTHONPATH", os.pathsep.join(folders))  # where workers find the tests' own tasks
    head = {"num_cpus": 1, "object_store_memory": 100 << 20, "include_dashboard": False}
    made = Cluster(initialize_head=True, head_node_args=head)
    made.add_node(num_cpus=1, object_store_memory=100 << 20)
    ray.init(address=made.address, log_to_driver=False, logging_level="error")
    yield made
    ray.shutdown()
    made.shutdown()
    patched.undo()
