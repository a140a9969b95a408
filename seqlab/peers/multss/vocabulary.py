"""`Vocabulary`: subword pieces of sentencepiece, with a token for each task."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from seqlab.errors import DataError, UsageError
from seqlab.files import atomic_write
from seqlab.text import encodable

try:
    import sentencepiece
except ImportError:
    raise UsageError("MulTSS needs sentencepiece: pip install 'seqlab[peers]'") from None

PAD, UNKNOWN, START, END = range(4)
# sentencepiece learns from at most so many lines, drawn at random.
_LINES = 200_000


class Vocabulary:
    """Text to numbers and back; pieces outside the vocabulary keep their letters."""

    def __init__(self, data: bytes, tasks: Sequence[str]) -> None:
        self.data, self.tasks = data, tuple(tasks)
        self._pieces = sentencepiece.SentencePieceProcessor(model_proto=data)
        self.task_numbers = {task: self._pieces.piece_to_id(_token(task)) for task in tasks}
        if unknown := [t for t, number in self.task_numbers.items() if number == UNKNOWN]:
            raise UsageError(f"the vocabulary has no token for the task {unknown[0]!r}")

    @classmethod
    def learn(cls, lines: Iterable[str], size: int, tasks: Sequence[str]) -> Vocabulary:
        """A vocabulary of `size` pieces from text; its task tokens match nothing in a text."""
        written = io.BytesIO()
        try:
            sentencepiece.SentencePieceTrainer.train(
                sentence_iterator=iter(lines),
                model_writer=written,
                vocab_size=size,
                model_type="bpe",
                character_coverage=0.9999,
                normalization_rule_name="identity",
                control_symbols=[_token(task) for task in tasks],
                pad_id=PAD,
                unk_id=UNKNOWN,
                bos_id=START,
                eos_id=END,
                input_sentence_size=_LINES,
                num_threads=1,
                minloglevel=2,
            )
        except RuntimeError as error:
            reason = str(error).rpartition("] ")[2] or "not enough text"
            raise UsageError(
                f"no vocabulary of {size:,} pieces can be made: {reason.strip()}; "
                "set a smaller `vocabulary` or give more pairs"
            ) from None
        return cls(written.getvalue(), tasks)

    def __len__(self) -> int:
        return int(self._pieces.get_piece_size())

    def encode(self, text: str) -> list[int]:
        """The numbers of a text's pieces."""
        return list(self._pieces.encode(encodable(text)))

    def pieces(self, text: str) -> list[str]:
        """The pieces themselves, those outside the vocabulary included."""
        return list(self._pieces.encode(encodable(text), out_type=str))

    def decode(self, pieces: Sequence[str]) -> str:
        """Pieces as text."""
        return "".join(pieces).replace("▁", " ").strip()

    def piece(self, number: int) -> str:
        """The piece with that number."""
        return str(self._pieces.id_to_piece(number))

    def save(self, path: Path) -> None:
        """Write sentencepiece's own file."""
        with atomic_write(path, "wb") as handle:
            handle.write(self.data)

    @classmethod
    def load(cls, path: Path, tasks: Sequence[str]) -> Vocabulary:
        """The vocabulary that `save` wrote."""
        try:
            return cls(path.read_bytes(), tasks)
        except FileNotFoundError:
            raise DataError(path, "no such file", fix="train the model again") from None
        except RuntimeError:
            raise DataError(path, "is no sentencepiece vocabulary") from None


def _token(task: str) -> str:
    return f"<{task}>"
