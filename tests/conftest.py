"""Shared by all tests: the option ``--knockout``."""

pytest_plugins = ["grognard.lab.knockout", "pytester"]
