"""NRRP in three dimensions (section 5.5)."""
from common.criteria import Check, Criteria

from ..strategies import BEST, PAPER, SOLID, allocation, label
from .ratios import more

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of


@finding("5.5", "3D-NRRP-Rounded-Static without redux gets worse when N increases, up to twice as slow at N >= 23040.",
         "at least half as long again as NRRP-Rounded-Static at the largest size, and more than at the smallest")
def solid_static_is_slow(summary):
    scene = summary.scene("sirocco")
    ratios = {size: scene.time("3d-nrrp-rounded-static", size) / scene.time("nrrp-rounded-static", size)
              for size in scene.sizes}
    if len(ratios) > 1 and scene.sizes[-1] >= 23040:
        said = ", ".join(f"{size}: {ratio:.2f} times" for size, ratio in ratios.items())
        yield Check(ratios[scene.sizes[-1]] >= max(1.5, ratios[scene.sizes[0]]), said)


@finding("5.5", "3D-NRRP-Rounded-Redux moves more than NRRP-Rounded, both Static: up to +25% at N >= 23040.",
         "at least 10% more at 23040 and 30720")
def redux_costs_traffic(summary):
    scene = summary.scene("sirocco")
    for size in [size for size in scene.sizes if size >= 23040]:
        redux, flat = (scene.traffic(f"{name}-static", size) for name in ("3d-nrrp-rounded-redux", "nrrp-rounded"))
        yield Check(redux >= 1.1 * flat, f"{size}: {more(redux, flat)}")


@finding("5.5", "With redux or stealing, 3D-NRRP-Rounded obtains a reasonable time.",
         "at most 20% longer than NRRP-Rounded-EffectiveSteal")
def solid_can_be_reasonable(summary):
    scene = summary.scene("sirocco")
    chosen = ["3d-nrrp-rounded-effective-steal", "3d-nrrp-rounded-redux-static", "3d-nrrp-rounded-redux-effective-steal"]
    for size in scene.sizes:
        time = scene.time(BEST, size)
        said = ", ".join(f"{label(name)} {more(scene.time(name, size), time)}" for name in chosen)
        yield Check(all(scene.time(name, size) <= 1.2 * time for name in chosen), f"{size}: {said}")


@finding("5.5", "The 3D approach is disappointing with 5 memory nodes.",
         "no 3D strategy beats NRRP-Rounded-EffectiveSteal in time and traffic at once")
def solid_is_disappointing(summary):
    scene = summary.scene("sirocco")
    for size in scene.sizes:
        names = [name for name in PAPER if allocation(name) in SOLID]
        better = [
            name
            for name in names
            if scene.time(name, size) < scene.time(BEST, size) and scene.traffic(name, size) < scene.traffic(BEST, size)
        ]
        said = ", ".join(
            f"{label(name)} time {more(scene.time(name, size), scene.time(BEST, size))}, "
            f"traffic {more(scene.traffic(name, size), scene.traffic(BEST, size))}"
            for name in better
        )
        yield Check(not better, f"{size}: {said or 'none does'}")
