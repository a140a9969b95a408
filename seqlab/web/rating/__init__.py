"""Studies: people rate simplifications or write them; nothing they did is lost."""

from seqlab.web.rating.app import create_study_app
from seqlab.web.rating.export import export_study
from seqlab.web.rating.store import Store
from seqlab.web.rating.study import Study, read_study

__all__ = ["Store", "Study", "create_study_app", "export_study", "read_study"]
