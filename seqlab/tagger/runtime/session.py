"""`OnnxModel`: a model folder run by onnxruntime; scores made probabilities and labels."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from seqlab.devices import threads
from seqlab.errors import DataError
from seqlab.tagger.folder.description import Description
from seqlab.tagger.folder.hashes import DECODERS, FIX, NETWORK
from seqlab.tagger.inputs.forms import Inputs, Pieces, sentence_inputs
from seqlab.tagger.inputs.pieces import WordPieces, window_arrays, windows
from seqlab.tagger.options import HeadOptions
from seqlab.tagger.runtime.graph import ADAPTERS, OPSET
from seqlab.tagger.runtime.names import ADAPTED, module_key
from seqlab.tagger.sentence import LabelledSentence


@dataclass(frozen=True)
class Transitions:
    """What a CRF adds to the scores of a sentence's labels."""

    start: np.ndarray  # (labels)
    between: np.ndarray  # (label before, label)
    end: np.ndarray  # (labels)


def probabilities(
    scores: np.ndarray, mask: np.ndarray, crf: Transitions | None = None
) -> np.ndarray:
    """Probability of each label at each token; for a CRF, its marginals.

    Args:
        scores: Label scores (sentences, tokens, labels).
        mask: True where there is a token (sentences, tokens).
        crf: The transitions, where the head has them.
    """
    return softmax(scores) if crf is None else marginals(scores, mask, crf)


def best_labels(scores: np.ndarray, mask: np.ndarray, crf: Transitions | None = None) -> np.ndarray:
    """The most likely label numbers (sentences, tokens): each alone, or the best sequence."""
    return scores.argmax(axis=-1) if crf is None else best_sequence(scores, mask, crf)


def softmax(scores: np.ndarray) -> np.ndarray:
    """Shares that sum to one over the last dimension."""
    shares: np.ndarray = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares /= shares.sum(axis=-1, keepdims=True)
    return shares


def marginals(scores: np.ndarray, mask: np.ndarray, crf: Transitions) -> np.ndarray:
    """Each label's probability at each token, all label sequences taken together."""
    longest = scores.shape[1]
    before = np.empty_like(scores)
    before[:, 0] = crf.start + scores[:, 0]
    for place in range(1, longest):
        step = _log_sum(before[:, place - 1, :, None] + crf.between, axis=1) + scores[:, place]
        before[:, place] = np.where(mask[:, place, None], step, before[:, place - 1])
    after = np.empty_like(scores)
    after[:, longest - 1] = crf.end
    for place in range(longest - 1, 0, -1):
        step = _log_sum(crf.between + (scores[:, place] + after[:, place])[:, None, :], axis=2)
        after[:, place - 1] = np.where(mask[:, place, None], step, crf.end)
    return softmax(before + after)


def best_sequence(scores: np.ndarray, mask: np.ndarray, crf: Transitions) -> np.ndarray:
    """The highest-scoring label sequence of each sentence (Viterbi), a batch at a time."""
    sentences, longest, labels = scores.shape
    score = crf.start + scores[:, 0]
    came_from = np.empty((longest, sentences, labels), dtype=np.int64)
    for place in range(1, longest):
        paths = score[:, :, None] + crf.between
        inside = mask[:, place, None]
        came_from[place] = np.where(inside, paths.argmax(axis=1), np.arange(labels))
        score = np.where(inside, paths.max(axis=1) + scores[:, place], score)
    best = np.empty((sentences, longest), dtype=np.int64)
    best[:, -1] = (score + crf.end).argmax(axis=1)
    for place in range(longest - 1, 0, -1):
        rows = np.take_along_axis(came_from[place], best[:, place, None], axis=1)
        best[:, place - 1] = rows[:, 0]
    return best


def _log_sum(values: np.ndarray, axis: int) -> np.ndarray:
    largest = values.max(axis=axis, keepdims=True)
    total = np.log(np.exp(values - largest).sum(axis=axis, keepdims=True)) + largest
    return np.asarray(total.squeeze(axis))


def decide(probabilities: np.ndarray, thresholds: np.ndarray, fallback: int) -> np.ndarray:
    """Label numbers (tokens) from probabilities (tokens, labels); see the module's words."""
    with np.errstate(divide="ignore"):
        ratio = probabilities / thresholds
    ratio[:, fallback] = -np.inf
    best = ratio.argmax(axis=1)
    reached = ratio[np.arange(len(best)), best] >= 1.0
    return np.where(reached, best, fallback)


def threshold_row(labels: Sequence[str], thresholds: Mapping[str, float]) -> np.ndarray:
    """The thresholds in the order of the labels; a label without one is never chosen by it."""
    return np.array([thresholds.get(label, np.inf) for label in labels])


class OnnxModel:
    """The network of a model folder, with what gives its numbers a meaning.

    Args:
        description: What the folder says of its model.
        thread_count: Threads that one prediction may use; those of the process unless given.
        extra_outputs: Gives the network with further outputs, and their names.
    """

    def __init__(
        self,
        description: Description,
        thread_count: int | None = None,
        extra_outputs: Callable[[Path], tuple[bytes, list[str]]] | None = None,
    ) -> None:
        self.options = description.options
        self.forms = description.forms
        self.features = description.features
        self.labels = description.labels
        self.thresholds = description.thresholds
        self.temperatures = description.temperatures
        path = description.folder / NETWORK
        _check_opset(description, path)
        network: bytes | str = str(path)
        self.extras: list[str] = []
        if extra_outputs is not None:
            network, self.extras = extra_outputs(path)
        self._session = _session(path, network, threads() if thread_count is None else thread_count)
        self._inputs = [item.name for item in self._session.get_inputs()]
        told = self._session.get_modelmeta().custom_metadata_map
        self.adapters: list[str] = json.loads(told.get(ADAPTERS, "[]"))
        if ADAPTED in self._inputs and not self.adapters:
            raise DataError(path, "has adapters without names", fix=FIX)
        outputs = {item.name for item in self._session.get_outputs()}
        if missing := [head for head in self.labels if head not in outputs]:
            raise DataError(path, f"has no scores for the head {missing[0]!r}", fix=FIX)
        # What an encoder computes for so many pieces stays in the processor's cache.
        self.batch_tokens = 256 if self.options.fine_tune else 2048
        self._transitions = _transitions(description)
        self._tokenizer: WordPieces | None = None
        self.pieces: Pieces | None = None
        if self.options.fine_tune:
            self._tokenizer = WordPieces.load(description.folder / "encoder")
            self.pieces = _pieces(description, self._tokenizer)

    def head_options(self, head: str) -> HeadOptions:
        """The options of one head."""
        return self.options.heads.get(head, self.options.head)

    def transitions(self, head: str) -> Transitions | None:
        """The CRF of one head, if it has one."""
        return self._transitions.get(head)

    def sizes(self, sentences: Sequence[LabelledSentence]) -> list[int]:
        """How long each sentence is for the network: in pieces, where an encoder reads it."""
        if self._tokenizer is None:
            return [len(sentence.tokens) for sentence in sentences]
        sizes = [0] * len(sentences)
        filled = [number for number, sentence in enumerate(sentences) if sentence.tokens]
        of_words = self._tokenizer.pieces([sentences[number].tokens for number in filled])
        for number, own in zip(filled, of_words, strict=True):
            sizes[number] = sum(map(len, own))
        return sizes

    def scores(
        self, sentences: Sequence[LabelledSentence], heads: Sequence[str], adapter: str = ""
    ) -> tuple[dict[str, np.ndarray], np.ndarray]:
        """Scores (sentences, tokens, labels) by head, and where there are tokens."""
        inputs = sentence_inputs(sentences, self.forms, self.features, self.pieces)
        return dict(zip(heads, self.run(inputs, heads, adapter), strict=True)), inputs.mask

    def run(self, inputs: Inputs, outputs: Sequence[str], adapter: str = "") -> list[np.ndarray]:
        """What the network gives by these names for a batch, with an adapter or without any."""
        shares = [float(name == adapter) for name in self.adapters]
        arrays = inputs.arrays() | {ADAPTED: np.array(shares, dtype=np.float32)}
        given = {name: arrays[name] for name in self._inputs}
        return list(self._session.run(list(outputs), given))


def _session(path: Path, network: bytes | str, thread_count: int) -> Any:
    import onnxruntime

    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = thread_count
    settings.inter_op_num_threads = 1
    settings.log_severity_level = 3
    # Memory of one large batch is given back; threads that wait do not keep a processor busy.
    settings.enable_cpu_mem_arena = False
    settings.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(network, settings, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime has no common class of its errors
        reason = str(error).split("\n")[0]
        raise DataError(path, f"not a network: {reason}", fix="export it again") from None


def _check_opset(description: Description, path: Path) -> None:
    needed = description.config.get("onnx", {}).get("opset")
    if not isinstance(needed, int) or needed > OPSET:
        raise DataError(
            path,
            f"this version reads ONNX up to opset {OPSET}",
            value=f"opset {needed}",
            fix=f"install seqlab {description.config.get('seqlab')} or later",
        )


def _transitions(description: Description) -> dict[str, Transitions]:
    options = description.options
    heads = [
        head for head in description.labels
        if options.heads.get(head, options.head).decoder == "crf"
    ]  # fmt: skip
    if not heads:
        return {}
    from safetensors import SafetensorError
    from safetensors.numpy import load

    path = description.folder / DECODERS
    try:
        stored = load(path.read_bytes())
        return {
            head: Transitions(
                *(
                    stored[f"heads.{module_key(head)}.crf.{name}"]
                    for name in ("start_transitions", "transitions", "end_transitions")
                )
            )
            for head in heads
        }
    except (OSError, SafetensorError, KeyError) as error:
        raise DataError(path, f"not the decoders of the model: {error}", fix=FIX) from None


def _pieces(description: Description, tokenizer: WordPieces) -> Pieces:
    from seqlab.files import read_text

    config = json.loads(read_text(description.folder / "encoder" / "config.json"))
    capacity = min(512, int(config.get("max_position_embeddings", 512))) - 2

    def arrays(sentences: Sequence[Sequence[str]], longest: int) -> dict[str, np.ndarray]:
        found = windows(tokenizer, sentences, capacity, overlap=0)
        return window_arrays(found, longest, tokenizer.padding)

    return arrays
