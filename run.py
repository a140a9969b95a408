"""SeqLab from a clone: `python run.py COMMAND` is the installed `seqlab COMMAND`."""

import sys

from seqlab.cli import main

if __name__ == "__main__":
    sys.exit(main())
