"""Whether to do it: guards that veto an edit by name, fluency, and the choice among proposals."""
