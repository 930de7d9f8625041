"""Someone asks which names there are, makes accounts without end, and guesses pass-phrases."""

from __future__ import annotations

import statistics
import time
from types import SimpleNamespace

import pytest
from argon2 import PasswordHasher
from starlette.testclient import TestClient

from grognard.server import accounts, security
from grognard.server.app import create_app
from grognard.server.models import AccountRow
from grognard.server.security import Limits, network

from .table import beside, night

PHRASE = "four winds over Tobruk harbour"
OTHER = "seven camels at Sidi Barrani"


def free(app) -> None:
    """Let tries be unlimited, to look at what they are answered."""
    here = app.state.server
    here.tries = here.all_tries = here.accounts = Limits(1e9, 1e9)


def test_a_known_name_and_an_unknown_one_are_answered_alike(red, app):
    """Two may have one name: making an account never says that it is taken, and log-in never that it is not."""
    free(app)
    assert red.post("/api/account", json={"name": "Known", "password": PHRASE}).status_code == 200
    known = beside(red).post("/api/account", json={"name": "Known", "password": OTHER})
    unknown = beside(red).post("/api/account", json={"name": "Other", "password": OTHER})
    assert known.status_code == unknown.status_code == 200
    assert known.json() == {"name": "Known"} and unknown.json() == {"name": "Other"}
    wrong = {"password": "three ships off Narvik fjord"}
    told = [beside(red).post("/api/account/login", json={"name": name, **wrong}) for name in ("Known", "Nobody")]
    assert [(answer.status_code, answer.json()) for answer in told] == [(403, told[0].json())] * 2
    assert [k.lower() for k in told[0].headers] == [k.lower() for k in told[1].headers]
    mine, other = beside(red), beside(red)
    for client, phrase in ((mine, PHRASE), (other, OTHER)):
        assert client.post("/api/account/login", json={"name": "Known", "password": phrase}).status_code == 200
    assert len(mine.get("/api/account/sessions").json()) == 2, "and each opens its own"


@pytest.mark.parametrize("rounds", [3, night(60)])
def test_a_known_name_and_an_unknown_one_take_as_long(red, app, rounds):
    """Whatever is asked, the same slow hashes are made: the processor's time, of which other work on the machine takes
    nothing, differs by less than a half in the middle of the tries."""
    free(app)
    red.post("/api/account", json={"name": "Known", "password": PHRASE})
    red.portal.call(app.state.server.store.account, "x")
    took: dict[str, list[float]] = {"Known": [], "Nobody": []}
    beside(red).post("/api/account/login", json={"name": "Nobody", "password": OTHER})
    for _ in range(rounds):
        for name, times in took.items():
            began = time.process_time()
            beside(red).post("/api/account/login", json={"name": name, "password": OTHER})
            times.append(time.process_time() - began)
    known, unknown = (statistics.median(times) for times in took.values())
    assert abs(known - unknown) < 0.5 * max(known, unknown)


def test_the_same_hashes_are_made_for_a_known_name_and_an_unknown_one(red, app, monkeypatch):
    free(app)
    red.post("/api/account", json={"name": "Known", "password": PHRASE})
    made: list[str] = []
    slow, verify = accounts.hash_secret_raw, PasswordHasher.verify
    monkeypatch.setattr(accounts, "hash_secret_raw", lambda *args: (made.append("made"), slow(*args))[1])
    monkeypatch.setattr(PasswordHasher, "verify", lambda *args: (made.append("compared"), verify(*args))[1])
    found = []
    for name in ("Known", "Nobody"):
        made.clear()
        beside(red).post("/api/account/login", json={"name": name, "password": OTHER})
        found.append(list(made))
    assert found[0] == found[1] == ["made", "compared"]


def test_accounts_that_were_made_before_open_as_they_did(red, app):
    """Their pass-phrases lie beside their names; a wrong one is no more than wrong."""
    free(app)
    row = AccountRow(id="name:Old", name="Old", password=accounts.HASHER.hash("train hard"), session="s" * 64)
    red.portal.call(app.state.server.store.write, lambda session: session.add(row))
    assert beside(red).post("/api/account/login", json={"name": "Old", "password": "train soft"}).status_code == 403
    assert red.post("/api/account/login", json={"name": "Old", "password": "train hard"}).status_code == 200
    assert red.get("/api/account").json() == {"name": "Old"}


WEAK = ["iloveyou1", "12345678", "Ludendorff1918", "aaaaaaaaaaaa", "qwertyuiop", "grognard1", "letmein123", "passw0rd1"]


@pytest.mark.parametrize("phrase", WEAK)
def test_a_weak_pass_phrase_is_refused_with_what_would_be_better(red, app, phrase):
    free(app)
    answer = red.post("/api/account", json={"name": "Ludendorff", "password": phrase})
    assert answer.status_code == 422 and "too weak" in answer.json()["detail"] and phrase not in answer.text
    assert red.get("/api/account").json() == {"name": ""}


@pytest.fixture
def still(tmp_path, monkeypatch):
    """A server on which no time passes for the limits."""
    monkeypatch.setattr(security, "time", SimpleNamespace(monotonic=lambda: 0.0))
    monkeypatch.setattr(accounts, "HASHER", PasswordHasher(1, 64, 1))
    accounts._nobody.cache_clear()
    with TestClient(create_app(f"sqlite:///{tmp_path}/slow.db")) as client:
        yield client
    accounts._nobody.cache_clear()


def at(client, address: str) -> TestClient:
    """A browser at an address."""
    other = TestClient(client.app, client=(address, 50_000))
    other.portal = client.portal
    return other


def test_tries_are_limited_by_address_by_name_and_in_all(still):
    def tries(address: str, name: str, n: int) -> list[int]:
        wrong = {"name": name, "password": OTHER}
        return [at(still, address).post("/api/account/login", json=wrong).status_code for _ in range(n)]

    assert tries("192.0.2.1", "Alan", 11) == [403] * 10 + [429], "by address"
    assert tries("192.0.2.1", "Bert", 1) == [429], "whatever the name"
    here = still.app.state.server
    here.tries.buckets.clear()
    found = [tries(f"192.0.2.{n}", "Carl", 1)[0] for n in range(12)]
    assert found == [403] * 10 + [429] * 2, "by name, from wherever"
    assert tries("198.51.100.7", "CARL", 1) == [429], "however it is written"
    here.all_tries = Limits(0, 2)
    assert [tries(f"203.0.113.{n}", f"Name{n}", 1)[0] for n in range(3)] == [403, 403, 429], "in all"


def test_a_household_of_addresses_counts_as_one():
    assert network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9") != network("2001:db8:1:3::1")
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") != network("192.0.2.2")


def test_accounts_are_made_at_a_bounded_rate(still):
    here = still.app.state.server
    here.tries = here.all_tries = Limits(1e9, 1e9)
    assert here.accounts.rate * 3600 <= 4, "an hour"
    here.accounts = Limits(0, 2)
    made = [
        at(still, f"2001:db8::{n}").post("/api/account", json={"name": f"N{n}", "password": PHRASE}).status_code
        for n in range(4)
    ]
    assert made == [200, 200, 429, 429]
