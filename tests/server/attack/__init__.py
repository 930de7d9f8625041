"""Attacks on the server, one module for each thing that did not hold once. In small in CI, in full by night."""
