"""What was asked for, with the defaults of the complete campaign or of the quick one."""
import argparse

from common.arguments import parser

from . import plan, strategies

FULL = {"platforms": plan.PLATFORMS, "sizes": plan.SIZES, "repetitions": plan.REPETITIONS,
        "modes": plan.MODES,
        "strategies": strategies.PAPER + strategies.STARPU + strategies.BEYOND + strategies.AFFINITY}
QUICK = FULL | {"sizes": plan.QUICK_SIZES, "repetitions": plan.QUICK_REPETITIONS, "strategies": plan.QUICK_STRATEGIES}


def names(text):
    return list(dict.fromkeys(filter(None, text.split(","))))


def positive(text):
    if int(text) < 1:
        raise ValueError(text)
    return int(text)


def sizes(text):
    return sorted({positive(size) for size in names(text)})


def platforms(text):
    if unknown := set(names(text)) - set(plan.PLATFORMS):
        raise argparse.ArgumentTypeError(f"unknown platform {', '.join(sorted(unknown))}")
    return names(text)


def modes(text):
    if unknown := set(names(text)) - set(plan.MODES):
        raise argparse.ArgumentTypeError(f"unknown mode {', '.join(sorted(unknown))}")
    return names(text)


def options():
    """Of the command line; experiments/reproduce.sh --help says what they mean."""
    arguments = parser("reproduce.sh")
    arguments.add_argument("--quick", action="store_true")
    arguments.add_argument("--platforms", type=platforms)
    arguments.add_argument("--sizes", type=sizes)
    arguments.add_argument("--strategies", type=names)
    arguments.add_argument("--repetitions", type=positive)
    arguments.add_argument("--modes", type=modes)
    chosen = arguments.parse_args()
    for name, value in (QUICK if chosen.quick else FULL).items():
        if not getattr(chosen, name):
            setattr(chosen, name, value)
    if chosen.modes == [plan.PAPER] and not set(chosen.strategies) & set(strategies.PAPER):
        arguments.error("none of these strategies is the paper's: with --modes paper nothing would run")
    return chosen


def command(chosen):
    """What reproduces the figures, without folders and the like."""
    words = ["experiments/reproduce.sh"] + (["--quick"] if chosen.quick else [])
    for name, default in (QUICK if chosen.quick else FULL).items():
        value = getattr(chosen, name)
        if value != default:
            words += [f"--{name}", ",".join(map(str, value)) if isinstance(value, list) else str(value)]
    return " ".join(words)
