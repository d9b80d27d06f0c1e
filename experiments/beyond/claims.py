"""What the page says of the figures, each statement checked against them."""
from dataclasses import dataclass
from itertools import product

from .plan import C_FACTORS, CUBE, DEEP, FLAT, GPUS, LINKS, PAPER, SHAPES, SOLID, SWEEP, SWEPT_GPUS, WITHOUT_REDUX, Links
from .results import MARGIN, Scene, bandwidth_to_hide, begins_to_win, planned_ratios
from .volumes import GPU_TO_GPU, THROUGH_RAM

OWN, OWN_P2P, BUS, BUS_P2P = LINKS
MOST = GPUS[-1]
ROUNDING = 1e-3


@dataclass(frozen=True)
class Claim:
    text: str
    holds: bool

    def __str__(self):
        return self.text if self.holds else f"**Not so in these runs:** {self.text}"


def first(ratios):
    gpus = begins_to_win(ratios)
    return "nowhere" if gpus is None else f"from {gpus} GPUs on"


def saved(ratio):
    return f"{100 * (1 - ratio):.0f}%"


def longer(ratio):
    return f"{100 * (ratio - 1):.0f}%"


def planned_claims(plans):
    cube, deep = plans[CUBE, False], plans[DEEP, False]
    direct, direct2 = (planned_ratios(cube, GPU_TO_GPU, c) for c in C_FACTORS)
    staged, staged2 = (planned_ratios(cube, THROUGH_RAM, c) for c in C_FACTORS)
    deep1, deep2 = (planned_ratios(deep, THROUGH_RAM, c) for c in C_FACTORS)
    most = max(cube)
    return [
        Claim(
            f"Planned, cubes, where sums are copied from GPU to GPU: factor 1 is the true cost, and 3D moves less "
            f"{first(direct)}: {saved(direct[MOST])} at {MOST}, {saved(direct[most])} at {most}. Plans with factor 2 "
            f"are ahead later, {first(direct2)}, and never move less than those with 1.",
            all(direct[gpus] <= direct2[gpus] + ROUNDING for gpus in cube)),
        Claim(
            f"Planned, cubes, where sums go through RAM: with factor 1 3D moves up to {longer(max(staged.values()))} "
            f"more than 2D, and less {first(staged)}. With factor 2, the true cost there, it is never behind, as it "
            f"stays flat where that is better, and ahead {first(staged2)}: {saved(staged2[MOST])} at {MOST}, "
            f"{saved(staged2[most])} at {most}.",
            max(staged2.values()) <= 1 + ROUNDING and max(staged.values()) > 1 + MARGIN),
        Claim(
            f"Planned, four times as deep: 3D is ahead from {min(deep)} GPUs on even through RAM, at {MOST} by "
            f"{saved(deep1[MOST])} with factor 1 and {saved(deep2[MOST])} with factor 2.",
            begins_to_win(deep1) == begins_to_win(deep2) == min(deep) and deep2[MOST] < deep1[MOST]),
    ]


def traffic_claims(rows):
    direct = Scene(rows, CUBE, OWN_P2P).ratios("moved", 1)
    staged, staged2 = (Scene(rows, CUBE, BUS, allocation_cost=False).ratios("moved", c) for c in C_FACTORS)
    deep = Scene(rows, DEEP, BUS).ratios("moved", 2)
    cube = Scene(rows, CUBE, BUS)
    alone, flat = cube.best("moved", MOST, [WITHOUT_REDUX]), cube.best("moved", MOST, FLAT)
    return [
        Claim(
            f"Simulated, cubes: 3D moves less {first(direct)} where GPUs copy to each other ({saved(direct[MOST])} at "
            f"{MOST}, factor 1). Through RAM it moves up to {longer(max(staged.values()))} more with factor 1, and at "
            f"most {longer(max(staged2.values()))} more with factor 2 (memory free).",
            begins_to_win(direct) is not None and max(staged2.values()) < 1 + MARGIN < max(staged.values())),
        Claim(
            f"Simulated, four times as deep, one bus: {saved(deep[MOST])} less at {MOST} GPUs with factor 2.",
            deep[MOST] < 1 - MARGIN),
        Claim(
            f"Without reductions tiles of C move between devices: {alone:.0f} times C's size is moved where 2D moves {flat:.0f} "
            f"({MOST} GPUs, cube).", alone > 2 * flat),
    ]


def cube_time_claims(rows):
    ratios = [Scene(rows, CUBE, links, allocation_cost=cost).ratios("seconds", c)
              for links in LINKS for c in C_FACTORS for cost in (True, False)]
    fast = Scene(rows, CUBE, OWN_P2P, allocation_cost=False)
    over = fast.best("seconds", MOST, FLAT) / fast.best("seconds_bound", MOST, FLAT)
    behind = fast.ratio("seconds", MOST, 1)
    bus = Scene(rows, CUBE, BUS_P2P, allocation_cost=False)
    flat, solid = bus.best("moved_ram", MOST, FLAT), bus.best("moved_ram", MOST, SOLID)
    return [
        Claim(
            f"Time, cubes of equal GPUs: 3D wins with no kind of links. The least of all ratios is "
            f"{min(min(found.values()) for found in ratios):.2f}.",
            all(begins_to_win(found) is None for found in ratios)),
        Claim(
            f"Why, where links keep up: 2D takes only {longer(over)} more than the work does ({MOST} GPUs, "
            f"{OWN_P2P.label}, memory free), and 3D's sums come last, when nothing hides them: {longer(behind)} more "
            f"than 2D.", 1 < behind and over < 1.1),
        Claim(
            f"Why, on one bus with copies between GPUs: these are what 3D saves, but not what one waits for. "
            f"{flat:.1f} times C's size crosses the bus in 2D, {solid:.1f} in 3D (3 would be A, B and C once).",
            solid >= flat),
    ]


def deep_time_claim(rows):
    one, two = (Scene(rows, DEEP, BUS).ratios("seconds", c) for c in C_FACTORS)
    direct = Scene(rows, DEEP, OWN_P2P).ratios("seconds", 2)
    return Claim(
        f"Time, four times as deep: on one bus 3D wins {first(one)} with factor 1 and {first(two)} with factor 2, and "
        f"takes {saved(one[MOST])} and {saved(two[MOST])} less at {MOST}; with {OWN_P2P.label} and factor 2 it wins "
        f"{first(direct)}, with {saved(direct[MOST])} less at {MOST}.",
        None not in (begins_to_win(two), begins_to_win(direct)) and two[MOST] < one[MOST])


def memory_claim(rows):
    gpus = 8
    timed, free = (Scene(rows, CUBE, OWN, allocation_cost=cost) for cost in (True, False))
    before, after = (scene.best("seconds", gpus, SOLID[:1]) for scene in (timed, free))
    return Claim(
        f"Memory: an auxiliary tile that goes through RAM needs a page-locked buffer there, which takes 0.65 ms per "
        f"MiB in StarPU's simulation, of the thread that drives the GPU. It makes {before:.2f} s of "
        f"{after:.2f} s ({gpus} GPUs with links of their own, `{SOLID[0]}`, factor 1; 2D: "
        f"{timed.best('seconds', gpus, FLAT):.2f} s).", before > 1.3 * after)


def swept(rows, shape, p2p, c_factor):
    """{GB/s of the bus: 3D's time by 2D's}"""
    found = {host: Scene(rows, shape, Links(host, p2p), allocation_cost=False)
             .ratio("seconds", SWEPT_GPUS, c_factor) for host in SWEEP}
    return {host: ratio for host, ratio in found.items() if ratio is not None}


def cube_sweep(rows):
    """{(GB/s of the bus, whether GPUs copy to each other): the lesser of both factors' ratios}"""
    least = {}
    for p2p, c_factor in product((False, True), C_FACTORS):
        for host, ratio in swept(rows, CUBE, p2p, c_factor).items():
            least[host, p2p] = min(ratio, least.get((host, p2p), ratio))
    return least


def listed(numbers):
    """6, 12 and 24"""
    words = [str(number) for number in numbers]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def bus_speed_claims(rows):
    deep = swept(rows, DEEP, False, 2)
    wins = [host for host in deep if deep[host] <= 1 - MARGIN]
    fastest, need = max(wins, default=0), bandwidth_to_hide(rows, DEEP)
    cubes = cube_sweep(rows)
    staged = [ratio for (_, p2p), ratio in cubes.items() if not p2p]
    ahead = sorted({host for (host, p2p), ratio in cubes.items() if p2p and ratio <= 1 - MARGIN})
    where = f"only at {listed(ahead)} GB/s" if ahead else "nowhere"
    return [
        Claim(
            f"Speed of the bus, four times as deep ({SWEPT_GPUS} GPUs, through RAM, factor 2, memory free): 3D is "
            f"faster up to {fastest} GB/s, {fastest / need:.2f} of the {need:.0f} GB/s at which what 2D moves takes "
            f"as long as the work; faster buses leave nothing to win.",
            0 < len(wins) < len(deep) and wins == sorted(deep)[:len(wins)]),
        Claim(
            f"Speed of the bus, cubes: through RAM 3D is faster at none of {min(SWEEP)} to {max(SWEEP)} GB/s, with either "
            f"factor (least ratio {min(staged):.2f}): it can only gain what it moves less there. With copies between "
            f"GPUs it is ahead by more than {saved(1 - MARGIN)} {where} (least ratio {min(cubes.values()):.2f}).",
            min(staged) > 1 - MARGIN and len(ahead) < len(SWEEP)),
    ]


def mixed_claim(rows):
    times = {(links, c): Scene(rows, CUBE, links, mixed=True).ratio("seconds", MOST, c)
             for links in LINKS for c in C_FACTORS}
    links, factor = best = min(times, key=times.get)
    moved = Scene(rows, CUBE, links, mixed=True).ratio("moved", MOST, factor)
    return Claim(
        f"Mixed generations, cubes, {MOST} GPUs: at its best ({links.label}, factor {factor}) 3D moves {saved(moved)} "
        f"less and takes {saved(times[best])} less time.", times[best] < 1 - MARGIN)


def papers_claim(rows):
    """Of Eyraud-Dubois and Lambert's strategies in their mode, wherever memory is allocated and on any links."""
    scenes = {(shape, links, cost): Scene(rows, shape, links, allocation_cost=cost, mode=PAPER)
              for shape, links, cost in product(SHAPES, LINKS, (True, False))}
    least = {shape: min(scene.ratio("seconds", gpus, 1) for (of, _, _), scene in scenes.items() if of == shape for gpus in GPUS)
             for shape in SHAPES}
    wins = {shape: sum(begins_to_win(scene.ratios("seconds", 1)) is not None
                       for (of, _, _), scene in scenes.items() if of == shape) for shape in SHAPES}
    kinds = len(scenes) // len(SHAPES)
    return Claim(
        f"Time: for cubes 3D wins in {wins[CUBE]} of {kinds} cases (links, memory free or not), with a ratio of "
        f"{least[CUBE]:.2f} at best, four times as deep in {wins[DEEP]}, with {least[DEEP]:.2f}.",
        wins[CUBE] <= wins[DEEP] and least[DEEP] <= least[CUBE])


def claims(rows, plans):
    return [*planned_claims(plans), *traffic_claims(rows), *cube_time_claims(rows),
            deep_time_claim(rows), memory_claim(rows), *bus_speed_claims(rows), mixed_claim(rows)]


def in_short(rows, plans):
    """The answer; it holds if the claims do that it sums up."""
    summed_up = [*planned_claims(plans)[:2], traffic_claims(rows)[0], *cube_time_claims(rows), deep_time_claim(rows),
                 *bus_speed_claims(rows)]
    cube = plans[CUBE, False]
    direct, staged = planned_ratios(cube, GPU_TO_GPU, 1), begins_to_win(planned_ratios(cube, THROUGH_RAM, 2))
    deep = begins_to_win(Scene(rows, DEEP, BUS).ratios("seconds", 2))
    return Claim(
        f"In short: where GPUs copy to each other and C counts once, 3D moves less {first(direct)} in the plans, and "
        f"{first(Scene(rows, CUBE, OWN_P2P).ratios('moved', 1))} in simulation. Where sums go through RAM they cost "
        f"two copies; it takes the C-axis factor 2 to know that, and {staged} GPUs for the plans to gain by "
        f"it, but with this factor 3D at least moves no more than 2D. Less traffic is less time only where a link "
        f"is the bottleneck, and that link must be the one that is relieved: for cubes 3D wins on no simulated node of "
        f"up to {MOST} equal GPUs with these links, and by {saved(min(cube_sweep(rows).values()))} at best where "
        f"the speed of a bus varies, as either the work hides the traffic or the bus carries as much as in 2D. Where "
        f"products are four times as deep as C is wide and all share a slow bus, it wins by far, from {deep} GPUs on.",
        all(claim.holds for claim in summed_up) and None not in (staged, deep))
