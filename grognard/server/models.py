"""What is kept: games as append-only journals, seats, sessions, talk."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Float, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The tables of a Grognard server."""


class GameRow(Base):
    """A game: its set-up, and what a list of games shows without opening it."""

    __tablename__ = "games"
    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    title: Mapped[str] = mapped_column(String(40))
    scenario: Mapped[str] = mapped_column(String(40))
    setup: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(String(12), default="live")
    created: Mapped[float] = mapped_column(Float)
    touched: Mapped[float] = mapped_column(Float, index=True)
    entries: Mapped[int] = mapped_column(Integer, default=0)
    deciding: Mapped[str] = mapped_column(Text, default="[]")
    outcome: Mapped[str] = mapped_column(Text, default="")
    paused: Mapped[bool] = mapped_column(Boolean, default=False)
    ended: Mapped[bool] = mapped_column(Boolean, default=False)
    watch_delay: Mapped[int] = mapped_column(Integer, default=-1)
    commitment: Mapped[str] = mapped_column(String(64), default="", server_default="")
    """What was promised at the start; a set-up that does not fit it is not played."""


class EntryRow(Base):
    """One journal entry. The key makes two writers at once impossible: the second insert fails."""

    __tablename__ = "entries"
    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    n: Mapped[int] = mapped_column(Integer, primary_key=True)
    body: Mapped[str] = mapped_column(Text)
    at: Mapped[float] = mapped_column(Float)
    known_to: Mapped[int] = mapped_column(Integer, default=-1, server_default="-1")
    """The seat that alone may count it, or -1 when all may."""


class LineRow(Base):
    """A line of the log as a viewer was told it; the spectator comes after the seats."""

    __tablename__ = "lines"
    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    viewer: Mapped[int] = mapped_column(Integer, primary_key=True)
    n: Mapped[int] = mapped_column(Integer, primary_key=True)
    body: Mapped[str] = mapped_column(Text)


class SnapshotRow(Base):
    """The whole game after an entry, to open it quickly."""

    __tablename__ = "snapshots"
    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    n: Mapped[int] = mapped_column(Integer, primary_key=True)
    body: Mapped[str] = mapped_column(Text)


class SeatRow(Base):
    """Who sits where: a session, a bot, or an open invite whose token is kept as a hash."""

    __tablename__ = "seats"
    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[str] = mapped_column(String(20), primary_key=True)
    who: Mapped[str] = mapped_column(String(20), default="open")
    name: Mapped[str] = mapped_column(String(60), default="")
    session: Mapped[str] = mapped_column(String(64), default="", index=True)
    token: Mapped[str] = mapped_column(String(64), default="", index=True)
    hook: Mapped[str] = mapped_column(String(300), default="")
    notes: Mapped[str] = mapped_column(Text, default="")
    agreed: Mapped[str] = mapped_column(Text, default="[]", server_default="[]")
    touched: Mapped[float] = mapped_column(Float, default=0.0, server_default="0")
    """When something last happened that the seat may know of."""
    seen: Mapped[float] = mapped_column(Float, default=0.0, server_default="0")
    """When whoever holds it was last here, on any server, to the minute."""
    claimed: Mapped[float] = mapped_column(Float, default=0.0, server_default="0")
    """When all others had agreed that it gets a new link."""
    used: Mapped[str] = mapped_column(Text, default="[]", server_default="[]")
    """The links by which it was taken, as hashes: whoever has one of them may object to a new one."""


class AccountRow(Base):
    """An optional account: the session that its games belong to, behind a name and a pass-phrase.

    Its key is made of both by a slow hash, so that names need not be unique and nobody can ask which there are. Of
    those made before, the key is the name, and the pass-phrase lies beside it as a hash of its own."""

    __tablename__ = "accounts"
    id: Mapped[str] = mapped_column(String(80), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    password: Mapped[str] = mapped_column(String(200), default="")
    session: Mapped[str] = mapped_column(String(64), index=True)


class SessionRow(Base):
    """A signed-in browser of an account: its own cookie, the account's session."""

    __tablename__ = "logins"
    cookie: Mapped[str] = mapped_column(String(64), primary_key=True)
    session: Mapped[str] = mapped_column(String(64), index=True)
    created: Mapped[float] = mapped_column(Float)
    agent: Mapped[str] = mapped_column(String(80), default="", server_default="")
    """What the browser calls itself."""


class SpentRow(Base):
    """What a browser or an address has used up of its share of a day."""

    __tablename__ = "spent"
    who: Mapped[str] = mapped_column(String(64), primary_key=True)
    what: Mapped[str] = mapped_column(String(12), primary_key=True)
    day: Mapped[int] = mapped_column(Integer, primary_key=True)
    amount: Mapped[int] = mapped_column(BigInteger)


class SiteRow(Base):
    """What this server drew once for itself."""

    __tablename__ = "site"
    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    value: Mapped[str] = mapped_column(String(80))


class ChatRow(Base):
    """Table talk."""

    __tablename__ = "chat"
    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    at: Mapped[float] = mapped_column(Float)
    who: Mapped[str] = mapped_column(String(60))
    text: Mapped[str] = mapped_column(Text)
    __table_args__ = (Index("chat_of_game", "game", "id"),)
