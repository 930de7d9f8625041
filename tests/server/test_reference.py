"""The page for programs: every call of the schema, shown under the policy of every other page."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from grognard.server.app import create_app


@pytest.fixture(scope="module")
def client():
    return TestClient(create_app("sqlite://"))


def test_every_call_and_every_field_is_listed(client):
    schema, page = client.get("/api/openapi.json").json(), unescape(client.get("/api/docs").text)
    calls = [(method.upper(), path) for path, methods in schema["paths"].items() for method in methods]
    assert re.findall(r"<h2><b>(\w+)</b> <code>([^<]+)</code></h2>", page) == calls and len(calls) > 30
    sections = page.split("<section>")[1:]
    for section, methods in zip(sections, (m for p in schema["paths"].values() for m in p.values()), strict=True):
        fields = [one["name"] for one in methods.get("parameters", ()) if one["in"] != "cookie"]
        if "requestBody" in methods:
            name = methods["requestBody"]["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
            fields += schema["components"]["schemas"][name]["properties"]
        assert re.findall(r"<tr><td><code>(\w+)</code>", section) == fields, section[:80]


def test_the_page_needs_nothing_that_the_policy_forbids(client):
    answer = client.get("/api/docs")
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["content-type"].startswith("text/html")
    assert not re.search(r"<script|<link|<img|\bon\w+=|https?://|javascript:", answer.text)
