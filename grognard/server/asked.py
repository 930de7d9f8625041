"""What browsers send: the bodies of requests, each with its bounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

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


Version = Annotated[int, Field(ge=0, le=10_000_000)]


def wrong(errors: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Where a body is wrong, and what is; what was sent is not sent back: it may be what JSON cannot say."""
    found = []
    for row in list(errors)[:20]:
        where = [str(part)[:60].encode(errors="replace").decode() for part in row["loc"]]
        field, what = where[-1] if where else "", row["msg"]
        if row["type"] == "missing":
            why = "It is the version of the state that this was decided on." if field == "version" else ""
            what = f"The field {field} is missing. {why}".strip()
        elif row["type"] == "extra_forbidden":
            what = f"There is no field {field}."
        found.append({"where": where, "what": what})
    return found


class Asked(BaseModel):
    """A body: fields that it does not have are refused, for who sends them expects something of them."""

    model_config = ConfigDict(extra="forbid")


class Start(Asked):
    """A new game: who sits where is ``me``, ``hotseat``, ``invite`` or ``bot:NAME`` for each seat."""

    title: Text = Field(max_length=40)
    scenario: Text | None = Field(None, max_length=40)
    options: dict[Word, Word] = Field(default_factory=dict, max_length=60)
    sitting: dict[Word, Word] = Field(default_factory=dict, max_length=12)
    powers: dict[Word, Word] | None = Field(None, max_length=40)
    name: Text = Field("", max_length=60)
    watch_delay: int = Field(-1, ge=-1, le=1000)
    lesson: Text = Field("", max_length=20)


class SeatOrder(Asked):
    """An order of a seat; ``version`` is that of the state it was written for: sent twice, it is taken once."""

    seat: Text = Field(max_length=20)
    order: Text = Field(max_length=4000)
    version: Version


class SeatWords(Asked):
    """An order of a seat, or the beginning of one, that is asked about and not given."""

    seat: Text = Field(max_length=20)
    order: Text = Field(max_length=4000)


class SocketOrder(Asked):
    """An order over the socket of its seat; ``id`` comes back with the answer, ``version`` as over HTTP."""

    id: int = Field(ge=0, le=1_000_000_000)
    order: Text = Field(max_length=4000)
    version: Version


class Prefix(Asked):
    """How far down the offer tree we are."""

    seat: Text = Field(max_length=20)
    prefix: list[Annotated[Text, Field(max_length=400)]] = Field(default_factory=list, max_length=60)
    standing: bool = False


class SeatOnly(Asked):
    """A seat of mine."""

    seat: Text = Field(max_length=20)


class SeatNow(Asked):
    """A seat of mine; ``version`` as in an order."""

    seat: Text = Field(max_length=20)
    version: Version


class SeatNonce(Asked):
    """A nonce of a seat for the dice: first its promise, the SHA-256 of it, and when all have promised the nonce."""

    seat: Text = Field(max_length=20)
    promise: Text = Field("", max_length=64)
    nonce: Text = Field("", max_length=32)


class Words(Asked):
    """Table talk, or notes."""

    seat: Text = Field(max_length=20)
    text: Text = Field(max_length=20_000)


class Imported(Asked):
    """A journal from elsewhere."""

    journal: Text = Field(max_length=MOST_JOURNAL)


class Handed(Asked):
    """Hand a seat over: to a bot, or to whoever has the new link."""

    seat: Text = Field(max_length=20)
    to: Text = Field(max_length=20)


class Hooked(Asked):
    """Where to call a seat; empty for nowhere."""

    seat: Text = Field(max_length=20)
    url: Text = Field(max_length=300)


class Reissued(Asked):
    """A seat that needs a new link, asked for by one who sits at the same table."""

    seat: Text = Field(max_length=20)
    of: Text = Field(max_length=20)
