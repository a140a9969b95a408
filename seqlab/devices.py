"""Where models run, with how many threads and in how much memory; torch is seldom asked."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

from seqlab.errors import UsageError

# Drivers leave these behind; without one, torch need not be loaded to know that it has no GPU.
_DRIVER_FILES = ("/dev/nvidiactl", "/proc/driver/nvidia/version", "/dev/dxg", "/dev/kfd")
_THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_threads = 1


def use_threads(count: int | None = None) -> int:
    """Let this process compute with `count` threads; gives the number.

    Unless given it is what `OMP_NUM_THREADS` says, which processes inherit that this one starts,
    and otherwise one: the right number beside other work. It also holds for models that are
    loaded later.
    """
    global _threads
    if count is None:
        said = os.environ.get("OMP_NUM_THREADS", "")
        count = int(said) if said.isdigit() and int(said) else 1
    if count < 1:
        raise UsageError(f"threads must be at least 1 (got {count})")
    _threads = count
    for name in _THREAD_VARIABLES:
        # Libraries that are loaded later, in this process or in those that it starts, read these.
        os.environ[name] = str(count)
    if "torch" in sys.modules:
        limit_torch()
    if count > 1 and "numpy" in sys.modules and importlib.util.find_spec("threadpoolctl"):
        import threadpoolctl

        threadpoolctl.threadpool_limits(count)
    return count


def threads() -> int:
    """How many threads this process computes with."""
    return _threads


def limit_torch() -> Any:
    """Torch, with the number of threads of this process."""
    import torch

    if torch.get_num_threads() != _threads:
        torch.set_num_threads(_threads)
    return torch


def choose_device(device: str = "auto") -> str:
    """The device to run on: `cpu`, `cuda`, `cuda:N` or `mps`.

    `auto` is the GPU where torch has one, else the processor. A device that is not there is a
    `UsageError` that names those that are.
    """
    if device == "cpu":
        return device
    if device == "auto":
        return "cuda" if _may_have_gpu() and _torch_has_cuda() else "cpu"
    kind, _, number = device.partition(":")
    if kind not in ("cuda", "mps") or (number and not (kind == "cuda" and number.isdigit())):
        raise UsageError(f"no device {device!r}; known: auto, cpu, cuda, cuda:N, mps")
    known = available_devices()
    if device not in (*known, *("cuda" for name in known if name.startswith("cuda"))):
        reason = "" if _has_torch() else ", and torch is not installed"
        raise UsageError(f"no device {device!r} here{reason}; available: {', '.join(known)}")
    return device


def available_devices() -> tuple[str, ...]:
    """The devices of this machine that models can run on."""
    if not _has_torch():
        return ("cpu",)
    import torch

    found = ["cpu"]
    if torch.cuda.is_available():
        found += [f"cuda:{number}" for number in range(torch.cuda.device_count())]
    if torch.backends.mps.is_available():
        found.append("mps")
    return tuple(found)


def _may_have_gpu() -> bool:
    # Who has torch in memory already may ask it; loading it only to ask takes seconds.
    return "torch" in sys.modules or (_has_driver() and _has_torch())


def _has_driver() -> bool:
    if sys.platform == "win32":
        return (Path(os.environ.get("SYSTEMROOT", "C:/Windows")) / "System32/nvcuda.dll").is_file()
    return any(Path(file).exists() for file in _DRIVER_FILES)


def _has_torch() -> bool:
    return "torch" in sys.modules or importlib.util.find_spec("torch") is not None


def _torch_has_cuda() -> bool:
    import torch

    return bool(torch.cuda.is_available())


def resident_bytes(pid: int | None) -> int:
    """Bytes of memory that a process holds, as far as the system tells."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
