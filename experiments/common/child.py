"""A program as a function: arguments in, what it reports as JSON out."""
import json
import os
import re
import subprocess
import tempfile
import threading
from contextlib import suppress

LONGEST_SECONDS = 3600  # a run that takes longer hangs
TOOK_LONGER = "took longer than"  # so begins the reason then


class ChildFailed(Exception):
    """One line: why there is no report. status: the program's exit status; None without one."""

    def __init__(self, reason, status=None):
        super().__init__(reason)
        self.status = status


class Children:
    """The processes that run now, so that an interrupt can end them."""

    def __init__(self, patience=lambda: 10):
        """patience(): seconds in which a process that was killed is waited for: a driver may not let it go at once."""
        self.patience = patience
        self.lock = threading.Lock()
        self.running = set()
        self.stopped = False

    def run(self, command, environment, text="", longest=LONGEST_SECONDS):
        """(exit status, stdout, stderr) of the command, which reads the text and is killed after the longest seconds.
        What it leaves in TMPDIR is removed."""
        with tempfile.TemporaryDirectory(prefix="tangram-experiment-") as folder:
            return self._run(command, environment | {"TMPDIR": folder}, text, longest)

    def _run(self, command, environment, text, longest):
        with self.lock:
            if self.stopped:
                raise ChildFailed("interrupted")
            child = subprocess.Popen(
                command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            self.running.add(child)
        try:
            out, error = child.communicate(text.encode(), timeout=longest)
        except subprocess.TimeoutExpired:
            child.kill()
            with suppress(subprocess.TimeoutExpired):
                child.wait(timeout=max(0, self.patience()))
            for pipe in (child.stdin, child.stdout, child.stderr):  # what it started may hold them
                with suppress(OSError):
                    pipe.close()
            raise ChildFailed(f"{TOOK_LONGER} {longest:.0f} s") from None
        except BaseException:  # an interrupt of the thread that waits
            child.kill()
            raise
        finally:
            with self.lock:
                self.running.discard(child)
        return child.returncode, out, error.decode(errors="replace")

    def stop(self):
        with self.lock:
            self.stopped = True
            for child in self.running:
                child.kill()


def without_folders(text):
    """File names alone: folders are those of the machine that built the program."""
    return re.sub(r"(?<![\w.])/(?:[^/\s:]+/)+", "", text)


def users_environment():
    """Without StarPU's and Tangram's settings: experiments have their own."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("STARPU_", "TANGRAM_"))}


def reported(status, out, error):
    """(what a program reports as JSON, its lines on stderr), of how it ended."""
    lines = [without_folders(line.strip()) for line in error.splitlines() if line.strip()]
    if status != 0:
        reason = next((line for line in lines if "error" in line.lower() or "CRITICAL" in line), (lines or [""])[-1])
        raise ChildFailed(f"exit status {status}: {reason}", status)
    try:
        return json.loads(out), lines
    except ValueError as reason:
        raise ChildFailed(f"its report cannot be read: {reason}") from None


def answer(command, children, settings=None, text="", longest=LONGEST_SECONDS):
    """What the command reports if it is asked for JSON, with these settings besides the user's environment."""
    return reported(*children.run([*command, "--json", "-"], users_environment() | (settings or {}), text, longest))


def figures(*arguments, **options):
    """The report of an answer."""
    return answer(*arguments, **options)[0]
