"""Where models run is decided without loading torch, and what is not there is one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest

from seqlab import devices
from seqlab.devices import available_devices, choose_device, threads, use_threads
from seqlab.errors import UsageError

torch = pytest.importorskip("torch")


@pytest.fixture
def two_gpus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)


@pytest.fixture
def no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)


@pytest.fixture
def usual_threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        monkeypatch.setenv(name, os.environ.get(name, "1"))
    before, of_torch = threads(), torch.get_num_threads()
    yield
    use_threads(before)
    torch.set_num_threads(of_torch)


@pytest.mark.usefixtures("two_gpus")
def test_auto_takes_the_gpu_that_torch_has() -> None:
    assert choose_device("auto") == "cuda"
    assert choose_device("cuda") == "cuda"
    assert choose_device("cuda:1") == "cuda:1"
    assert choose_device("cpu") == "cpu"
    with pytest.raises(UsageError, match="no device 'cuda:2' here; available: cpu, cuda:0, cuda:1"):
        choose_device("cuda:2")


@pytest.mark.usefixtures("no_gpu")
def test_a_device_that_is_not_there_is_said_with_those_that_are() -> None:
    assert choose_device("auto") == "cpu"
    assert available_devices() == ("cpu",)
    for name in ("cuda", "cuda:0", "mps"):
        with pytest.raises(UsageError, match=f"no device '{name}' here; available: cpu"):
            choose_device(name)
    for name in ("gpu", "cuda:x", "mps:1", ""):
        with pytest.raises(UsageError, match="known: auto, cpu, cuda, cuda:N, mps"):
            choose_device(name)


def test_apples_gpu_is_taken_only_by_name(no_gpu: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: True)
    assert choose_device("mps") == "mps"
    assert choose_device("auto") == "cpu"


def test_torch_is_not_loaded_to_learn_that_there_is_no_gpu(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "torch")
    monkeypatch.setattr(devices, "_has_driver", lambda: False)
    assert choose_device("auto") == "cpu"
    assert "torch" not in sys.modules


def test_without_torch_there_is_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "_has_torch", lambda: False)
    with pytest.raises(UsageError, match="and torch is not installed; available: cpu"):
        choose_device("cuda")


@pytest.mark.usefixtures("usual_threads")
def test_a_process_computes_with_one_thread_unless_told() -> None:
    os.environ.pop("OMP_NUM_THREADS")
    assert use_threads() == threads() == torch.get_num_threads() == 1
    assert use_threads(2) == threads() == torch.get_num_threads() == 2
    # Processes that this one starts are told, too.
    assert os.environ["OMP_NUM_THREADS"] == "2"
    assert use_threads() == 2
    with pytest.raises(UsageError, match=r"at least 1 \(got 0\)"):
        use_threads(0)
