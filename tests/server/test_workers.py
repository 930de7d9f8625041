"""Two real servers on one database, and two tabs on one of them: of two orders at once one wins, the other is told."""

import json
import threading

import httpx2 as httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from .services import PATIENCE, Cluster, RealServer, admin, eventually, give

ROUNDS = 12


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def servers(request, tmp_path_factory):
    home = tmp_path_factory.mktemp("workers")
    cluster = Cluster() if request.param == "postgresql" else None
    db = cluster.start() if cluster else f"sqlite:///{home}/games.db"
    pair = [RealServer(db, home), RealServer(db, home)]
    for server in pair:
        server.start()
    yield pair
    for server in pair:
        server.kill()
    if cluster:
        cluster.stop()


@pytest.fixture
def tabs(servers):
    """A browser with three tabs: one on the first server, two on the second."""
    first, second = servers
    clients = [httpx.Client(base_url=server.url, timeout=PATIENCE) for server in (first, second, second)]
    clients[0].get("/api/games")
    made = clients[0].post("/api/games", json={"title": "tiny", "sitting": {"red": "me", "blue": "hotseat"}})
    for client in clients[1:]:
        client.cookies.set("grognard", clients[0].cookies["grognard"])
    yield made.json()["game"], clients
    for client in clients:
        client.close()


def at_once(*calls):
    """What each call gives when all begin at the same moment."""
    gate, found = threading.Barrier(len(calls)), [None] * len(calls)

    def run(n: int) -> None:
        gate.wait()
        found[n] = calls[n]()

    threads = [threading.Thread(target=run, args=(n,)) for n in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def order(client, game: str, text: str, version: int):
    body = {"seat": "red", "order": text, "version": version}
    return lambda: client.post(f"/api/games/{game}/orders", json=body)


def state(client, game: str) -> dict:
    return client.get(f"/api/games/{game}/state", params={"seat": "red"}).json()


def steps(shown: dict, piece: str) -> int:
    return next(row["steps"] for row in shown["pieces"] if row["id"] == piece)


@pytest.mark.slow
@pytest.mark.parametrize("pair", [(0, 1), (1, 2)], ids=["two servers", "two tabs"])
def test_one_wins_and_the_other_is_told(tabs, pair):
    game, clients = tabs
    one, other = clients[pair[0]], clients[pair[1]]
    shown = state(one, game)
    for n in range(ROUNDS):
        entries, version = shown["entries"], shown["version"]
        # The other's order differs, so that the journal tells whose it was.
        answers = at_once(order(one, game, "build R3", version), order(other, game, "build R1", version))
        assert sorted(answer.status_code for answer in answers) == [200, 409], f"round {n}"
        won = answers[0].status_code != 200
        taken, late = answers[won].json(), answers[not won].json()
        assert late["rule"] == "E.stale" and late["sentence"]
        for told in (taken, late["state"]):
            assert told["entries"] == entries + 1
            built = ("R3", "R1")[won]
            assert steps(told, built) == steps(shown, built) + 1
        # Whoever was told goes on at once from what it was shown.
        back = (one, other)[not won].post(
            f"/api/games/{game}/undo", json={"seat": "red", "version": late["state"]["version"]}
        )
        assert back.status_code == 200, back.text
        shown = back.json()
    for client in (one, other):
        eventually(lambda client=client: state(client, game)["entries"] == 2 * ROUNDS)


@pytest.mark.slow
def test_who_lost_a_seat_to_the_hosts_new_link_hears_of_no_further_order(tabs, servers, capsys):
    """The link is made beside the servers; the next order, at once, is shown to whoever sits there now."""
    game, clients = tabs
    url = f"ws://127.0.0.1:{servers[0].port}/ws/games/{game}?seat=red"
    cookie = {"Cookie": f"grognard={clients[0].cookies['grognard']}"}
    with connect(url, additional_headers=cookie, open_timeout=PATIENCE) as socket:
        socket.recv(PATIENCE)
        admin(servers[0].db, "seat-link", game, "red")
        answer = give(clients[0], game, "blue", "commit")
        assert answer.status_code == 200, answer.text
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(PATIENCE)
    assert closed.value.rcvd.code == 4403


@pytest.mark.slow
def test_who_looks_on_at_the_other_server_sees_the_order(tabs, servers):
    game, clients = tabs
    url = f"ws://127.0.0.1:{servers[1].port}/ws/games/{game}?seat=red"
    cookie = {"Cookie": f"grognard={clients[0].cookies['grognard']}"}
    with connect(url, additional_headers=cookie, open_timeout=PATIENCE) as socket:
        version = json.loads(socket.recv(PATIENCE))["state"]["version"]
        assert order(clients[0], game, "build R3", version)().status_code == 200
        told = json.loads(socket.recv(PATIENCE))
        assert [line["kind"] for line in told["events"]] == ["built"] and told["state"]["entries"] == 1
