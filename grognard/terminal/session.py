"""The command-line game: a loop over whoever must decide, with bots between."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping

from ..bots.base import Bot, answer
from ..engine.core.frames import STEP
from ..engine.core.offers import TEXT, Decision, Order
from ..engine.core.rules import Refused
from ..engine.core.table import Table
from ..engine.play.game import Game
from ..engine.play.odds import odds_of
from . import menu
from .files import write_text
from .hexmap import Window, board_of, draw_map, in_sight, shown_at
from .paint import paint, screen, wrapped
from .seats import bot_order, has_offer
from .sheets import sheet_lines
from .tell import chances, ending, piece_lines, rule_lines, told

HELP = """\
Type a number of the menu, a word, or a whole order (`move R1 0303`); Tab completes.
  .         close a set that you have chosen        back     one level up (also an empty line)
  all       list every choice                       offers   what you may always do: propose, standing orders
  why ORDER which rule forbids it                   debts    what must be repaired before you end
  undo redo take back, give again                   log [N]  what you were told last
  map [PLACE]  the map, round a place               pieces   every piece that you know of
  rules NUMBER|WORD  our sentence for a rule        help ORDER  what an order does
  score [WORD]  the turn, how it is won, what is due  odds ORDER  what an attack may bring
  ways ORDER  by which hexes it can go              auto     end idle phases by hand or not
  save FILE, quit"""

MOST_NEWS = 30
"""As many events are told unasked."""


class Quit(Exception):
    """The player leaves the table."""


class Session:
    """A game at one terminal. Whoever sits at it sees only what his seat may know."""

    def __init__(self, game: Game, players: Mapping[str, Bot | None], rng: random.Random) -> None:
        self.game, self.players, self.rng = game, players, rng
        self.people = [seat for seat, bot in players.items() if bot is None]
        self.shown = dict.fromkeys(self.people, 0)
        self.seat: str | None = None
        self.scene: tuple[object, ...] = ()
        self.phase: tuple[str, ...] = ()
        self.drawn: Window | None = None
        self.tokens: tuple[str, ...] = ()
        self.asked: tuple[str, ...] = ()
        self.saved = len(game.journal)
        self.warned = False
        self.by_hand = False
        self.terminal = sys.stdin.isatty()
        if self.terminal:
            self._completion()

    # The loop

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        try:
            while self._bots() and self._turn():
                pass
        except Quit:
            pass

    def _bots(self) -> bool:
        """Let every bot answer and order until a person must decide; True while someone sits here."""
        game = self.game
        while True:
            for seat, bot in self.players.items():
                reply = answer(game, seat) if bot is not None else None
                if reply is not None:
                    game.play(seat, reply)
                    break
            else:
                if game.outcome is not None:
                    return self._over()
                waiting = [seat for seat in game.decisions() if self.players[seat] is not None]
                if not waiting:
                    return True
                bot = self.players[waiting[0]]
                assert bot is not None
                game.play(waiting[0], bot_order(bot, game, waiting[0], self.rng))

    def _over(self) -> bool:
        """The game is closed: say so, and stay only for a person who may still propose something."""
        outcome = self.game.outcome
        assert outcome is not None
        if not self.people:
            for line in told(self.game, [e for e in self.game.events(None)[-12:] if e.kind != "closed"]):
                print(line)
        elif self.scene != ("over", self.seat):
            self._news(self.seat or self.people[0])
        if self.scene != ("over", self.seat):
            print(paint(ending(outcome), "head"))
            if self.people:
                print("`quit` leaves the table; `save FILE` keeps the game.")
            self.scene = ("over", self.seat)
        return bool(self.people)

    def _turn(self) -> bool:
        """One line of input from the person who must decide."""
        seat = self._whose()
        if seat != self.seat:
            self._hand_over(seat)
        decision = self.game.decisions().get(seat)
        if decision is not None and self._idle(seat, decision):
            return True
        self._announce(seat, decision)
        line = self._ask(seat)
        if line is None:
            return False
        try:
            self._obey(seat, decision, line)
        except Refused as refused:
            said = menu.with_hint(self.game, seat, line, refused)
            print(wrapped(f"{paint(refused.rule, 'rule')}: {said}", "  "))
        return True

    def _idle(self, seat: str, decision: Decision) -> bool:
        """End a phase that has just begun and in which nothing can be done, for one who types by hand."""
        phase = self._phase(seat, decision)
        if not self.terminal or self.by_hand or phase == self.phase or decision.frame.kind != STEP or decision.debts:
            return False
        if [(choice.text, choice.final) for choice in decision.next()] != [("end", True)]:
            return False
        self._news(seat)
        print(wrapped(f"{decision.prompt.split(':')[0].rstrip('.')}: nothing can be done.", "  "))
        self.phase = phase
        self._play(seat, "end")
        return True

    def _phase(self, seat: str, decision: Decision) -> tuple[str, ...]:
        return (seat, *[frame.step for frame in decision.t.agenda if frame.kind == STEP])

    def _whose(self) -> str:
        """The person at the screen while he must decide or answer; then the next who must."""
        waiting = [seat for seat in self.people if seat in self.game.decisions()]
        asked = [seat for seat in self.people if has_offer(self.game, seat, "accept")]
        at = self.seat or self._last()
        for seats in (asked, waiting):
            if seats:
                return at if at in seats else seats[0]
        return at if at in self.people else self.people[0]

    def _last(self) -> str | None:
        """Who gave the last order of a game that is taken up again."""
        entries = self.game.journal.entries
        return self.game.seats[entries[-1].seat] if entries else None

    def _hand_over(self, seat: str) -> None:
        """A curtain between two people who share the screen."""
        if self.seat is not None or (len(self.people) > 1 and self._last() is not None):
            if self.terminal:
                print("\033[2J\033[3J\033[H", end="")
                self._forget_typing()
            done = f"{self.seat} is done. " if self.seat is not None else ""
            print(paint(f"----- {done}Hand over to {seat}. -----", "head"))
            if self.terminal:
                self._read("Press Enter when only you can see the screen. ")
        self.seat, self.tokens, self.scene, self.phase, self.drawn = seat, (), (), (), None

    def _announce(self, seat: str, decision: Decision | None) -> None:
        """What is new, and, when another step has come, the prompt with the map round what matters."""
        self._news(seat)
        self._proposals(seat)
        if decision is None or self.tokens:
            return
        scene = (decision.frame.step, decision.prompt)
        if scene != self.scene:
            self._map_if_new(seat, decision)
            self.scene = scene
            print(wrapped(f"{paint(seat, 'own')}: {decision.prompt}"))
            for line in menu.listing(decision, ()):
                print(line)

    def _proposals(self, seat: str) -> None:
        """Say once how what others propose is answered."""
        offered = has_offer(self.game, seat, "accept")
        asked = tuple(c.text for c in self.game.offers(seat).next("accept")) if offered else ()
        for number in asked if asked != self.asked else ():
            print(f"{paint(seat, 'own')}: answer with `accept {number}` or `decline {number}`.")
        self.asked = asked

    def _news(self, seat: str) -> None:
        events = [e for e in self.game.events(seat, self.shown[seat]) if e.kind != "closed"]
        if len(events) > MOST_NEWS:
            print(f"  ... {len(events) - MOST_NEWS} things happened before these: `log {len(events)}`")
        for line in told(self.game, events[-MOST_NEWS:]):
            print(line)
        self.shown[seat] = self.game.version(seat)

    # Input

    def _ask(self, seat: str) -> str | None:
        decision = self.game.decisions().get(seat)
        prefix = f" {menu.spelled(decision, self.tokens)}" if self.tokens and decision is not None else ""
        return self._read(f"{seat}{prefix}> ")

    def _read(self, prompt: str) -> str | None:
        try:
            line = input(prompt)
        except EOFError:
            print()
            return "quit" if self.terminal and not self.warned else None
        except KeyboardInterrupt:
            print()
            return "quit"
        if not self.terminal:
            print(line)
        return line.strip()

    def _completion(self) -> None:
        try:
            import readline
        except ImportError:
            return
        readline.set_completer_delims(" +")
        commands = [name for name in COMMANDS if name not in ("exit", "?")]
        readline.set_completer(menu.completer(self._here, commands, lambda: self.tokens))
        readline.parse_and_bind("tab: complete")

    def _here(self) -> Decision | None:
        return self.game.decisions().get(self.seat) if self.seat else None

    def _forget_typing(self) -> None:
        """The line editor must not show one side what the other typed."""
        try:
            import readline
        except ImportError:
            return
        readline.clear_history()

    # Orders and commands

    def _obey(self, seat: str, decision: Decision | None, line: str) -> None:
        word, _, rest = line.partition(" ")
        low = word.casefold()
        choices = [c.text.casefold() for c in decision.next(*self.tokens)] if decision else []
        command = COMMANDS.get(low) if low not in choices else None
        if not line:
            self.back(seat, decision, "")
        elif command is not None:
            command(self, seat, decision, rest.strip())
        elif decision is None or (not self.tokens and any(v.name == low for v in self.game.offers(seat).verbs)):
            self.game.play(seat, line)
        else:
            if low not in choices and any(v.name == low for v in decision.verbs) and self._leaves(decision, low):
                return
            self._order(seat, decision, line.split())

    def _leaves(self, decision: Decision, verb: str) -> bool:
        """Another order begins; but one that is whole by itself, such as ``end``, may be meant for the one begun."""
        begun, self.tokens = self.tokens, ()
        if not begun or not any(c.text == verb and c.final for c in decision.next()):
            return False
        print(wrapped(f"`{menu.spelled(decision, begun)}` is given up. Type `{verb}` once more to {verb}.", "  "))
        self._relist(decision)
        return True

    def _order(self, seat: str, decision: Decision, words: list[str]) -> None:
        """Walk down the tree by the words given; play the order when it is whole."""
        whole = " ".join(words)
        tokens = self.tokens
        if not tokens and len(words) > 1 and self.game.why_not(seat, whole) is None:
            self.tokens = menu.undecided(decision, words)
            if self.tokens:
                self._relist(decision)
            else:
                self._play(seat, whole)
            return
        for word in [whole] if tokens and menu.level_kind(decision, tokens) == TEXT else words:
            tokens = menu.add(decision, tokens, word)
            if len(tokens) == 1 and not decision.next(*tokens) and menu.level_kind(decision, tokens):
                raise Refused(*self._why_closed(seat, self._meant(decision, whole) if not self.tokens else word))
        tokens = menu.closed(decision, tokens)
        kind = menu.level_kind(decision, tokens)
        if not kind:
            self._play(seat, decision.order(*tokens))
        else:
            self.tokens = tokens
            self._relist(decision)

    def _why_closed(self, seat: str, text: str) -> tuple[str, str]:
        reason = self.game.why_not(seat, text) if " " in text else None
        return reason or ("E.choice", f"{text}: there is nothing to give this order to now.")

    def _play(self, seat: str, order: Order | str) -> None:
        self.game.play(seat, order)
        self._changed()

    def _changed(self) -> None:
        """The prompt is shown again."""
        self.tokens, self.scene, self.warned = (), (), False

    def _relist(self, decision: Decision | None) -> None:
        if decision is not None:
            for line in menu.listing(decision, self.tokens):
                print(line)

    def _map_if_new(self, seat: str, decision: Decision) -> None:
        """The map is drawn for a phase with something to choose on it, and for a question about another part."""
        phase = self._phase(seat, decision)
        focus, board = sorted(decision.nodes()), board_of(decision.t)
        unseen = focus and self.drawn and not in_sight(board, focus, self.drawn)
        if self.drawn is None or (focus and phase != self.phase) or (unseen and decision.frame.kind != STEP):
            self._map(seat, focus)
        self.phase = phase

    def _map(self, seat: str, focus: list[int]) -> None:
        viewer = self.game.seat_index(seat)
        t = self.game.table_for(viewer)
        board = board_of(t)
        focus = focus or sorted({t.p.at[i] for i in range(len(t.p.at)) if t.owns(viewer, i)})
        self.drawn = shown_at(board, focus, *screen())
        for line in draw_map(t, viewer, focus, *screen()):
            print(line)

    # Commands

    def help(self, seat: str, decision: Decision | None, rest: str) -> None:
        """The commands, or what one order does."""
        word = rest.casefold()
        verbs = [v for v in (*(decision.verbs if decision else ()), *self.game.offers(seat).verbs) if v.name == word]
        steps = menu.steps_with(self.game, word)
        verb = next(iter(verbs), steps[0].named[word] if steps else None)
        if verb is not None:
            where = "" if verbs else f" {menu.belongs(steps)}"
            print(wrapped((verb.__doc__ or rest).split("\n\n")[0].replace("``", "`") + where, "  "))
        elif rest and word not in COMMANDS:
            raise Refused("E.verb", f"There is no order {rest[:40]!r}.{menu.proposal(self.game, seat, word)}")
        else:
            print(HELP)

    def back(self, seat: str, decision: Decision | None, rest: str) -> None:
        self.tokens = self.tokens[:-1]
        while self.tokens and decision is not None and menu.closed(decision, self.tokens) != self.tokens:
            self.tokens = self.tokens[:-1]
        self._relist(decision)

    def all(self, seat: str, decision: Decision | None, rest: str) -> None:
        if decision is not None:
            for line in menu.listing(decision, self.tokens, everything=True):
                print(line)

    def offers(self, seat: str, decision: Decision | None, rest: str) -> None:
        offers = self.game.offers(seat)
        print(f"  {offers.prompt}")
        for choice in offers.next():
            print(f"  {choice.text}: {' '.join(c.text for c in offers.next(choice.text))}")

    def _meant(self, decision: Decision | None, rest: str) -> str:
        """The order that a command is about: a whole one, or what continues the one begun."""
        named = decision is not None and rest.casefold().split(" ")[0] in [v.name for v in decision.verbs]
        if decision is None:
            return rest
        tokens = () if named else self.tokens
        words = rest.split()
        for n, word in enumerate(words):
            try:
                tokens = menu.add(decision, tokens, word)
            except Refused:
                return " ".join([menu.as_far_as(decision, tokens), *words[n:]]).strip()
        return menu.as_far_as(decision, tokens)

    def why(self, seat: str, decision: Decision | None, rest: str) -> None:
        text = self._meant(decision, rest)
        if not text:
            raise Refused("E.parse", "Say which: `why ORDER`.")
        reason = self.game.why_not(seat, text)
        if reason is None:
            print("  That order is offered.")
        elif decision is not None and decision.why_not(text) is None:
            print(wrapped(f"Nothing forbids it so far. {reason.sentence}", "  "))
        else:
            said = menu.with_hint(self.game, seat, text, Refused(*reason))
            print(wrapped(f"{paint(reason.rule, 'rule')}: {said}", "  "))

    def ways(self, seat: str, decision: Decision | None, rest: str) -> None:
        """The ways that the rules tell apart, as orders; the first is gone when none is named."""
        text = self._meant(decision, rest)
        if decision is None or not text:
            raise Refused("E.parse", "Say which: `ways ORDER`.")
        order = decision.parse(text)
        for way in decision.ways(order) or [order]:
            print(f"  {way.text}")

    def odds(self, seat: str, decision: Decision | None, rest: str) -> None:
        """What an attack may bring, under what the seat knows."""
        text = self._meant(decision, rest)
        found = odds_of(self.game, seat, text) if text else None
        if found is None:
            reason = self.game.why_not(seat, text) if text else None
            raise Refused(*(reason or ("E.odds", "Say which attack or battle: `odds ORDER`.")))
        for line in chances(found):
            print(line)

    def debts(self, seat: str, decision: Decision | None, rest: str) -> None:
        owed = decision.debts if decision is not None else []
        for debt in owed:
            print(wrapped(f"{paint(debt.rule, 'rule')}: {debt.sentence}", "  "))
        if not owed:
            print("  Nothing is owed.")

    def undo(self, seat: str, decision: Decision | None, rest: str) -> None:
        self.game.undo(seat)
        self._changed()

    def redo(self, seat: str, decision: Decision | None, rest: str) -> None:
        self.game.redo(seat)
        self._changed()

    def log(self, seat: str, decision: Decision | None, rest: str) -> None:
        count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 7 else 20
        for line in told(self.game, self.game.events(seat)[-count:] if count else []):
            print(line)

    def map(self, seat: str, decision: Decision | None, rest: str) -> None:
        t = self.game.table_for(self.game.seat_index(seat))
        focus = sorted(decision.nodes(*self.tokens)) if decision is not None else []
        if rest:
            focus = [place(t, rest)]
        self._map(seat, focus)

    def pieces(self, seat: str, decision: Decision | None, rest: str) -> None:
        viewer = self.game.seat_index(seat)
        for line in piece_lines(self.game.table_for(viewer), viewer):
            print(line)

    def score(self, seat: str, decision: Decision | None, rest: str) -> None:
        """How the game stands: the turn, what decides it, what is due; a word picks one sheet."""
        viewer = self.game.seat_index(seat)
        for line in sheet_lines(self.game.table_for(viewer), viewer, rest):
            print(line)

    def rules(self, seat: str, decision: Decision | None, rest: str) -> None:
        title = self.game.title
        if not rest:
            raise Refused("E.parse", "Say which: `rules NUMBER` or `rules WORD`.")
        for line in rule_lines(title.book, title.meta.id, rest):
            print(line)

    def auto(self, seat: str, decision: Decision | None, rest: str) -> None:
        self.by_hand = not self.by_hand
        print(f"  Phases in which nothing can be done {'wait for `end`' if self.by_hand else 'end by themselves'}.")

    def save(self, seat: str, decision: Decision | None, rest: str) -> None:
        if not rest:
            raise Refused("E.parse", "Say where: `save FILE`.")
        write_text(rest, self.game.save())
        self.saved = len(self.game.journal)
        print(f"  Saved: grognard play --load {rest}")

    def quit(self, seat: str, decision: Decision | None, rest: str) -> None:
        if self.terminal and len(self.game.journal) > self.saved and not self.warned:
            self.warned = True
            print("  The game is not saved: `save FILE`, or `quit` once more.")
            return
        raise Quit


def place(t: Table, text: str) -> int:
    """The node of a name, or a refusal with the nearest names."""
    node: int = t.title.find_node(t, text)
    if node < 0:
        near = t.title.near_nodes(t, text[:60])
        hint = f" Did you mean {' or '.join(near[:3])}?" if near else ""
        raise Refused("E.place", f"There is no place {text[:60]!r}.{hint}", near)
    return node


COMMANDS = {
    "help": Session.help, "?": Session.help, "back": Session.back, "all": Session.all, "offers": Session.offers,
    "why": Session.why, "ways": Session.ways, "odds": Session.odds, "debts": Session.debts, "undo": Session.undo,
    "redo": Session.redo, "log": Session.log, "map": Session.map, "pieces": Session.pieces, "rules": Session.rules,
    "score": Session.score, "auto": Session.auto, "save": Session.save, "quit": Session.quit, "exit": Session.quit,
}  # fmt: skip
