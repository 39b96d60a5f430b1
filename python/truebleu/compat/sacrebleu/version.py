"""The version of sacreBLEU whose behaviour is reproduced: signatures end with it."""

__all__ = ["__version__"]

__version__ = "2.6.0"
