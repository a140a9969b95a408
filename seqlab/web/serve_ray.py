"""The simplifier as a Ray Serve deployment: replicas that come and go with the load.

    serve run seqlab.web.serve_ray:app              # on this machine, or on the cluster one is in
    serve run seqlab.web.serve_ray:app model=runs/mine replicas=8

Each replica is a process with one model. Requests that arrive together are simplified together
(`serve.batch`), those with the same wish in one call of the model. The interface is the service's
`POST /v1/simplify`, without streams; documents are for `seqlab simplify --engine ray`.
"""

import asyncio
from typing import Any

from fastapi import FastAPI
from ray import serve

from seqlab.pipeline import Simplifier
from seqlab.web.options import ServeOptions
from seqlab.web.service.answers import batch_answers
from seqlab.web.service.problems import Problem, add_handlers
from seqlab.web.service.schemas import SimplifyAnswer, SimplifyRequest

# A batch is no larger than this, and waits no longer for more.
BATCH = 32
WAIT = 0.01
_LIMITS = ServeOptions().limits

api = FastAPI(title="SeqLab on Ray", docs_url=None, redoc_url=None, openapi_url="/v1/openapi.json")
add_handlers(api)


@serve.deployment(
    max_ongoing_requests=64,
    autoscaling_config={
        "min_replicas": 1,
        "max_replicas": 4,
        "target_ongoing_requests": 8,
        "upscale_delay_s": 5,
        "downscale_delay_s": 60,
    },
    ray_actor_options={"num_cpus": 1},
)
@serve.ingress(api)
class SimplifierDeployment:
    """One replica: a model and its batches."""

    def __init__(self, model: str = "default") -> None:
        from seqlab.devices import use_threads

        use_threads(1)
        self.name = model
        self.simplifier = Simplifier.load(model)

    @api.post("/v1/simplify")
    async def simplify(self, body: SimplifyRequest) -> SimplifyAnswer:
        """A text, or a list of texts, simplified."""
        answer = await self.batched(body)
        if isinstance(answer, Problem):
            raise answer
        return SimplifyAnswer.model_validate(answer)

    @api.get("/v1/health")
    async def health(self) -> dict[str, str]:
        """Whether the replica can answer."""
        return {"status": "ok"}

    @serve.batch(max_batch_size=BATCH, batch_wait_timeout_s=WAIT)
    async def batched(self, bodies: list[SimplifyRequest]) -> list[Any]:
        """The answers of requests that arrived together, in their order."""
        return await asyncio.to_thread(batch_answers, self.name, self.simplifier, _LIMITS, bodies)


def app(arguments: dict[str, str]) -> serve.Application:
    """The deployment, for `serve run`.

    Args:
        arguments: `model`, a folder that every node can read; `replicas`, the most of them.
    """
    deployment: Any = SimplifierDeployment
    if "replicas" in arguments:
        scaling = {"min_replicas": 1, "max_replicas": int(arguments["replicas"])}
        deployment = deployment.options(autoscaling_config=scaling)
    return deployment.bind(arguments.get("model", "default"))
