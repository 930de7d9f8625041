"""Serves games over HTTP and WebSocket and keeps them in a database. Knows no title."""
