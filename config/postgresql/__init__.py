"""The database backend that `config.environment.databases` names: Django's own, made for outages (decision 27)."""
