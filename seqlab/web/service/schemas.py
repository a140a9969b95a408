"""The typed requests and answers of version 1."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

Operation = Literal["split", "delete", "replace"]
Term = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class Body(BaseModel):
    """A request: a field that it does not have is an error, not silence."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _is_unicode(cls, values: Any) -> Any:
        """Refuse half surrogate pairs, which JSON can write and no text can hold."""
        waiting = [values]
        while waiting:
            value = waiting.pop()
            if isinstance(value, str):
                try:
                    value.encode()
                except UnicodeEncodeError:
                    raise ValueError("holds half of a surrogate pair, which is no text") from None
            elif isinstance(value, dict):
                waiting += [*value, *value.values()]
            elif isinstance(value, list):
                waiting += value
        return values


class WishBody(Body):
    """How to simplify."""

    level: str | None = Field(
        None, max_length=50, description="The reader's level, one of the model's; see /v1/models."
    )
    strength: float = Field(0.5, ge=0, le=1, description="0 changes nothing, 1 the most.")
    keep: list[Term] = Field(
        default_factory=list, max_length=1000, description="Words that stay as they are."
    )
    glossary: dict[Term, Annotated[str, StringConstraints(max_length=200)]] = Field(
        default_factory=dict,
        max_length=1000,
        description="The word to write for a term; `keep` or nothing keeps the term.",
    )
    operations: list[Operation] = Field(
        default=["split", "delete", "replace"], description="What may be done."
    )
    decide: Literal["edits", "labels"] = Field(
        "edits", description="Judge each edit, or obey the tagger's labels word by word."
    )


class SimplifyRequest(WishBody):
    """A text, or a list of texts, to be simplified."""

    text: str | list[str] = Field(description="A text with its paragraphs, or a list of texts.")
    considered: bool = Field(
        False,
        description="Whether edits that were considered and not made are listed too, and all that "
        "/v1/apply needs.",
    )
    quality: bool = Field(
        False, description="Whether each changed sentence is rated by the quality estimator."
    )
    stream: bool = Field(
        False,
        description="Answer line by line (application/x-ndjson): a sentence as soon as it is "
        "done, and the summary last.",
    )


class Alternative(BaseModel):
    """Another word that was considered for the same place."""

    text: str
    reason: str


class EditBody(BaseModel):
    """One change: `old` at `start`–`end` of its paragraph becomes `new`."""

    id: str
    operation: str
    kind: str
    start: int
    end: int
    old: str
    new: str
    good: float = Field(description="The probability that an editor would make it.")
    acceptable: float = Field(description="The probability that it is at least correct.")
    state: str = Field(description="`taken`, `left`, or `refused` by a rule.")
    accepted: bool
    reason: str
    strength: float | None = Field(None, description="The least strength at which it is taken.")
    alternatives: list[Alternative] = []
    depends_on: list[str] = []
    conflicts_with: list[str] = []
    plan: dict[str, Any] = {}


class Quality(BaseModel):
    """What the quality estimator says of a sentence, each from 0 to 1."""

    grammaticality: float
    meaning: float
    simplicity: float
    overall: float


class SentenceBody(BaseModel):
    """A sentence before and after; offsets count characters of its paragraph."""

    id: int
    paragraph: int
    start: int
    end: int
    text: str
    output: str
    left: str = Field("", description="Why nothing was considered, where it was left alone.")
    hard: str = Field("", description="Why it is still hard to read: its length, its words.")
    edits: list[EditBody] = []
    quality: Quality | None = None


class ParagraphBody(BaseModel):
    """A paragraph; `start` is where it begins in the text."""

    text: str
    start: int | None = None


class Readability(BaseModel):
    """What Flesch's formulas say of a text; null where it has no words."""

    words: int
    sentences: int
    grade: float | None = Field(description="School years it takes (Flesch-Kincaid).")
    ease: float | None = Field(description="Flesch reading ease: 100 very easy, 0 very hard.")


class SimplifiedText(BaseModel):
    """A text simplified: an edits file, the new text, and its readability."""

    format: str
    version: int
    made_by: str
    document: dict[str, str]
    settings: dict[str, Any]
    text: str
    paragraphs: list[ParagraphBody]
    sentences: list[SentenceBody]
    before: Readability
    after: Readability


class SimplifyAnswer(BaseModel):
    """The answer: one result for a text, one for each of a list."""

    model: str
    level: str | None
    results: list[SimplifiedText]


class ApplyRequest(Body):
    """A text, and which of its edits are to be made."""

    text: str
    edits: dict[str, Any] = Field(
        description="A result of /v1/simplify with `considered`, or the file that "
        "`seqlab simplify --edits` writes."
    )
    accept: str = Field(
        "marked",
        max_length=100_000,
        description="`marked` (as the file says), `all`, `none`, a least probability, or ids.",
    )


class AppliedSentence(BaseModel):
    """What a sentence becomes."""

    id: int
    output: str
    made: list[str] = Field(description="The edits that were made.")


class ApplyAnswer(BaseModel):
    """The text with just those edits."""

    text: str
    sentences: list[AppliedSentence]
    after: Readability


class ExportRequest(Body):
    """A text that is to be a document."""

    text: str
    format: Literal["docx"] = "docx"
    name: str = Field("text", max_length=100)


class JobRecord(BaseModel):
    """A document on its way."""

    id: str
    name: str
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    sentences: int = Field(description="Sentences done so far.")
    changed: int = 0
    detail: str = ""
    result: str | None = Field(None, description="Where the document can be fetched once done.")


class EvaluateRequest(Body):
    """Outputs of a system beside originals and references."""

    outputs: list[str] = Field(min_length=1)
    originals: list[str] = Field(min_length=1)
    references: list[list[str]] = Field(
        default_factory=list,
        max_length=20,
        description="For each set of references, one line per original.",
    )
    metrics: list[Term] = Field(
        default_factory=list, max_length=30, description="Names of metrics; the usual ones if none."
    )
    lowercase: bool = False


class MetricScore(BaseModel):
    """A score and how it was made."""

    score: float | None
    low: float | None = None
    high: float | None = None
    parts: dict[str, float | None] = {}
    signature: str


class EvaluateAnswer(BaseModel):
    """Scores by the metric's name."""

    scores: dict[str, MetricScore]


class SentencePair(Body):
    """A sentence and what it became."""

    source: str
    output: str


class QualityRequest(Body):
    """Pairs to be rated without references."""

    pairs: list[SentencePair] = Field(min_length=1)


class QualityAnswer(BaseModel):
    """One rating per pair."""

    results: list[Quality]


class ModelRecord(BaseModel):
    """The model that answers."""

    name: str
    levels: list[str]
    operations: list[str]
    formats: list[str] = Field(description="Suffixes of documents that can be sent.")
    version: str
    limits: dict[str, float]


class ModelsAnswer(BaseModel):
    """The models of this service."""

    models: list[ModelRecord]


class Health(BaseModel):
    """Whether the service can answer."""

    status: Literal["ok", "busy"]
    waiting: int
    version: str


class ProblemBody(BaseModel):
    """Every error looks like this (application/problem+json)."""

    type: str
    title: str
    status: int
    detail: str
    field: str | None = None
    fix: str | None = None
    errors: list[dict[str, str]] | None = None
