"""Invented results of the campaign."""


def row(strategy, size=15360, seconds=1.0, gib=10.0, platform="sirocco", cpus=1, cost=0, repetition=1):
    return {
        "platform": platform, "cpus": cpus, "size": size, "strategy": strategy, "repetition": repetition,
        "scheduling_cost": cost, "seconds": seconds, "seconds_bound": 0.5, "gib": gib, "gib_bound": 8.0,
    }
