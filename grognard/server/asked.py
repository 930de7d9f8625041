"""What browsers send: the bodies of requests, each with its bounds."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

MOST_JOURNAL = 8_000_000


def readable(text: str) -> str:
    """Refuse what no database or page can hold: NUL, and halves of a pair of characters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("the text has characters that cannot be kept") from None
    if "\0" in text:
        raise ValueError("the text has characters that cannot be kept")
    return text


Text = Annotated[str, AfterValidator(readable)]
Word = Annotated[str, AfterValidator(readable), Field(max_length=60)]


class Start(BaseModel):
    """A new game: who sits where is ``me``, ``hotseat``, ``invite`` or ``bot:NAME`` for each seat."""

    title: Text = Field(max_length=40)
    scenario: Text | None = Field(None, max_length=40)
    options: dict[Word, Word] = Field(default_factory=dict, max_length=60)
    sitting: dict[Word, Word] = Field(default_factory=dict, max_length=12)
    powers: dict[Word, Word] | None = Field(None, max_length=40)
    name: Text = Field("", max_length=60)
    watch_delay: int = Field(-1, ge=-1, le=1000)
    lesson: Text = Field("", max_length=20)


class SeatOrder(BaseModel):
    """An order of a seat; ``version`` is how many events the seat had when it was written."""

    seat: Text = Field(max_length=20)
    order: Text = Field(max_length=4000)
    version: int | None = Field(None, ge=0, le=10_000_000)


class SocketOrder(BaseModel):
    """An order over the socket of its seat; ``id`` comes back with the answer."""

    id: int = Field(ge=0, le=1_000_000_000)
    order: Text = Field(max_length=4000)
    version: int | None = Field(None, ge=0, le=10_000_000)


class Prefix(BaseModel):
    """How far down the offer tree we are."""

    seat: Text = Field(max_length=20)
    prefix: list[Annotated[Text, Field(max_length=400)]] = Field(default_factory=list, max_length=60)
    standing: bool = False


class SeatOnly(BaseModel):
    """A seat of mine; ``version`` as in an order."""

    seat: Text = Field(max_length=20)
    version: int | None = Field(None, ge=0, le=10_000_000)


class Words(BaseModel):
    """Table talk, or notes."""

    seat: Text = Field(max_length=20)
    text: Text = Field(max_length=20_000)


class Imported(BaseModel):
    """A journal from elsewhere."""

    journal: Text = Field(max_length=MOST_JOURNAL)


class Handed(BaseModel):
    """Hand a seat over: to a bot, or to whoever has the new link."""

    seat: Text = Field(max_length=20)
    to: Text = Field(max_length=20)


class Hooked(BaseModel):
    """Where to call a seat; empty for nowhere."""

    seat: Text = Field(max_length=20)
    url: Text = Field(max_length=300)


class Reissued(BaseModel):
    """A seat that needs a new link, asked for by one who sits at the same table."""

    seat: Text = Field(max_length=20)
    of: Text = Field(max_length=20)
