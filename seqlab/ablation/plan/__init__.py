"""From a YAML file to the stages that must run."""
