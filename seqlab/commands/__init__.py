"""One file per command: `seqlab NAME` runs the function `NAME` of `seqlab/commands/NAME.py`.

A command module opens with the line that `seqlab --help` shows. Its function takes typed
arguments (the options), calls one importable function of the stage, and prints. An argument
called `out` names the output; the resolved configuration is saved beside it. Heavy imports stay
inside the function, so that `--help` and wrong options answer at once.
"""
