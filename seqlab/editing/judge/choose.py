"""The compatible set of judged edits with the highest expected gain, strength, and the second look.

Strength is a bar on the probability that an edit is acceptable. Edits are chosen from the highest
bar down: what a lower strength takes, a higher one keeps, and adds the best set of further edits
that goes with it. So more strength only ever adds edits, and strength 0 takes none. In the end a
language model reads the output, and the weakest edits are taken back where it reads badly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lexical_simplifier import NGramModel
from seqlab.editing.apply.edits import edited_sentences
from seqlab.editing.edit import Edit, Word, detokenize
from seqlab.editing.judge.records import Verdict
from seqlab.editing.parsed import Parsed
from seqlab.errors import UsageError

# The strengths at which the choice is made; between two of them the lower one's set holds.
STEPS = tuple(step / 20 for step in range(1, 21))
# Components of more edits than this lose their weakest before the best set is searched.
_MOST = 18
# How many good edits outweigh a wrong one.
HARM = {"plain": 3.0, "easy": 2.0}
# What is less likely good than this is correct at best, and helps nobody: it is not made. Of 401
# splits that were likely correct and less likely good than 0.5 a third was wrong, so they are made
# only where more than the usual is asked for.
_LEAST_GOOD, _LEAST_GOOD_SPLIT = 0.3, 0.5
USUAL_STRENGTH = 0.5
# A correct edit without gain counts this much: more than nothing, so that ties are decided.
_CORRECT = 0.05
Conflict = Callable[[int, int], bool]


def least_good(operation: str, strength: float) -> float:
    """The least P(good) of an edit that is made at a strength."""
    usual_split = operation == "split" and strength <= USUAL_STRENGTH
    return _LEAST_GOOD_SPLIT if usual_split else _LEAST_GOOD


@dataclass(frozen=True, slots=True)
class Bars:
    """The least P(acceptable) at strengths 0 to 1, at equal distances."""

    values: tuple[float, ...] = (1.01, 0.98, 0.96, 0.93, 0.90, 0.86, 0.80, 0.74, 0.68, 0.60, 0.50)

    def at(self, strength: float) -> float:
        """The bar at a strength, linear between the given ones."""
        place = min(max(strength, 0.0), 1.0) * (len(self.values) - 1)
        low = min(int(place), len(self.values) - 2)
        share = place - low
        return self.values[low] * (1 - share) + self.values[low + 1] * share


def gain(verdict: Verdict, level: str = "plain", size: float = 1.0) -> float:
    """What an edit is worth: its chance to help, less what a wrong one costs, times its size."""
    correct = verdict.acceptable - verdict.good
    wrong = 1.0 - verdict.acceptable
    return size * (verdict.good + _CORRECT * correct) - HARM.get(level, HARM["plain"]) * wrong


def choose(
    verdicts: Sequence[Verdict],
    conflict: Conflict,
    strength: float = 1.0,
    level: str = "plain",
    sizes: Sequence[float] | None = None,
    bars: Bars | None = None,
) -> list[int]:
    """Which edits are made, by their numbers, in order.

    Args:
        verdicts: What the judge says of each edit.
        conflict: Whether two edits, by number, cannot both be made.
        strength: 0 takes no edit, 1 the most; more never takes fewer.
        level: The reader's level, which says how much a wrong edit costs.
        sizes: How much an edit changes; one that changes more is worth more.
        bars: The least P(acceptable) by strength.
    """
    needed = needed_strengths(verdicts, conflict, level, sizes, bars)
    return [number for number, least in enumerate(needed) if least <= strength]


def needed_strengths(
    verdicts: Sequence[Verdict],
    conflict: Conflict,
    level: str = "plain",
    sizes: Sequence[float] | None = None,
    bars: Bars | Sequence[Bars] | None = None,
    operations: Sequence[str] | None = None,
) -> list[float]:
    """For each edit the least strength at which it is made; infinite where never.

    `bars` are the same for all edits, or one for each. `operations` say what each edit does; all
    replace unless given.
    """
    bars = bars or Bars()
    own = [bars] * len(verdicts) if isinstance(bars, Bars) else list(bars)
    kinds = list(operations) if operations is not None else ["replace"] * len(verdicts)
    worth = [
        gain(verdict, level, sizes[k] if sizes is not None else 1.0)
        for k, verdict in enumerate(verdicts)
    ]
    needed = [float("inf")] * len(verdicts)
    open_edits = list(range(len(verdicts)))
    # Few bars for many edits: one for each operation.
    different = {id(one): one for one in own}
    for step in STEPS:
        least = {key: one.at(step) for key, one in different.items()}
        good = {kind: least_good(kind, step) for kind in set(kinds)}
        passing = [
            k
            for k in open_edits
            if verdicts[k].acceptable >= least[id(own[k])] and verdicts[k].good >= good[kinds[k]]
        ]
        if not passing:
            continue
        taken = _best_set(passing, worth, conflict)
        for number in taken:
            needed[number] = step
        open_edits = [
            k
            for k in open_edits
            if k not in taken and not any(conflict(k, other) for other in taken)
        ]
    return needed


def _best_set(edits: Sequence[int], worth: Sequence[float], conflict: Conflict) -> set[int]:
    """The compatible edits of the highest summed worth."""
    # What passed the bar is made if nothing speaks against it: strength decides, not the gain.
    value = {k: max(worth[k], 1e-3 * (1 + worth[k] / 10)) for k in edits}
    against = {k: {other for other in edits if other != k and conflict(k, other)} for k in edits}
    best: set[int] = set()
    for component in _components(edits, against):
        component = sorted(component, key=lambda k: (-value[k], k))[:_MOST]
        best |= _branch_and_bound(component, value, against)
    return best


def _components(edits: Sequence[int], against: dict[int, set[int]]) -> list[list[int]]:
    """Edits that conflict with each other, directly or through others."""
    left, groups = set(edits), []
    while left:
        group, border = [], [min(left)]
        left.discard(border[0])
        while border:
            edit = border.pop()
            group.append(edit)
            near = against[edit] & left
            left -= near
            border += sorted(near)
        groups.append(group)
    return groups


def _branch_and_bound(
    edits: Sequence[int], value: dict[int, float], against: dict[int, set[int]]
) -> set[int]:
    rest = [0.0] * (len(edits) + 1)
    for place in range(len(edits) - 1, -1, -1):
        rest[place] = rest[place + 1] + value[edits[place]]
    best_value, best = -1.0, frozenset[int]()

    def search(place: int, total: float, taken: frozenset[int]) -> None:
        nonlocal best_value, best
        if total > best_value:
            best_value, best = total, taken
        if place == len(edits) or total + rest[place] <= best_value:
            return
        edit = edits[place]
        if not against[edit] & taken:
            search(place + 1, total + value[edit], taken | {edit})
        search(place + 1, total, taken)

    search(0, 0.0, frozenset())
    return set(best)


# Cross-entropy per token of the sentences that edits leave.
Cost = Callable[[Sequence[Sequence[Word]]], float]


def readable_edits(parsed: Parsed, edits: Sequence[Edit], cost: Cost, margin: float) -> int:
    """How many of the edits, the surest first, still read about as well as the source.

    The weakest are taken back one by one until the cost is at most `margin` above the source's.
    Splits are not priced: a full stop is always rarer than a comma.
    """

    def made(numbers: Sequence[int]) -> list[list[Word]]:
        chosen = [edits[number] for number in numbers]
        return edited_sentences(parsed.tokens, chosen, parsed.tags, source=parsed.words)

    source = cost(made(()))
    priced = [number for number, edit in enumerate(edits) if edit.operation != "split"]
    while priced:
        sentences = made(priced)
        if sentences and cost(sentences) <= source + margin:
            break
        priced.pop()
    if not priced:
        first = next((n for n, e in enumerate(edits) if e.operation != "split"), len(edits))
        return first
    following = (n for n in range(priced[-1] + 1, len(edits)) if edits[n].operation != "split")
    return next(following, len(edits))


def ngram_cost(model: NGramModel) -> Cost:
    """The cost by the n-gram model that ships."""

    def cost(parts: Sequence[Sequence[Word]]) -> float:
        return float(model.sentence_cost([word.text for part in parts for word in part]))

    return cost


def causal_cost(path: str | Path) -> Cost:
    """The cost by a causal language model that transformers can read, or a `.gguf` file."""
    tokenizer, model = _causal_model(Path(path))

    def cost(parts: Sequence[Sequence[Word]]) -> float:
        import torch

        text = " ".join(detokenize(part) for part in parts)
        start = tokenizer.bos_token_id or tokenizer.eos_token_id or 0
        ids = torch.tensor([[start, *tokenizer(text)["input_ids"]][:1024]])
        with torch.inference_mode():
            logits = model(input_ids=ids).logits[0, :-1].float()
        chances = torch.log_softmax(logits, dim=-1).gather(1, ids[0, 1:, None])
        return -float(chances.sum()) / max(1, len(text.split()))

    return cost


def _causal_model(path: Path) -> tuple[Any, Any]:
    if not path.exists():
        raise UsageError(f"no language model at {path}: give a model folder or a .gguf file")
    if path.is_file() and path.suffix != ".gguf":
        raise UsageError(f"{path} is not a .gguf file: give one, or a folder with safetensors")
    if path.is_dir() and not any(path.glob("*.safetensors")):
        raise UsageError(
            f"no safetensors in {path}: other weights are pickles, which can run code; save the "
            "model again with safe_serialization=True"
        )
    from transformers import AutoModelForCausalLM, AutoTokenizer

    # Neither code from the folder nor pickled weights: a model is data.
    options: dict[str, Any] = {"local_files_only": True, "trust_remote_code": False}
    if path.is_file():
        options["gguf_file"] = path.name
    folder = path.parent if path.is_file() else path
    weights = {} if path.is_file() else {"use_safetensors": True}
    try:
        tokenizer = AutoTokenizer.from_pretrained(folder, **options)
        model = AutoModelForCausalLM.from_pretrained(folder, **options, **weights)
    except (OSError, ValueError, ImportError) as error:
        reason = str(error).splitlines()[0]
        raise UsageError(f"cannot read the language model {path}: {reason}") from None
    return tokenizer, model.eval()
