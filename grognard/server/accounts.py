"""Optional accounts: the same seats from another browser, behind a password."""

from __future__ import annotations

import asyncio
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import Field

from .asked import Asked
from .desk import ServerDep, SessionDep
from .models import AccountRow
from .security import COOKIE, hashed, new_token
from .sockets import sign_out

router = APIRouter(prefix="/api/account")
HASHER = PasswordHasher()


@cache
def _nobody() -> str:
    """What an unknown name's password is compared with, so that the answer takes as long."""
    return HASHER.hash("no account has this password")


class Credentials(Asked):
    """A name and a password."""

    name: str = Field(min_length=2, max_length=40, pattern=r"^[\w .-]+$")
    password: str = Field(min_length=8, max_length=200)


@router.post("")
async def register(asked: Credentials, here: ServerDep, me: SessionDep) -> dict[str, str]:
    """Make an account that holds this browser's games."""
    if not here.starts.allow(f"account:{me}", 5):
        raise HTTPException(429, "Too many tries; wait a little.")
    if name := await here.store.account_of(me):
        raise HTTPException(409, f"This browser's games belong to the account {name} already.")
    password = await asyncio.to_thread(HASHER.hash, asked.password)
    if not await here.store.add_account(AccountRow(name=asked.name, password=password, session=me)):
        raise HTTPException(409, "That name is taken.")
    return {"name": asked.name}


@router.get("")
async def signed_in(here: ServerDep, me: SessionDep) -> dict[str, str]:
    """The account that this browser's games belong to; an empty name when they belong to the browser alone."""
    return {"name": await here.store.account_of(me)}


@router.post("/login")
async def login(asked: Credentials, request: Request, response: Response, here: ServerDep) -> dict[str, str]:
    """Sign in: this browser gets the account's games."""
    client = request.client.host if request.client else ""
    if not here.starts.allow(f"login:{client}", 3):
        raise HTTPException(429, "Too many tries; wait a little.")
    account = await here.store.account(asked.name)
    known = account.password if account is not None else await asyncio.to_thread(_nobody)
    try:
        await asyncio.to_thread(HASHER.verify, known, asked.password)
    except VerificationError:
        account = None
    if account is None:
        raise HTTPException(403, "Name and password do not go together.")
    cookie = new_token()
    await here.store.add_login(hashed(cookie), account.session)
    response.set_cookie(
        COOKIE, cookie, max_age=3 * 365 * 86400, httponly=True, samesite="strict", secure=here.secure, path="/"
    )
    return {"name": asked.name}


@router.post("/logout")
async def logout(request: Request, response: Response, here: ServerDep) -> dict[str, bool]:
    """Sign out of this browser: its open tables are shown nothing more."""
    cookie = hashed(request.cookies.get(COOKIE, ""))
    await here.store.end_login(cookie)
    here.sessions.pop(cookie, None)
    sign_out(here, cookie)
    response.delete_cookie(COOKIE, path="/")
    return {"out": True}
