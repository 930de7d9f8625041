"""`serve`, `admin` and `backup` with what cannot be: one line, exit code 2, and no address that nobody listens at."""

import socket
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.testclient import TestClient

from grognard.cli import main
from grognard.server import cli
from grognard.server.app import create_app

from .services import RealServer


@pytest.fixture
def run(capsys):
    """Runs a command that ends in one line, and gives the line."""

    def running(*words: str) -> str:
        with ThreadPoolExecutor(1) as pool:
            try:
                code = pool.submit(main, words).result()
            except SystemExit as end:
                code = end.code
        said = capsys.readouterr()
        assert code == 2 and said.out == "", said.out
        (line,) = said.err.splitlines()
        assert line.startswith("grognard") and "Traceback" not in line
        return line

    return running


@pytest.fixture
def taken():
    """A port that someone has and at which nobody answers."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]


@pytest.mark.parametrize("port", ["0", "99999", "65536", "-1", "x", "", "٣", "9" * 5000])
def test_a_port_that_is_none_is_refused(run, port):
    assert "from 1 to 65535" in run("serve", f"--port={port}")


@pytest.mark.parametrize(
    "db", ["mysql://x", "postgresql://x/y", "games.db", "sqlite", "://", "http://[", "oracle+x://"]
)
@pytest.mark.parametrize("command", [["serve"], ["admin", "list"], ["backup", "copy.db"]])
def test_a_database_of_another_kind_is_refused(run, command, db):
    assert "sqlite:///FILE or postgresql+asyncpg://" in run(*command, "--db", db)


@pytest.mark.parametrize("command", [["serve"], ["admin", "list"]])
def test_a_database_that_cannot_be_opened_is_named_without_its_password(run, command, taken, tmp_path):
    said = run(*command, "--db", f"postgresql+asyncpg://me:secret@127.0.0.1:{taken}/games")
    assert f"127.0.0.1:{taken}/games cannot be opened" in said and "secret" not in said
    letter = tmp_path / "letter.txt"
    letter.write_text("A letter is no database. " * 100)
    assert "cannot be opened" in run(*command, "--db", f"sqlite:///{letter}")
    assert letter.read_text().startswith("A letter")


def test_a_folder_that_is_not_there_is_not_served_from(run, tmp_path):
    assert "cannot be opened" in run("serve", "--db", f"sqlite:///{tmp_path}/none/games.db")


@pytest.mark.parametrize("command", [["admin", "list"], ["backup", "copy.db"]])
def test_a_mistyped_file_is_not_made(run, command, tmp_path):
    assert "There is no database at" in run(*command, "--db", f"sqlite:///{tmp_path}/gmaes.db")
    assert list(tmp_path.iterdir()) == []


def test_an_address_that_cannot_be_had_is_not_announced(run, taken, tmp_path):
    db = ["--db", f"sqlite:///{tmp_path}/games.db"]
    assert f"cannot listen at 127.0.0.1 port {taken}: " in run("serve", *db, "--port", str(taken))
    assert "cannot listen at 203.0.113.7 port" in run("serve", *db, "--host", "203.0.113.7")
    assert "cannot listen at" in run("serve", *db, "--host", "x" * 100)


def test_the_address_is_announced_once_it_answers(tmp_path):
    server = RealServer(f"sqlite:///{tmp_path}/games.db", tmp_path)
    try:
        server.start()
        assert f"Grognard is at {server.url}/" in (tmp_path / "server.log").read_text()
    finally:
        server.kill()


def begun(db: str) -> str:
    """A game on disk."""
    with TestClient(create_app(db)) as client:
        return client.post("/api/games", json={"title": "tiny"}).json()["game"]


@pytest.fixture
def kept(tmp_path):
    db = f"sqlite:///{tmp_path}/games.db"
    return db, begun(db)


def done(*words: str) -> int:
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(main, words).result()


def test_a_copy_is_put_over_another_only_when_that_is_said(run, kept, tmp_path, capsys):
    (db, _), copy = kept, tmp_path / "copy.db"
    copy.write_text("last week's")
    assert "is there already; --replace" in run("backup", "--db", db, str(copy))
    assert copy.read_text() == "last week's"
    assert done("backup", "--db", db, str(copy), "--replace") == 0 and "Copied to" in capsys.readouterr().out
    assert done("admin", "list", "--db", f"sqlite:///{copy}") == 0 and kept[1] in capsys.readouterr().out
    assert "is no copy" in run("backup", "--db", db, str(tmp_path / "games.db"), "--replace")
    assert "is no copy" in run("backup", "--db", db, str(tmp_path), "--replace")
    assert "cannot be written" in run("backup", "--db", db, str(tmp_path / "none" / "copy.db"))
    assert sorted(path.name for path in tmp_path.glob("copy*")) == ["copy.db"]


@pytest.mark.parametrize(
    ("url", "link"),
    [
        ([], "http://127.0.0.1:8417/join/"),
        (["--url", "https://games.example.org/"], "https://games.example.org/join/"),
        (["--url", "games.example.org:8000/table"], "https://games.example.org:8000/table/join/"),
    ],
)
def test_a_seats_new_link_can_be_sent_as_it_is(kept, capsys, url, link):
    db, game = kept
    assert done("admin", "seat-link", game, "red", "--db", db, *url) == 0
    said = capsys.readouterr().out.strip()
    assert said.startswith(link)
    with TestClient(create_app(db)) as client:
        assert client.post(f"/api/join/{said.rpartition('/')[2]}").json() == {"game": game, "seats": ["red"]}


@pytest.mark.parametrize("url", ["ftp://x", "http://", "https://x:port", "https://x/?a=1", ""])
def test_a_link_to_no_page_is_not_made(run, kept, url):
    db, game = kept
    assert "is no address of a page" in run("admin", "seat-link", game, "red", "--db", db, f"--url={url}")


def test_a_server_that_runs_here_is_known_by_its_api_and_by_no_title(tmp_path, taken):
    """`grognard play` opens the page on it; whoever else listens at the port is left alone."""
    server = RealServer(f"sqlite:///{tmp_path}/games.db", tmp_path)
    server.start()
    try:
        assert cli._is_grognard(server.port) and not cli._is_grognard(taken)
    finally:
        server.kill()
