"""What a scene cannot mean is refused, with what would be right."""

from __future__ import annotations

import pytest

from grognard.engine.core.rules import Refused
from grognard.engine.play.game import read_scene
from grognard.engine.words.scene import write_scene

NONSENSE = [
    ("tiny border bare / 0203: R1*99", "R1 has 1 to 3 steps, not '99'"),
    ("tiny border bare / 0203: R1*x", "R1 has 1 to 3 steps, not 'x'"),
    ("tiny border bare / 0203: R1*0", "R1 has 1 to 3 steps, not '0'"),
    ("tiny border bare / 0203: R1 R1", "'R1': the scene has put it in 0203 already"),
    ("tiny border bare / 0203: R1 / 0202: R1*2", "'R1*2': the scene has put it in 0203 already"),
    ("tiny border bare / 0203: RF3", "Did you mean R3 or RF2 or RF1?"),
    ("tiny border bare / 0203: RF1", "it stands at sea"),
    ("tiny border bare / 0801: R1", "it stands on land"),
    ("tiny border bare / 0203: 99mil*red", "8 militia of 1 to 24 points"),
    ("tiny border bare / 0203: 2mil*purple", "There are: red, blue, green"),
    ("tiny border bare / 0203:", "No piece is named for 0203"),
    ("tiny border / purple movement", "There are: red, blue, green"),
    ("tiny border / purple holds 0303", "There are: red, blue, green"),
    ("tiny border / red holds 0999", "There is no place '0999'. Did you mean "),
    ("tiny border / red movment", "Did you mean movement?"),
    ("tiny border / red slow movement", "no phase"),
    ("tiny border / trun=2", "Did you mean turn?"),
    ("tiny border / turn=--2", "write turn=1"),
    ("tiny border / last=-7", "last is 1 to 99, not -7"),
    ("westfront s44 / Caen: 84inf9", "84inf has 1 to 3 CV, not 9"),
    ("westfront s44 / Caen: 84inff", "Did you mean 84inf"),
    ("westfront s44 / Caen: 84inf2 / Rouen: 84inf1", "'84inf1': the scene has put it in"),
    ("westfront s44 / Caen: 84inf2**", "Only an HQ can be Blitz"),
    ("westfront s44 / Caen: OBW2***", "There are: *, **, !, ~"),
    ("westfront s44 / North Sea: 84inf2", "no land in play"),
    ("westfront s44 / Can: 84inf2", "Did you mean Caen"),
    ("westfront s44 / purple movement", "There are: axis, allied"),
    ("westfront s44 / axis movment", "Did you mean movement?"),
    ("westfront s44 / axis movement now", "Did you mean movement?"),
    ("westfront s44 / axis blitz", "There are: command, movement"),
    ("westfront s44 / axis holds", "Name hexes, or all"),
    ("westfront s44 / axis holds Rouenn", "Did you mean Rouen"),
    ("westfront s44 / US6BH Rouenn", "Did you mean Rouen"),
    ("westfront s44 / 1944-13", "1943-06 to 1945-05"),
    ("westfront s44 / 1999-01", "1943-06 to 1945-05"),
    ("westfront s44 / storm Pacific", "There are: Atlantic, Mediterranean"),
    ("westfront s44 / since Italian surender", "Did you mean Italian surrender"),
    ("westfront s44 / muddy", "Write it as axis movement, mud"),
    ("westfront s44 / active=7", "active is 0 to 1, not 7"),
    ("ww2eto 1941 / 9999: ger4inf", "Did you mean 2919"),
    ("ww2eto 1941 / 1612: ger9inf", "Did you mean ger8inf"),
    ("ww2eto 1941 / 1612: ger0inf", "Did you mean ger"),
    ("ww2eto 1941 / 1612: germ4inf", "Did you mean ger4inf"),
    ("ww2eto 1941 / Red Sea: ger4inf", "no land"),
    ("ww2eto 1941 / purple movement", "There are: axis, allied, soviet"),
    ("ww2eto 1941 / axis movment", "Did you mean movement"),
    ("ww2eto 1941 / axis holds 9999", "Did you mean 2919"),
    ("ww2eto 1941 / turn 4-1999", "Did you mean 4-1939"),
    ("ww2eto 1941 / invaded belgum", "Did you mean belgium?"),
    ("ww2eto 1941 / blah", "Write it as axis movement"),
    ("ww2eto 1941 / turn=99", "turn is 1 to 24, not 99"),
]


@pytest.mark.parametrize(("text", "said"), NONSENSE, ids=[text for text, _ in NONSENSE])
def test_nonsense_in_a_scene_is_refused_with_what_would_be_right(text: str, said: str) -> None:
    with pytest.raises(Refused) as refused:
        read_scene(text)
    assert said in refused.value.sentence


@pytest.mark.parametrize("start", ["tiny border", "westfront s44", "westfront husky", "ww2eto 1941"])
def test_a_whole_set_up_can_be_written_and_read(start: str) -> None:
    """The limits leave in whatever a game itself can write."""
    first = write_scene(read_scene(start).table)
    assert write_scene(read_scene(first).table) == first


def test_a_player_s_raids_can_be_begun() -> None:
    """Raids are asked of no seat, yet they have an owner."""
    assert read_scene("tiny border / blue raids").table.frame.step == "movement"
