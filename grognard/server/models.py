"""What is kept: games as append-only journals, seats, sessions, talk."""

from __future__ import annotations

from sqlalchemy import Boolean, Float, ForeignKey, Index, Integer, String, Text
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


class AccountRow(Base):
    """An optional account: the session that its games belong to, behind a password."""

    __tablename__ = "accounts"
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    password: Mapped[str] = mapped_column(String(200))
    session: Mapped[str] = mapped_column(String(64))


class SessionRow(Base):
    """A signed-in browser of an account: its own cookie, the account's session."""

    __tablename__ = "logins"
    cookie: Mapped[str] = mapped_column(String(64), primary_key=True)
    session: Mapped[str] = mapped_column(String(64))
    created: Mapped[float] = mapped_column(Float)


class ChatRow(Base):
    """Table talk."""

    __tablename__ = "chat"
    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    at: Mapped[float] = mapped_column(Float)
    who: Mapped[str] = mapped_column(String(60))
    text: Mapped[str] = mapped_column(Text)
    __table_args__ = (Index("chat_of_game", "game", "id"),)
