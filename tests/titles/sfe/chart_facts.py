"""What the charts must satisfy: every fragment that the rules fix, and what makes a chart sane.

Each fact names the rule or example that it comes from.
"""
# ruff: noqa: E501, E731, C416, SIM300, UP031

from __future__ import annotations

import csv
import itertools
import os
from fractions import Fraction as Q
from pathlib import Path

import grognard.titles.sfe

D = Path(grognard.titles.sfe.__file__).parent / "data" / "charts"


def read(n):
    with (D / n).open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


FACTS = []


def ok(name, cond, note=""):
    FACTS.append((name, bool(cond), str(note)[:300]))


def frac(s):
    return Q(s)


two = {}
for a, b in itertools.product(range(1, 7), repeat=2):
    two[a + b] = two.get(a + b, 0) + Q(1, 36)
SAY = []


def say(*a):
    SAY.append(" ".join(str(x) for x in a))


# every row has a source, every invented row says from what
files = sorted(os.listdir(D))
for n in files:
    rows = read(n)
    ok(n + ": rows and sources", rows and all((r.get("source") or "").strip() for r in rows))
    ok(
        n + ": reconstructed marks",
        all("reconstructed" not in r["source"] or "reconstructed: " in r["source"] for r in rows),
    )

# Ground CRT
G = {int(r["die"]): r for r in read("ground_crt.csv")}
OD = [c for c in next(iter(G.values())) if c not in ("die", "source")]
HI = [o for o in OD if int(o.split("-")[0]) >= int(o.split("-")[1])]


def odds(a, d):
    """9.01: fractions in the defender's favour; None below 1-6 (not allowed by 9.03)."""
    a, d = Q(a), Q(d)
    if a >= d:
        return "%d-1" % min(7, a // d)
    n = -(-d // a)
    return None if n > 6 else "1-%d" % n


ok(
    "9.03: columns 1-6 to 7-1",
    OD == ["1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1"],
)
ok("19.21 example: 3-1 roll 3 is EX", G[3]["3-1"] == "EX")
ok("19.21 example: (4/2)+2+2 against 2 is 3-1", odds(Q(4) / 2 + 2 + min(Q(24, 10), 2), 2) == "3-1")
ok(
    "9.03 example: 24-20 is 1-1, 20-10 is 2-1, 4-10 is 1-3",
    (odds(24, 20), odds(20, 10), odds(4, 10)) == ("1-1", "2-1", "1-3"),
)


def guaranteed(o, drm):
    return all(G[min(10, d + drm)][o] == "DE" for d in range(1, 7))


ok("14.01: 7-1 with +1 and 6-1 with +2 guarantee DE", guaranteed("7-1", 1) and guaranteed("6-1", 2))
ok("14.01: 7-1 with 0 and 6-1 with +1 do not", not guaranteed("7-1", 0) and not guaranteed("6-1", 1))
ok(
    '14.01 "etc.": 5-1 needs +3, 4-1 needs +4',
    guaranteed("5-1", 3) and not guaranteed("5-1", 2) and guaranteed("4-1", 4) and not guaranteed("4-1", 3),
)
used = {G[d][o] for d in range(1, 7) for o in OD}
ok("10.01: all eight results occur on unmodified dice", used == {"AE", "AX", "AR", "NE", "EX", "HX", "DR", "DE"}, used)
ok(
    "10.01: EX occurs at 1-1 or better and at 1-2 or worse",
    any(G[d][o] == "EX" for d in range(1, 7) for o in HI)
    and any(G[d][o] == "EX" for d in range(1, 7) for o in OD if o not in HI),
)
ok("10.02 note: EX occurs in the 1-1 column", any(G[d]["1-1"] == "EX" for d in range(1, 7)))
RH = {r: i for i, r in enumerate(["AE", "AX", "AR", "NE", "EX", "DR", "HX", "DE"])}
RL = {r: i for i, r in enumerate(["AE", "AX", "EX", "AR", "NE", "DR", "HX", "DE"])}
ok(
    "CRT monotone in the die",
    all((RH if o in HI else RL)[G[d][o]] <= (RH if o in HI else RL)[G[d + 1][o]] for o in OD for d in range(-4, 10)),
)
ok(
    "CRT monotone in odds (1-1 and up)",
    all(RH[G[d][a]] <= RH[G[d][b]] for d in range(-4, 11) for a, b in itertools.pairwise(HI)),
)
LO = [o for o in OD if o not in HI]
ok(
    "CRT monotone in odds (1-2 and down)",
    all(RL[G[d][a]] <= RL[G[d][b]] for d in range(-4, 11) for a, b in itertools.pairwise(LO)),
)


def net(o, r):
    """defender's loss less attacker's, per attacking factor"""
    n, m = map(int, o.split("-"))
    A = Q(n, m)
    a, b = {
        "AE": (A, 0),
        "AX": (min(A, 1), 0),
        "AR": (0, 0),
        "NE": (0, 0),
        "EX": (min(A, 1), min(A, 1)),
        "DR": (0, 0),
        "HX": (Q(1, 2), 1),
        "DE": (0, 1),
    }[r]
    return (b - a) / A


ok(
    "CRT seam: 1-1 is never a worse exchange a factor than 1-2 on the same die",
    all(net("1-2", G[d]["1-2"]) <= net("1-1", G[d]["1-1"]) for d in range(-4, 11)),
)
ok(
    "a DRM is worth one column (1-1 and up)",
    all(G[d + 1][a] == G[d][b] for d in range(-4, 10) for a, b in itertools.pairwise(HI)),
)


def value(o, drm, ratio):
    """expected attacker and defender losses in units of the defender's factors; DR counts a quarter of the defender (blocked retreats)"""
    A = Q(ratio)
    al = dl = Q(0)
    for d in range(1, 7):
        r = G[max(-4, min(10, d + drm))][o]
        a, b = {
            "AE": (A, 0),
            "AX": (min(A, 1), 0),
            "AR": (0, 0),
            "NE": (0, 0),
            "EX": (min(A, 1), 1 if A >= 1 else A),
            "DR": (0, Q(1, 4)),
            "HX": (Q(1, 2), 1),
            "DE": (0, 1),
        }[r]
        al += a
        dl += b
    return al / 6, dl / 6


rat = {}
for o in OD:
    n, m = map(int, o.split("-"))
    al, dl = value(o, 0, Q(n, m))
    rat[o] = (al / dl) if dl else None
    say("ground %-4s attacker loses %.2f D, defender %.2f D, ratio %s" % (o, al, dl, "%.2f" % rat[o] if dl else "inf"))
ok("exchange ratio falls with odds from 1-1", all(rat[a] >= rat[b] for a, b in itertools.pairwise(HI)))
ok("break-even between 2-1 and 3-1", rat["2-1"] > 1 > rat["3-1"])
ok("attackers at 3-1 lose 0.3 to 0.6 of the defender loss", Q(3, 10) < rat["3-1"] < Q(6, 10))
rich = value("1-1", 0, Q(24, 20))
poor2 = value("2-1", 0, 2)
poor3 = value("1-3", 0, Q(4, 10))
ra, rd = rich[0] * 20, rich[1] * 20
pa, pd = poor2[0] * 10 + poor3[0] * 10, poor2[1] * 10 + poor3[1] * 10
say("9.03 example: one attack loses %.1f for %.1f; attrition loses %.1f for %.1f" % (ra, rd, pa, pd))
ok("9.03: the attrition attack of the example is the better exchange", pa / pd < ra / rd)
# calibration: frontier battles 22 June - 31 July 1941, three turns. Assumed: 45 attacks in all on hexes of seven factors (one rifle corps or one
# and a bit), 18 at net 5-1, 15 at net 6-1, 12 at 7-1 (net = odds with every DRM); strengths from ob/barbarossa41.csv. A plausibility check, not a proof.
ob = D.parent / "ob" / "barbarossa41.csv"
GER, SOV = 473, 410
if os.path.exists(ob):
    with open(ob, encoding="utf-8") as f:
        rws = list(csv.DictReader(f))
    fig = lambda r, i: int((r["reduced"] if r["starts"] == "reduced" else r["front"]).split("-")[i])
    gnd = [r for r in rws if r["size"] in ("XXX", "XX", "X") and r["kind"] != "ART"]
    GER = sum(fig(r, 0) for r in gnd if r["nation"] == "German" and r["entry"] == "start")
    SOV = sum(fig(r, 1) for r in gnd if r["nation"] == "Soviet" and r["entry"] in ("start", "1941 JUN 2", "1941 JUL 1"))
ger = sov = Q(0)
for o, n in (("5-1", 18), ("6-1", 15), ("7-1", 12)):
    a, d = value(o, 0, int(o[0]))
    ger += n * 7 * a
    sov += n * 7 * d
say(
    "Barbarossa to 31 July: German %.0f of %d factors (%.1f %% after 27.22), Soviet %.0f of %d (%.0f %%), 1 : %.1f"
    % (ger, GER, 100 * ger * Q(3, 4) / GER, sov, SOV, 100 * sov / SOV, sov / ger)
)
ok(
    "Barbarossa: Germans lose 5 to 12 % net (history: 213,000 of 3.05 million by 31 July, 7 %)",
    Q(5, 100) < ger * Q(3, 4) / GER < Q(12, 100),
    float(ger * Q(3, 4) / GER),
)
ok(
    "Barbarossa: Soviets lose 50 to 80 % of the border districts and first arrivals",
    Q(5, 10) < sov / SOV < Q(8, 10),
    float(sov / SOV),
)
ok("Barbarossa: exchange 1:4 to 1:8", 4 <= sov / ger <= 8)
a, d = value("2-1", 1, 2)
say("Winter counter-offensive (2-1, +1 winterized): attacker %.2f D for %.2f D" % (a, d))
ok(
    "28.08: +1 turns a losing 2-1 into a winning exchange",
    value("2-1", 1, 2)[0] / value("2-1", 1, 2)[1] < 1 < rat["2-1"],
)

# TEC
T = {r["terrain"]: r for r in read("terrain.csv")}
ok(
    "9.01: river into major city quarters",
    frac(T["river"]["attack_leg"]) * frac(T["major city"]["attack_leg"]) == Q(1, 4),
)
ok(
    "16.12 example: 12 factors into a major city are 6, so 6 of 10 bombing factors count",
    min(10, 12 * frac(T["major city"]["attack_leg"])) == 6,
)
ok(
    "28.10: artillery whole across rivers, 2/3 across straits; others 1/2 and 1/3",
    (
        T["river"]["attack_artillery"],
        T["strait"]["attack_artillery"],
        T["river"]["attack_leg"],
        T["strait"]["attack_leg"],
    )
    == ("1", "2/3", "1/2", "1/3"),
)
ok(
    "9.05/2: armor reduced in forest and swamp, motorized not",
    all(frac(T[t]["attack_armor"]) < 1 == frac(T[t]["attack_motorized"]) for t in ("forest", "swamp")),
)
sev_fort = T["major fort without fortified hexsides"]
ok(
    "9.05/1: Sevastopol -1 only: the fort replaces the city and nothing is halved",
    int(sev_fort["drm"]) == -1 and all(frac(sev_fort[k]) == 1 for k in sev_fort if k.startswith("attack_")),
)
ok(
    "24.14: every major fort is -1 from any side and denies the armor bonus",
    all(int(T[t]["drm"]) == -1 and T[t]["armor_bonus"] == "no" for t in T if t.startswith("major fort")),
)
ok(
    "9.05/1: Strasbourg from 4715 is -2 and not halved",
    int(T["major fort, other hexside"]["drm"]) + int(T["minor city"]["drm"]) == -2
    and frac(T["major fort, other hexside"]["attack_leg"]) * frac(T["minor city"]["attack_leg"]) == 1,
)
ok("24.14: halved through fortified hexsides", frac(T["major fort, fortified hexside"]["attack_leg"]) == Q(1, 2))
ok(
    "12.01: no armor bonus in forest, swamp, mountain, city, fort, over strait",
    all(
        T[t]["armor_bonus"] == "no"
        for t in (
            "forest",
            "swamp",
            "mountain",
            "major city",
            "minor city",
            "regular fort",
            "Atlantic Wall fort",
            "strait",
        )
    )
    and T["clear"]["armor_bonus"] == "yes"
    and T["town"]["armor_bonus"] == "yes",
)
ok(
    "6.1: no ZOC over sea, strait, lake, Qattara",
    all(T[t]["zoc"] == "no" for t in ("sea", "strait", "lake", "Qattara")),
)
ok(
    "24.21: no airfields in forest, swamp, mountain, major city",
    all(T[t]["airfield"] == "no" for t in ("forest", "swamp", "mountain", "major city")),
)
ok(
    "28.02: forest, swamp, mountain 1.5, strait +1",
    all(T[t]["supply_28_02"] == "1.5" for t in ("forest", "swamp", "mountain")) and T["strait"]["supply_28_02"] == "+1",
)
ok(
    "25.3: frozen swamp as forest",
    all(T["swamp frozen"][k] == T["forest"][k] for k in T["forest"] if k.startswith(("mp_", "attack_", "drm"))),
)
ok("28.01 cases: a clear hex costs 1 for all", all(T["clear"][k] == "1" for k in T["clear"] if k.startswith("mp_")))
ok(
    "no class moves faster than leg in rough ground",
    all(float(T[t]["mp_armor"]) >= float(T[t]["mp_leg"]) for t in ("clear", "forest", "swamp", "mountain")),
)
ok(
    "a 3 MP corps can enter every open terrain over a river",
    all(float(T[t]["mp_leg"]) + 1 <= 3 for t in ("clear", "forest", "swamp", "mountain")),
)
ok("coast road faster than clear", frac(T["African coast road"]["mp_leg"]) < 1)
# 28.01 diagram rebuilt: see plan.md; axial coordinates
NB = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
adj = lambda a, b: (b[0] - a[0], b[1] - a[1]) in NB


def layout():
    H = (0, 0)
    N, E, F, Gx = NB[0], NB[1], NB[2], NB[3]  # ring of H
    cells = [(q, r) for q in range(-4, 5) for r in range(-4, 5)]
    for B in [c for c in cells if adj(c, F) and c not in (H, N, E, Gx) and not adj(c, H)]:
        for A in [
            c for c in cells if adj(c, B) and adj(c, E) and c not in (H, N, F) and not adj(c, N) and not adj(c, H)
        ]:
            for L in [
                c
                for c in cells
                if adj(c, B)
                and not adj(c, F)
                and not adj(c, A)
                and not adj(c, E)
                and not adj(c, Gx)
                and c not in (A, E, F, Gx, N, H)
            ]:
                for C in [
                    c
                    for c in cells
                    if adj(c, B) and adj(c, L) and not adj(c, N) and not adj(c, H) and c not in (A, L, F)
                ]:
                    for Dd in [
                        c
                        for c in cells
                        if adj(c, C) and not adj(c, L) and not adj(c, N) and not adj(c, H) and c not in (B, L)
                    ]:
                        return {"A": A, "B": B, "C": C, "D": Dd, "E": E, "F": F, "G": Gx, "H": H}, {
                            H: "limited",
                            L: "limited",
                            N: "normal",
                        }
    return None


LAY = layout()
ok("28.01: a layout of A to H exists", LAY)


def walk(path, panzers, lay):
    P, U = lay
    units = dict(U)
    spent = 0
    out = []
    stop = False
    for i, (x, y) in enumerate(itertools.pairwise(path)):
        a, b = P[x], P[y]
        nxt = P[path[i + 2]] if i + 2 < len(path) else None
        over = panzers == 2 and b in units

        def zocs(c, without=()):
            return [k for u, k in units.items() if adj(u, c) and u not in without]

        ahead = {nxt} if panzers == 2 and nxt in units else set()
        za = zocs(a, {b} if over else set())
        zb = zocs(b, ahead | ({b} if over else set()))
        cost = 1 + (1 if over else 0)
        if za and zb:
            cost += 2  # ZOC to ZOC (14.03, 28.01/b1, b2)
        elif za and i > 0:
            cost += 1  # leaving a limited ZOC in mid-move (28.01/b1)
        spent += cost
        out.append(spent)
        if over:
            units.pop(b)
        if "normal" in zb:
            stop = True
            break
    return out, stop


for case, (path, n, want, st) in {
    1: ("ABCD", 1, [1, 4, 6], False),
    2: ("BCD", 1, [3, 5], False),
    3: ("BFG", 1, [3, 6], False),
    4: ("AE", 2, [1], True),
    5: ("ABFH", 2, [1, 3, 5], True),
    6: ("BFH", 2, [1, 3], True),
    7: ("EH", 2, [4], True),
}.items():
    if LAY:
        ok("28.01 case %d %s" % (case, "-".join(path)), walk(path, n, LAY) == (want, st), walk(path, n, LAY))
say("28.01 layout (axial q,r; H limited unit, N normal unit):", LAY)

# Air CRT
A = {int(r["die"]): r for r in read("air_crt.csv")}
AC = [c for c in A[1] if c not in ("die", "source")]


def acol(a, b):
    q = Q(a) / Q(b)
    best = None
    for c in AC:
        x, y = map(int, c.split(":"))
        if Q(x, y) <= q:
            best = c
    return best or AC[0]


AD = {(r["firing"], r["target"]): r["drm"] for r in read("air_drm.csv")}
look = lambda c, d: A[max(-1, min(8, d))][c]
ok(
    "17.1 example: 15:9 is 3:2, 12:6 is 2:1, 6:12 is 1:2",
    (acol(15, 9), acol(12, 6), acol(6, 12)) == ("3:2", "2:1", "1:2"),
)
ok("17.1 example: 3:2 roll 2 is XA", look("3:2", 2) == "XA")
ok("19.21 example: 1:1 roll 3 is X", look("1:1", 3) == "X")
ok("17.1 example: F against B -1, B against F +1", (AD["F", "B"], AD["B", "F"]) == ("-1", "1"))
ok("17.11: no DRM against all-HB waves", AD["F", "HB"] == "0" == AD["HB", "F"])
ok("19.21 example: 1:1 can miss both ways", look("1:1", 6) == "-")
ok(
    "19.21 example: one F 3 against one B 1 (3:1, -1) always downs it",
    all(look("3:1", d - 1).startswith("X") for d in range(1, 7)),
)
pts = lambda s: 2 * s.count("X") + s.count("A")
ok("air CRT monotone in the die (low is good)", all(pts(A[d][c]) >= pts(A[d + 1][c]) for c in AC for d in range(-1, 8)))
ok(
    "air CRT monotone in odds",
    all(pts(A[d][a]) <= pts(A[d][b]) for d in range(-1, 9) for a, b in itertools.pairwise(AC)),
)
ok(
    "17.2: results of X, A and miss only, X before A",
    all(set(v) <= set("XA-") and "AX" not in v for r in A.values() for k, v in r.items() if k not in ("die", "source")),
)
ex = {c: sum(look(c, d).count("X") for d in range(1, 7)) / 6 for c in AC}
say("air kills an exchange:", ", ".join("%s %.2f" % (c, ex[c]) for c in AC))
ok("even fighters (3 against 3) lose 10 to 20 % a fight", 0.10 <= ex["1:1"] / 3 <= 0.20)
ok(
    "four fighters on three bombers kill 1 to 1.7",
    1 <= sum(look("2:1", d - 1).count("X") for d in range(1, 7)) / 6 <= 1.7,
)
ok("bombers shoot back weakly", sum(look("1:2", d + 1).count("X") for d in range(1, 7)) / 6 <= 0.2)

# Flak
F = {int(r["dice"]): r for r in read("flak.csv")}
FC = [str(c) for c in range(1, 11)]
FS = {r["target"]: int(r["columns_left"]) for r in read("flak_shift.csv")}


def fcol(f, kind):
    c = int(f) - FS[kind]
    return None if c < 1 else str(min(10, c))


ok("19.21 step 3: 46/10 against B is column 3, 7 misses", fcol(46 // 10, "B") == "3" and F[7]["3"] == "-")
ok(
    "19.21 step 6: 53/10 against B is column 4, 3 and 10 give one H",
    fcol(53 // 10, "B") == "4" and sorted((F[3]["4"], F[10]["4"])) == ["-", "H"],
)
ok("19.21 step 11: 54/10 against A is column 5, 5 is H", fcol(54 // 10, "A") == "5" and F[5]["5"] == "H")
ok("20 example step 1: 46/10 against CV is column 4, 5 is H", fcol(46 // 10, "CV") == "4" and F[5]["4"] == "H")
ok("21.03: shifted past column 1 is no effect", fcol(1, "B") is None and fcol(2, "HB") is None)
ok("21.03: shifts are one or two", {v for v in FS.values()} == {0, 1, 2})
sv = {"-": 0, "H": 1, "A": 2, "X": 3}
ok("flak monotone in dice", all(sv[F[r][c]] >= sv[F[r + 1][c]] for r in range(2, 12) for c in FC))
ok("flak monotone in columns", all(sv[F[r][a]] <= sv[F[r][b]] for r in range(2, 13) for a, b in itertools.pairwise(FC)))
fp = {c: {k: sum(two[r] for r in range(2, 13) if F[r][c] == k) for k in "XAH"} for c in FC}
say("flak X/A/H per cent:", "; ".join("%s %d/%d/%d" % (c, *(round(100 * fp[c][k]) for k in "XAH")) for c in FC))
ok(
    "flak kills 2 to 4 % at columns 4-5, at most 17 % at the top",
    Q(2, 100) < fp["4"]["X"] < Q(4, 100) and fp["10"]["X"] <= Q(17, 100),
)
ok("flak hampers more than it kills", all(fp[c]["X"] <= fp[c]["A"] + fp[c]["H"] for c in FC))

# Naval CRT
N = {int(r["dice"]): r for r in read("naval_crt.csv")}
AIR = ["HB", "B", "A,F", "CV"]
SC = [c for c in N[2] if c not in [*AIR, "dice", "source"]]


def scol(f):
    for c in SC:
        lo, hi = (c.replace("+", "-9999")).split("-")
        if int(lo) <= f <= int(hi):
            return c
    return None


nl = lambda c, r: N[max(0, min(17, r))][c]
ok(
    "surface columns without gaps",
    all(int(b.replace("+", "-").split("-")[0]) == int(a.split("-")[1]) + 1 for a, b in itertools.pairwise(SC)),
)
ok("20 example: 16 and 13 are column 13-20, 9 is 7-12", (scol(16), scol(13), scol(9)) == ("13-20", "13-20", "7-12"))
ok("20 example round 1: 13-20, 8 is D; 6+1 misses", nl("13-20", 8) == "D" and nl("13-20", 7) == "-")
ok("20 example round 2: 13-20, 7+1 is D; 7-12, 10+2 is DD", nl("13-20", 8) == "D" and nl("7-12", 12) == "DD")
ok("20 example step 1: A,F lies just left of CV; 9 is D", AIR[AIR.index("CV") - 1] == "A,F" and nl("A,F", 9) == "D")
ok("19.21 step 3: B, 11 is S", nl("B", 11) == "S")
ok("19.21 step 6: B, 4 misses, 9 is D", nl("B", 4) == "-" and nl("B", 9) == "D")
ok("16.14: every type with a bombing factor has a column to its left, HB the last", AIR[0] == "HB")
npn = {"-": 0, "D": 1, "S": 2, "DD": 2, "SD": 3, "SS": 4}
nrk = {"-": 0, "D": 1, "S": 2, "DD": 3, "SD": 4, "SS": 5}
ok("naval CRT monotone in dice", all(nrk[N[r][c]] <= nrk[N[r + 1][c]] for r in range(17) for c in SC + AIR))
ok(
    "naval CRT monotone in surface columns",
    all(nrk[N[r][a]] <= nrk[N[r][b]] for r in range(18) for a, b in itertools.pairwise(SC)),
)
ok(
    "naval CRT monotone in air columns",
    all(nrk[N[r][a]] <= nrk[N[r][b]] for r in range(18) for a, b in itertools.pairwise(AIR)),
)


def en(c, drm=0):
    return float(sum(p * npn[nl(c, r + drm)] for r, p in two.items()))


say("naval hits (D=1, S=2) a roll:", ", ".join("%s %.2f" % (c, en(c)) for c in SC + AIR))
ok(
    "Taranto: two CV rolls at +3 (surprise, port) make 3 to 5 points; history 1 sunk, 2 damaged = 4",
    3 <= 2 * en("CV", 3) <= 5,
    2 * en("CV", 3),
)
ok("Crete 1941: nine A rolls make 4 to 8 points", 4 <= 9 * en("A,F") <= 8, 9 * en("A,F"))
ok("level bombers at sea: two HB rolls under 0.5 point", 2 * en("HB") < 0.5)
dm = lambda full, red: red + (full - red) // 2
ok(
    "20 example: 22 with 11 becomes 16, 13 with 6 becomes 9; 20.03: 12 with 6 becomes 9",
    (dm(22, 11), dm(13, 6), dm(12, 6)) == (16, 9, 9),
)
FEv = {r["firing"]: r for r in read("fire_effectiveness.csv")}
ok(
    "20 example: BB against B 0, against C +1, round 2 +1",
    (FEv["BB"]["B"], FEv["BB"]["C"], FEv["BB"]["round_2"]) == ("0", "1", "1"),
)
ok(
    "28.12e: PB has +1 against C in the standard rules; CD, CA, CL +1 in round 3, which the option takes away against A, B, C",
    FEv["PB"]["C"] == "1"
    and all(
        (FEv[t]["round_2"], FEv[t]["round_3"], FEv[t]["round_3_against_ABC_with_28_12e"]) == ("0", "1", "-1")
        for t in ("CD", "CA", "CL")
    ),
)
ok(
    "fire effectiveness monotone in protection",
    all(int(r[a]) <= int(r[b]) for r in FEv.values() for a, b in zip("ABCDE", "BCDEF")),
)
ok(
    "bigger guns are not worse",
    all(int(FEv["BB"][p]) >= int(FEv["BC"][p]) >= int(FEv["CL"][p]) for p in "ABCDEF")
    and all(int(FEv["CA"][p]) >= int(FEv["CL"][p]) for p in "ABCDEF"),
)

# interception, disengagement, airborne
I = {r["hexes"]: int(r["success_up_to"]) for r in read("interception.csv")}
ID = {r["when"]: int(r["drm"]) for r in read("interception_drm.csv")}
ok("19.21 steps 4, 5, 8: 5-7 with recon is automatic", 6 - 1 <= I["5-7"])
ok("19.21 step 2: 8-10 with recon, 3 succeeds", 3 - 1 <= I["8-10"])
ok("19.21 step 5: 8-10 with recon, 6 fails", 6 - 1 > I["8-10"])
ok("5-7 without recon is not automatic", 6 > I["5-7"])
ok("interception falls with distance", all(a > b for a, b in zip(I.values(), list(I.values())[1:])))
ok("28.12b: Patrol -2, recon -1", ID["wave on Patrol (28.12b)"] == -2 and ID["intercepting side has air recon"] == -1)
DZ = {(r["own_force"], r["enemy_force"]): int(r["success_up_to"]) for r in read("disengagement.csv")}
force = [
    ("BB", "reduced", 1),
    ("CA", "reduced", 0),
    ("CL", "full", 1),
    ("DD", "full", 0),
]  # the example's force: side, damaged sides
counted = sum(1 for _, side, dmg in force if dmg >= (2 if side == "full" else 1))
ok("20 example step 6: the damaged units count +1 in all (ruling S5 keeps 20.03/4 and the example)", counted == 1)
ok(
    "20 example step 6: slow against slow, 4 with that modifier succeeds, 6 would not",
    4 + counted <= DZ["slow", "slow"] and not 6 + counted <= DZ["slow", "slow"],
)
ok(
    "disengagement: the faster the surer",
    DZ["fast", "slow"] >= DZ["fast", "fast"] >= DZ["slow", "slow"] >= DZ["slow", "fast"] > 0,
)
P = {int(r["die"]): r for r in read("airborne_assault.csv")}
pv = {"X": 0, "D": 1, "S": 2}
for c in ("vacant_clear", "vacant_other", "enemy_occupied"):
    ok(
        "airborne %s: results X, D, S and higher is better" % c,
        all(pv[P[d][c]] <= pv[P[d + 1][c]] for d in range(-2, 6)),
    )
    say(
        "airborne %s: S %d, D %d, X %d of 6; after flak H: S %d, D %d, X %d"
        % (
            c,
            *[sum(P[d][c] == k for d in range(1, 7)) for k in "SDX"],
            *[sum(P[d - 1][c] == k for d in range(1, 7)) for k in "SDX"],
        )
    )
ok(
    "airborne: easier ground is not worse",
    all(pv[P[d]["vacant_clear"]] >= pv[P[d]["vacant_other"]] >= pv[P[d]["enemy_occupied"]] for d in P),
)
ok(
    "21.04: flak H never helps, sometimes hurts",
    all(pv[P[d - 1][c]] <= pv[P[d][c]] for d in range(7) for c in ("vacant_clear", "enemy_occupied")),
)
ok(
    "22.2: a supply drop in the clear succeeds more often than not",
    sum(P[d]["vacant_clear"] == "S" for d in range(1, 7)) >= 4,
)

# weather
WT = read("weather_table.csv")
WE = {r["weather"]: r for r in read("weather_effects.csv")}
TURNS = [
    m + h for m in ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"] for h in "12"
]
wt = {(r["zone"], r["turn"]): [r["die_%d" % d] for d in range(1, 8)] for r in WT}
ok("weather: 5 zones x 24 turns", set(wt) == {(z, t) for z in "ABCDE" for t in TURNS})
ok(
    "weather: seven types, all of the text",
    {x for v in wt.values() for x in v}
    == set(WE)
    == {"Clear", "Frost", "Mud", "Heavy Mud", "Snow", "Heavy Snow", "Stormy"},
)
ok("4.01: Zone E always Clear", all(set(wt["E", t]) == {"Clear"} for t in TURNS))
ok(
    "4.01: A and B one roll, C and D another",
    {r["zone"]: r["roll"] for r in WT} == {"A": "1", "B": "1", "C": "2", "D": "2", "E": "0"},
)
sev = {"Clear": 0, "Frost": 1, "Stormy": 2, "Mud": 2, "Snow": 3, "Heavy Mud": 4, "Heavy Snow": 4}
ok(
    "weather: a higher roll is never milder (28.04)",
    all(sev[a] <= sev[b] for v in wt.values() for a, b in itertools.pairwise(v)),
)
ok("23.61/3: Zone A (Ladoga) never Stormy", all("Stormy" not in wt["A", t] for t in TURNS))
ok("23.61/4: Zone B (Caspian) Stormy at times", any("Stormy" in wt["B", t] for t in TURNS))
ok("28.04: Frost occurs in C and D", all(any("Frost" in wt[z, t] for t in TURNS) for z in "CD"))
p = lambda z, t, kinds: sum(x in kinds for x in wt[z, t][:6]) / 6
for z in "ABCD":
    say(
        "Zone %s per cent Clear or Frost by turn:" % z,
        " ".join("%s %d" % (t, 100 * p(z, t, ("Clear", "Frost"))) for t in TURNS),
    )
ok(
    "summer is fit for campaigns: JUN2-AUG1 in A and B at least 80 % Clear",
    all(p(z, t, ("Clear",)) >= 0.8 for z in "AB" for t in ("JUN2", "JUL1", "JUL2", "AUG1")),
)
ok(
    "October mud in A: at least 80 % Mud or worse",
    all(p("A", t, ("Mud", "Heavy Mud")) >= 0.8 for t in ("OCT1", "OCT2")),
)
ok(
    "deep winter in A: only Snow and Heavy Snow JAN1-MAR1",
    all(p("A", t, ("Snow", "Heavy Snow")) == 1 for t in ("JAN1", "JAN2", "FEB1", "FEB2", "MAR1")),
)
ok(
    "28.04: +1 makes DEC1 in A worse (Heavy Snow 1/3 to 1/2)",
    wt["A", "DEC1"][:6].count("Heavy Snow") == 2 and wt["A", "DEC1"][1:].count("Heavy Snow") == 3,
)
ok("JUN1 in C: a storm is possible but unlikely (Overlord)", 0 < p("C", "JUN1", ("Stormy",)) <= Q(1, 5))
ok(
    "D is never harsher than C, B never more than 4 points harsher than A (earlier thaw, later autumn)",
    all(
        sum(sev[x] for x in wt["B", t]) <= sum(sev[x] for x in wt["A", t]) + 4
        and sum(sev[x] for x in wt["D", t]) <= sum(sev[x] for x in wt["C", t])
        for t in TURNS
    ),
)
ok(
    "12.01: armor bonus in Clear, Stormy, Frost only",
    {k for k, r in WE.items() if r["armor_bonus"] == "yes"} == {"Clear", "Stormy", "Frost"},
)
ok(
    "19.42: Heavy Snow and Stormy forbid, Snow hampers",
    WE["Heavy Snow"]["amphibious"] == WE["Stormy"]["amphibious"] == "no"
    and WE["Snow"]["amphibious"] not in ("yes", "no"),
)
ok(
    "16.13 example: Mud halves bombing; five halved 2-factor bombers make three rolls",
    WE["Mud"]["bombing"] == "1/2" and -(-5 * frac(WE["Mud"]["bombing"]) * 2 // 2) == 3,
)
ok(
    "8.06: railheads 6 in Clear, 3 otherwise",
    all(int(r["rail_advance"]) == (6 if k == "Clear" else 3) for k, r in WE.items()),
)
ok(
    "24.11: an extra turn of construction unless Clear",
    all(int(r["construction_extra_turn"]) == (k != "Clear") for k, r in WE.items()),
)
ok(
    "23.61/3: lakes frozen in Snow and Heavy Snow alone",
    {k for k, r in WE.items() if r["lakes_frozen"] == "yes"} == {"Snow", "Heavy Snow"},
)
ok(
    "23.13: overland length 6 in Clear, less or equal otherwise",
    WE["Clear"]["supply_overland"] == "6"
    and all(int(r["supply_overland"]) <= 6 for r in WE.values())
    and int(WE["Mud"]["supply_overland"]) < 6,
)
ok(
    "heavier weather is not lighter",
    all(int(WE["Heavy " + k]["mp_" + u]) <= int(WE[k]["mp_" + u]) for k in ("Mud", "Snow") for u in ("leg", "mech")),
)
ok(
    "28.12b2: carriers grounded in Stormy and Heavy Snow",
    {k for k, r in WE.items() if r["carrier_air"] == "no"} == {"Stormy", "Heavy Snow"},
)
ok(
    "every unit keeps a move in Mud and Snow",
    all(m + int(WE[k]["mp_leg"]) >= 2 for m in (3, 4, 5) for k in ("Mud", "Snow"))
    and 6 + int(WE["Heavy Mud"]["mp_mech"]) >= 2,
)

# supply
SS = {(r["kind"], int(r["level"])): r for r in read("supply_status.csv")}
ok(
    "9.01, 28.01d: attack halved, later quartered",
    [SS["ground", k]["attack"] for k in (0, 1, 2, 3)] == ["1", "1/2", "1/2", "1/4"],
)
ok(
    "23.51: penalties from the first turn, none better later",
    all(
        frac(SS["ground", a][c]) >= frac(SS["ground", b][c])
        for a, b in ((0, 1), (1, 2), (2, 3))
        for c in ("attack", "defense", "mp")
    ),
)
ok(
    "23.52: the fourth turn is as the third, and surrender on 2 or less",
    all(SS["ground", 3][c] == SS["ground", 4][c] for c in ("attack", "defense", "mp"))
    and SS["ground", 4]["surrender"] == "2 or less",
)


def level(turns, shelter):
    return max(0, min(4, turns - (1 if shelter else 0)))


ok(
    "23.51 example: major city: none on turn 1, level 2 on turn 3, roll on turn 5",
    (level(1, True), level(3, True), level(4, True), level(5, True)) == (0, 2, 3, 4),
)
ok("28.06 example: unsupplied aircraft halved", SS["air", 1]["bombing"] == "1/2")
ok(
    "27.21b: armor RPs go at level 2, all at level 4",
    "armor and air none" in SS["replacement city", 2]["rps"] and SS["replacement city", 4]["rps"] == "none",
)
SD = [int(r["drm"]) for r in read("surrender_drm.csv")]
ok("23.52: four modifiers +1 -1 -1 -1", SD == [1, -1, -1, -1])
# naval air option, given tables
NA = {int(r["die"]): r["result"] for r in read("naval_air_combat.csv")}
ok("28.12c: results X and A, low is good", NA[0] == "X" and NA[2] == "A" and NA[6] == "-")
nx = [sum(NA[d + m] == "X" for d in range(1, 7)) for m in (-2, -1, 0)]
ok("28.12c: better fighters do better", nx[0] > nx[1] > nx[2], nx)
BR = {int(r["die"]): r for r in read("battle_range.csv")}
ok(
    "28.12d: table as printed",
    [BR[d]["clear_frost"] for d in range(1, 8)] == list("321AAAA")
    and [BR[d]["mud_heavymud_snow"] for d in range(1, 8)] == list("3221AAA")
    and [BR[d]["stormy_heavysnow"] for d in range(1, 8)] == list("332211A"),
)
ok(
    "28.12g: months as printed",
    [int(r["months"]) for r in read("repair_months.csv")] == [1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 10, 12],
)
ok(
    "28.16: losses as printed",
    [int(r["losses"]) for r in read("surprise_air_losses.csv")] == [4, 4, 5, 5, 6, 6, 4, 5, 5, 6, 6, 7],
)
ok(
    "3.31: ships per side",
    {r["type"]: (r["front"], r["back"]) for r in read("ships_per_side.csv")}["DD"] == ("10", "5"),
)
OB = {r["box"] for r in read("offboard_boxes.csv")}
ok(
    "23.62: the nine boxes are supply sources",
    {"Canada", "India", "South Africa", "Malaya", "Australia", "New Zealand", "U.S.", "Caribbean", "Brazil"}
    == {r["box"] for r in read("offboard_boxes.csv") if r["supply_source"] == "yes"},
)
links = read("offboard_links.csv")
seen = {"Canada"}
for _ in links:
    for r in links:
        if r["a"] in seen:
            seen.add(r["b"])
        if r["b"] in seen:
            seen.add(r["a"])
ok("off-board chart is connected", OB <= seen)
ok("off-board legs can be sailed (at most 7 MP)", all(1 <= int(r["mp"]) <= 7 for r in links))
# modifiers named in the text, and worked examples that are arithmetic on the tables
AB = {r["when"]: int(r["drm"]) for r in read("airborne_drm.csv")}
ok("21.04: flak H is -1 on the airborne table", AB["flak result H"] == -1)
ND = [(r["firing"], int(r["drm"])) for r in read("naval_air_combat_drm.csv")]
ok(
    "28.12c: modifiers -1, -2 for land fighters, -1, +1 for CAP",
    ND == [("land fighter", -1), ("land fighter", -2), ("CAP", -1), ("CAP", 1)],
)
ok(
    "20.03/4: each damaged unit adds one to interception",
    any(k.startswith("each damaged unit") and v == 1 for k, v in ID.items()),
)
BD = {r["when"]: r["drm"] for r in read("naval_air_drm.csv")}
ok(
    "28.12b1, 28.15: +1 in port, +2 and +1 for the first raids; 20.03/5: +1 damaged at sea",
    BD["target in port (not on Patrol)"] == "1"
    and BD["first carrier raid on an enemy port (28.15)"] == "2"
    and BD["second carrier raid (28.15)"] == "1"
    and any("damaged" in k and v == "1" for k, v in BD.items()),
)
GD = {r["when"]: int(r["drm"]) for r in read("ground_drm.csv")}
ok(
    "12, 13, 16.16, 24: ground modifiers",
    (
        GD["attacker armor bonus"],
        GD["defender armor bonus"],
        GD["leader with attacking stack"],
        GD["leader in defending hex"],
        GD["regular fort"],
        GD["carpet bombing, 5 to 9 heavy bomber factors"],
        GD["carpet bombing, 10 or more heavy bomber factors"],
    )
    == (1, -1, 1, -1, -1, 1, 2),
)
worst = 1 - 4
best = 6 + 4
ok(
    "the ground table reaches every modified roll (fort, terrain, armor, leader; armor, leader, carpet)",
    min(G) <= worst and max(G) >= best,
)
CN = {r["item"]: r for r in read("counts.csv")}
ok(
    "19.43 example: corps + reduced corps + division = two corps",
    sum(frac(CN[k]["assault"]) for k in ("corps", "reduced corps", "division")) == 2,
)
ok("3.37 example: H is half a corps, what a reduced corps takes", frac(CN["reduced corps"]["sea"]) == Q(1, 2))
ok("23.44 example: three corps take three of four points", 3 * frac(CN["corps"]["supply_points"]) == 3)
ok("7.2 example: 4 MP, one to entrain, one to detrain, leaves 3 strategic MPs", (4 - 1 - 1) * Q(3, 2) == 3)


def pay(owed, front, back):
    return "flip" if front - back >= owed else "die"


ok("10.02 example: 10-10-4 flips for 6, dies for 10", (pay(6, 10, 4), pay(10, 10, 4)) == ("flip", "die"))
ok("13.05 example: lost JUL 1, back AUG 2", TURNS[TURNS.index("JUL1") + 3] == "AUG2")
ok("27.25 example: begun APR 1, done JUN 2", TURNS[TURNS.index("APR1") + 5] == "JUN2")
ok("27.24 example: ten air RPs are one unit and 4 in 6", divmod(10, 6) == (1, 4))
ratio = lambda arm, other: Q(arm, arm + other) >= Q(2, 3)
ok("28.03 example: 2 Pz, 2 mot, 1 inf has the bonus with the option, not without", ratio(2, 1) and not ratio(2, 3))
ok("12.03 example: 1 armor + 2 infantry is a third, enough to negate", not Q(1, 3) < Q(1, 3))
ok(
    "28.05 example: Rommel: any two of 16, 10, 10, never three",
    all(a + b <= 32 for a, b in itertools.combinations((16, 10, 10), 2)) and 36 > 32,
)
ok("16.13 examples: a 6 halved hits on 1-2, a fighter of 2 on 1-2", (-(-Q(6, 2) // 2), -(-(2 + 1) // 2)) == (2, 2))
LD = {r["leader"]: r for r in read("leaders.csv")}
ok(
    "28.05: ten leaders, Hoth 4 from 7/41, Zhukov 1 from 10/41, Patton 4 from 7/44",
    len(LD) == 10
    and LD["Hoth"]["level_4"] == "1941-07"
    and LD["Zhukov"]["level_1"] == "1941-10"
    and LD["Patton"]["level_4"] == "1944-07",
)
BA = {r["base"]: r for r in read("bases.csv")}
ok(
    "5.02: limits of air bases 4, 3, 2, 2, 1; twice as many may land",
    [
        (BA[b]["fly_an_air_phase"], BA[b]["land_or_stack"])
        for b in ("major city", "major airfield", "minor city", "airfield", "town")
    ]
    == [("4", "8"), ("3", "6"), ("2", "4"), ("2", "4"), ("1", "2")],
)
ok("21.02: flak of a base equals its limit", all(r["flak"] == r["fly_an_air_phase"] for r in BA.values()))
ok(
    "5.02: heavy bombers at cities and major airfields only; 5.03: ports 9 and 3",
    {b for b, r in BA.items() if r["heavy_bombers"] == "yes"} == {"major city", "minor city", "major airfield"}
    and (BA["major naval base"]["ships"], BA["other port"]["ships"]) == ("9", "3"),
)
ok(
    "21.02: Scapa Flow +2, seven bases and St Nazaire +1",
    sorted((r["port"], r["added_flak"]) for r in read("port_flak.csv"))
    == sorted(
        [("Scapa Flow", "2")]
        + [
            (x, "1")
            for x in ("Greenock", "Portsmouth", "Brest", "Toulon", "Wilhelmshaven", "Kiel", "Taranto", "St Nazaire")
        ]
    ),
)
PE = [int(r["drm"]) for r in read("port_evacuation_drm.csv")]
ok(
    "18.04: three times +2, so a damaged ship under repair taken in movement never escapes; Patrol -2",
    PE == [2, 2, 2, -2] and 1 + sum(PE[:3]) > 6,
)
ok("20.01: rounds", [r["may_fire"] for r in read("battle_rounds.csv")] == ["BB BC PB", "BB BC PB CD CA CL", "all"])
SP = {r["source_of_supply"]: r["capacity"] for r in read("special_sources.csv")}
ok(
    "23.6: capacities of the special sources",
    (
        SP["Murmansk and rail hex 1027 together"],
        SP["Ladoga to 2727"],
        SP["Caspian cities"],
        SP["Iceland"],
        SP["Tripoli"],
        SP["Gibraltar"],
        SP["Syria, Lebanon, Palestine, Transjordan, Iraq, Kuwait"],
    )
    == (
        "6 corps",
        "9 corps",
        "9 corps",
        "8 defense factors",
        "4 defense factors",
        "4 defense factors",
        "6 defense factors",
    )
    and [SP[k].split()[0] for k in SP if "Norway" in k] == ["8", "6", "4"],
)
CO = {r["what"]: r["cost"] for r in read("costs.csv")}
ok(
    "8, 14, 18, 19, 23: costs",
    (
        CO["rail move"],
        CO["extended rail move"],
        CO["rail ferry"],
        CO["ship: all units"],
        CO["ship: evacuation mission"],
        CO["overrun from ZOC to ZOC"],
        CO["ship: damaged"],
    )
    == ("24", "48", "6", "7", "2", "2", "-2"),
)
ok(
    "3.4: leader and supply unit keep up with a panzer corps of 6 MP",
    CO["leader: movement allowance"] == CO["supply unit: movement allowance"] == "6",
)
