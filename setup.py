"""The packages; everything else is in setup.cfg, which cannot give a folder another name."""

from setuptools import find_packages, setup

setup(
    packages=[
        *find_packages(include=["corpora*", "lexical_simplifier*", "seqlab*"]),
        # Outside a clone `--config train/sample/bilstm` is found as data of the package.
        "seqlab.configs",
    ],
    package_dir={"seqlab.configs": "configs"},
)
