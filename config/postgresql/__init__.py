"""The database backend that `config.databases` names: Django's own, made for outages (decision 27)."""
