"""How heads and features are called inside the network."""

from __future__ import annotations

# The output that holds what the heads read: the token representation and the last BiLSTM layer.
STATES = "states"
# The input that says how much of each adapter is added, in a network that has any: maps of low rank
# that learned on, each for a task of its own. The metadata of the file name them in this order.
ADAPTED = "adapted"


def module_key(name: str) -> str:
    """The name of a head or feature as the name of a module."""
    # Module names may hold no dot and be no attribute of a module, such as `type`.
    return "of_" + name.replace(".", "_")
