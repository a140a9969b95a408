"""Every rival's training, killed by the system and run again, ends with the same weights."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from seqlab.files import file_hash

# Each trains into the folder that it is given; `slowly` leaves time to kill it between checkpoints.
_SLOWLY = """
import sys, time
from pathlib import Path
out = Path(sys.argv[1])
def slowly(function):
    def called(*given, **named):
        result = function(*given, **named)
        time.sleep(float(sys.argv[2]))
        return result
    return called
"""
_MULTSS = """
from seqlab.peers import MulTSS, MulTSSOptions, NetworkOptions
from seqlab.peers.multss import training
training._save = slowly(training._save)
pairs = [(f"The big cat number {n} sleeps.", f"The cat {n} sleeps.") for n in range(40)]
options = MulTSSOptions(
    NetworkOptions(size=16, inner=16, layers=1, heads=2), vocabulary=60, steps=8, check_every=2
)
MulTSS.fit({"simplify": pairs}, {}, out, options)
"""
_PARAPHRASE = """
import seqlab.peers.paraphrase.fit as fitting
from seqlab.peers import ParaphraseOptions, TuningOptions
from seqlab.peers.paraphrase import tuning
tuning.save_progress = slowly(tuning.save_progress)
pairs = out.parent / "ppdb.txt"
pairs.write_text("currently\\tnow\\nspecies\\tkinds\\naccepted\\tallowed\\n")
texts = ["About 95 species are currently accepted .", "The species is accepted ."]
fitting.tuning_sentences = lambda _: (
    [text.split() for text in texts],
    [[text.lower().replace("currently", "now").split()] for text in texts],
)
options = ParaphraseOptions(
    ppdb=(str(pairs),), annotated=(), phrases=(), tuning=TuningOptions(iterations=4, nbest=5)
)
fitting.fit(out, options)
"""
_GENERATOR = """
import torch
from transformers import LlamaConfig, LlamaForCausalLM
from safetensors.torch import save_file
from seqlab.peers.generator import training
from seqlab.causal import add_adapters, steps
from seqlab.peers.generator.batches import Row
from seqlab.peers.generator.options import GeneratorOptions
steps._save = slowly(steps._save)
torch.manual_seed(1)
config = LlamaConfig(
    vocab_size=40, hidden_size=16, intermediate_size=16, num_hidden_layers=2,
    num_attention_heads=2, num_key_value_heads=1, pad_token_id=2,
)
model = LlamaForCausalLM(config).requires_grad_(False)
learned = add_adapters(model, 1, 4)
rows = [Row((1, n % 30 + 3), (((4,), (n % 30 + 3, 2)), ((5,), (6, 2)))) for n in range(50)]
options = GeneratorOptions(steps=8, batch_size=4, check_every=2, learning_rate=0.01)
training.train(model, learned, rows, out / "training", options, 1)
save_file({name: own.detach() for name, own in learned.items()}, out / "weights.safetensors")
"""
# The word-level Transformer of Table 3.7 begins again.
_TRANSFORMER = """
import pytorch_lightning as lightning
from seqlab.peers import TransformerOptions, train_transformer
lightning.Trainer.save_checkpoint = slowly(lightning.Trainer.save_checkpoint)
pairs = [(["big", f"n{n % 7}", "."], [f"n{n % 7}", "."]) for n in range(40)]
options = TransformerOptions(size=16, layers=1, heads=2, vocabulary=8, epochs=3)
train_transformer(pairs, pairs[:8], out, options, 1)
"""
_RIVALS = {
    "multss": (_MULTSS, "training/resume.ckpt", "weights.safetensors"),
    "paraphrase": (_PARAPHRASE, "training/tuning.safetensors", "config.json"),
    "transformer": (_TRANSFORMER, "checkpoints/best.ckpt", "weights.safetensors"),
    "generator": (_GENERATOR, "training/resume.ckpt", "weights.safetensors"),
}


@pytest.mark.slow
@pytest.mark.parametrize("rival", list(_RIVALS))
def test_a_killed_training_ends_with_the_same_weights(rival: str, tmp_path: Path) -> None:
    code, checkpoint, weights = _RIVALS[rival]
    whole, cut = tmp_path / "whole" / "m", tmp_path / "cut" / "m"
    for folder in (whole, cut):
        folder.mkdir(parents=True)
    _run(code, whole, 0.0).wait()
    killed = _run(code, cut, 5.0)
    while not (cut / checkpoint).is_file():
        assert killed.poll() is None, "ended before it could be killed"
        time.sleep(0.05)
    killed.send_signal(signal.SIGKILL)
    assert killed.wait() == -signal.SIGKILL
    assert not (cut / weights).is_file()
    assert _run(code, cut, 0.0).wait() == 0
    assert _learned(cut / weights) == _learned(whole / weights)


def _run(code: str, out: Path, pause: float) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", _SLOWLY + code, str(out), str(pause)])


def _learned(path: Path) -> str:
    if path.suffix != ".json":
        return file_hash(path)
    import json

    # How long it took may differ.
    return str(json.loads(path.read_text())["weights"])
