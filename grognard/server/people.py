"""What is kept about people: accounts, signed-in browsers, and what each has used up of its share of a day."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from .models import AccountRow, SeatRow, SessionRow, SiteRow, SpentRow
from .security import new_token

DAY = 86_400
T = TypeVar("T")


class Running(Protocol):
    """What runs work on a database."""

    async def __call__(self, work: Callable[[Session], T]) -> T: ...


class People:
    """The part of a store that knows people."""

    read: Running
    write: Running

    async def account(self, key: str) -> AccountRow | None:
        return await self.read(lambda session: session.get(AccountRow, key))

    async def account_of(self, session_key: str) -> str:
        """The name of the account that a session belongs to, or an empty string."""
        query = select(AccountRow.name).where(AccountRow.session == session_key).order_by(AccountRow.name).limit(1)
        return await self.read(lambda session: session.scalar(query)) or ""

    async def add_account(self, row: AccountRow, seats_of: str, login: SessionRow) -> bool:
        """A new account with the seats that a browser held, which is signed in to it; False when it is there."""

        def work(session: Session) -> None:
            session.add_all((row, login))
            session.flush()
            session.execute(update(SeatRow).where(SeatRow.session == seats_of).values(session=row.session))

        try:
            await self.write(work)
        except IntegrityError:
            return False
        return True

    async def add_login(self, row: SessionRow) -> None:
        await self.write(lambda session: session.add(row))

    async def login(self, cookie: str) -> str:
        """The account's session behind a cookie, or an empty string."""
        row = await self.read(lambda session: session.get(SessionRow, cookie))
        return row.session if row else ""

    async def logins(self, session_key: str) -> list[SessionRow]:
        """The browsers that are signed in to an account, the last first."""
        query = select(SessionRow).where(SessionRow.session == session_key).order_by(SessionRow.created.desc())
        return await self.read(lambda session: list(session.scalars(query)))

    async def signed_in(self, cookies: Sequence[str]) -> set[str]:
        """Those of some cookies that are signed in."""
        query = select(SessionRow.cookie).where(SessionRow.cookie.in_(cookies))
        return await self.read(lambda session: set(session.scalars(query)))

    async def end_logins(self, cookies: Sequence[str]) -> None:
        await self.write(lambda session: session.execute(delete(SessionRow).where(SessionRow.cookie.in_(cookies))))

    async def site(self, name: str) -> str:
        """What this server drew once for itself, drawn now if it was not."""

        def work(session: Session) -> str:
            row = session.get(SiteRow, name)
            if row is None:
                row = SiteRow(name=name, value=new_token())
                session.add(row)
            return row.value

        try:
            return await self.write(work)
        except IntegrityError:
            return await self.write(work)

    async def spend(self, whose: Sequence[str], what: str, amount: int, most: int) -> bool:
        """Take something from the shares of today, all of them or none; False when one of them is used up."""
        day = int(time.time() // DAY)

        def work(session: Session) -> bool:
            rows = [session.get(SpentRow, (who, what, day), with_for_update=True) for who in whose]
            if any((row.amount if row else 0) + amount > most for row in rows):
                return False
            for who, row in zip(whose, rows, strict=True):
                if row is None:
                    session.add(SpentRow(who=who, what=what, day=day, amount=amount))
                else:
                    row.amount += amount
            return True

        try:
            return await self.write(work)
        except IntegrityError:
            # Another server has begun the day at the same moment.
            return await self.write(work)

    async def forget_days(self) -> None:
        """Days that are over."""
        past = delete(SpentRow).where(SpentRow.day < int(time.time() // DAY))
        await self.write(lambda session: session.execute(past))
