"""Optional accounts: the same seats from another browser, behind a name and a pass-phrase.

An account's key is made of its name and its pass-phrase by a slow hash. So two may have one name, whoever makes one is
told the same whether the name is known or not, and a wrong pass-phrase looks like an unknown name, in words and time.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from functools import cache
from hashlib import blake2b

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from argon2.low_level import Type, hash_secret_raw
from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import Field
from zxcvbn import zxcvbn

from .asked import Asked, Text
from .desk import AddressDep, Server, ServerDep, SessionDep
from .models import AccountRow, SessionRow
from .security import COOKIE, hashed, looks_like_token, new_token
from .sockets import sign_out

router = APIRouter(prefix="/api/account")
HASHER = PasswordHasher()
STRONG = 3
"""Of 0 to 4, as zxcvbn judges: not to be guessed in a hundred million tries."""
TOO_MANY = "Too many tries; wait a little."


@cache
def _nobody() -> str:
    """What an unknown name's password is compared with, so that the answer takes as long."""
    return HASHER.hash("no account has this password")


class Credentials(Asked):
    """A name and a pass-phrase."""

    name: Text = Field(min_length=2, max_length=40, pattern=r"^[\w .-]+$")
    password: Text = Field(min_length=8, max_length=200)


class Ended(Asked):
    """A signed-in browser by its number in the list; none for all but this one."""

    id: str = Field("", max_length=16)


def count_try(here: Server, address: str, name: str) -> None:
    """Tries are bounded by where they come from, by the name that they are for, and in all."""
    slow = here.tries
    mine = slow.allow(f"at {address}", 3) and slow.allow(f"for {name.casefold()}", 3)
    if not (mine and here.all_tries.allow("all")):
        raise HTTPException(429, TOO_MANY)


def weak(name: str, password: str) -> str:
    """Why a pass-phrase is too easily guessed, or an empty string."""
    # What is longer than this is judged by its beginning, which is quick.
    found = zxcvbn(password[:72], user_inputs=[name, "grognard"])
    if found["score"] >= STRONG:
        return ""
    why = found["feedback"]["warning"] or "It would soon be guessed."
    return f"This pass-phrase is too weak. {why.rstrip('.')}. Take four or five words that no one says together."


async def key_of(here: Server, name: str, password: str) -> str:
    """The key of the account that a name and a pass-phrase open together."""
    salt = blake2b(f"{await here.store.site('salt')} {name}".encode(), digest_size=16).digest()

    def slow() -> str:
        raw = hash_secret_raw(password.encode(), salt, HASHER.time_cost, HASHER.memory_cost, 4, 32, Type.ID)
        return hashed(raw.hex())

    async with here.hashing:
        return await asyncio.to_thread(slow)


def give_cookie(here: Server, request: Request, response: Response, session: str) -> SessionRow:
    """A new cookie for a browser that is signed in: one that it had before opens nothing more."""
    cookie = new_token()
    response.set_cookie(
        COOKIE, cookie, max_age=3 * 365 * 86400, httponly=True, samesite="strict", secure=here.secure, path="/"
    )
    agent = request.headers.get("user-agent", "").encode("ascii", "replace").decode()[:80]
    return SessionRow(cookie=hashed(cookie), session=session, created=time.time(), agent=agent)


async def forget(here: Server, cookies: list[str]) -> None:
    """End the sessions behind cookies, here at once and on other servers within moments."""
    await here.store.end_logins(cookies)
    for cookie in cookies:
        here.sessions.pop(cookie, None)
        sign_out(here, cookie)


@router.post("")
async def register(
    asked: Credentials, request: Request, response: Response, here: ServerDep, me: SessionDep, address: AddressDep
) -> dict[str, str]:
    """Make an account that holds this browser's games."""
    count_try(here, address, asked.name)
    if not here.accounts.allow(f"at {address}") or not here.accounts.allow("all", 0.05):
        raise HTTPException(429, TOO_MANY)
    if why := await asyncio.to_thread(weak, asked.name, asked.password):
        raise HTTPException(422, why)
    if name := await here.store.account_of(me):
        raise HTTPException(409, f"This browser's games belong to the account {name} already.")
    key = await key_of(here, asked.name, asked.password)
    account = AccountRow(id=key, name=asked.name, session=secrets.token_hex(32))
    if not await here.store.add_account(account, me, give_cookie(here, request, response, account.session)):
        # Only who knows the pass-phrase comes here, and could sign in.
        raise HTTPException(409, "This account is there already: sign in.")
    await forget(here, [hashed(request.cookies.get(COOKIE, ""))])
    await here.rooms.moved(me)
    return {"name": asked.name}


@router.get("")
async def signed_in(here: ServerDep, me: SessionDep) -> dict[str, str]:
    """The account that this browser's games belong to; an empty name when they belong to the browser alone."""
    return {"name": await here.store.account_of(me)}


@router.post("/login")
async def login(
    asked: Credentials, request: Request, response: Response, here: ServerDep, address: AddressDep
) -> dict[str, str]:
    """Sign in: this browser gets the account's games."""
    count_try(here, address, asked.name)
    account = await here.store.account(await key_of(here, asked.name, asked.password))
    if account is None:
        account = await _made_before(here, asked)
    if account is None:
        raise HTTPException(403, "Name and password do not go together.")
    await here.store.add_login(give_cookie(here, request, response, account.session))
    await forget(here, [hashed(request.cookies.get(COOKIE, ""))])
    return {"name": asked.name}


async def _made_before(here: Server, asked: Credentials) -> AccountRow | None:
    """An account whose pass-phrase lies beside its name; where there is none it takes as long to say so."""
    found = await here.store.account(f"name:{asked.name}")
    async with here.hashing:
        known = found.password if found is not None else await asyncio.to_thread(_nobody)
        try:
            await asyncio.to_thread(HASHER.verify, known, asked.password)
        except VerificationError:
            return None
    return found


@router.get("/sessions")
async def sessions(request: Request, here: ServerDep, me: SessionDep) -> list[dict[str, object]]:
    """The browsers that are signed in to my account: since when, what each calls itself, which is this one."""
    mine = hashed(request.cookies.get(COOKIE, ""))
    rows = await here.store.logins(me)
    return [
        {"id": hashed(row.cookie)[:16], "since": row.created, "agent": row.agent, "here": row.cookie == mine}
        for row in rows
    ]


@router.post("/sessions/end")
async def end_sessions(asked: Ended, request: Request, here: ServerDep, me: SessionDep) -> dict[str, int]:
    """Sign another browser out, or all but this one; answers how many were."""
    mine = hashed(request.cookies.get(COOKIE, ""))
    rows = [row.cookie for row in await here.store.logins(me) if row.cookie != mine]
    ended = [cookie for cookie in rows if not asked.id or hashed(cookie)[:16] == asked.id]
    await forget(here, ended)
    return {"ended": len(ended)}


@router.post("/logout")
async def logout(request: Request, response: Response, here: ServerDep) -> dict[str, bool]:
    """Sign out of this browser: its open tables are shown nothing more."""
    cookie = request.cookies.get(COOKIE, "")
    if looks_like_token(cookie):
        await forget(here, [hashed(cookie)])
    response.delete_cookie(COOKIE, path="/")
    return {"out": True}
