"""Settings, addresses and the processes of the service."""

from config.celery import app as celery_app

__all__ = ("celery_app",)
