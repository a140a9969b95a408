"""Have people rate simplifications or write them: a study in a browser (extra `web`).

seqlab rate study.yaml --raters 3
"""

from __future__ import annotations

from pathlib import Path

# What is said when it is ended from outside.
RESUMES = "every answer is kept; the same command goes on, and the links stay the same"


def rate(
    study: Path,
    store: Path | None = None,
    raters: int = 0,
    host: str = "127.0.0.1",
    port: int = 8001,
    open: bool = False,
    hosts: tuple[str, ...] = (),
    export: Path | None = None,
) -> int:
    """Serve a study until Ctrl-C, or with `--export` write what it gave.

    Args:
        study: The YAML file of the study.
        store: Where answers are kept; STUDY.sqlite beside the file unless given.
        raters: Have links for at least so many raters; as many as the study asks for unless given.
        host: The address to listen on; any but this machine's own needs --open.
        port: The port; 0 takes a free one.
        open: Let other machines reach it; every page still needs its link.
        hosts: Names by which it may be called, beside 127.0.0.1 and localhost.
        export: Write the results into this folder, and serve nothing.
    """
    from seqlab.web import ServeOptions, Store, create_study_app, export_study, read_study
    from seqlab.web import serve as run

    kept = Store(store or study.with_suffix(".sqlite"), read_study(study))
    if export is not None:
        for path in export_study(kept, export):
            print(path)
        return 0
    while len(kept.raters()) < (raters or kept.study.raters):
        kept.add_rater()
    options = ServeOptions(host=host, port=port, open=open, hosts=tuple(hosts))

    def greet(address: str) -> str:
        links = [
            f"  {address}r/{rater.key}  rater {rater.id}, {rater.state}" for rater in kept.raters()
        ]
        return "\n".join([f"admin: {address}admin/{kept.admin_key}", "raters:", *links])

    run(options, create_study_app(kept, options), greet)
    return 0
