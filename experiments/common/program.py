"""How the programs of experiments/*.sh start and end."""
import signal
import sys

from .child import ChildFailed


def say(text):
    print(text, file=sys.stderr, flush=True)


def interrupt(*_):
    raise KeyboardInterrupt


def run_program(name, main):
    """Exits with main()'s status. SIGTERM is taken as Ctrl-C is."""
    signal.signal(signal.SIGTERM, interrupt)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        say("interrupted; finished runs are kept: the same command goes on")
        sys.exit(130)
    except (OSError, ChildFailed) as reason:
        say(f"{name}: error: {reason}")
        sys.exit(1)
