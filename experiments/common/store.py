"""Finished runs as files, one for each; rows of figures as a table."""
import csv
import io
import json
import os
from datetime import datetime, timezone


def write_whole(path, text):
    """The file has all of the text or does not exist."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        partial.write_text(text)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


class Store:
    """FOLDER/<run's name>.json, each with the command and the build of the simulator that made it."""

    def __init__(self, folder, build):
        self.folder = folder
        self.build = build

    def _path(self, run):
        return self.folder / f"{run.name}.json"

    def _made_by(self, run):
        return {"arguments": run.arguments, "environment": run.environment, "build": self.build}

    def save(self, run, result):
        now = datetime.now(timezone.utc).isoformat(timespec="seconds")
        write_whole(self._path(run), json.dumps(self._made_by(run) | {"finished": now} | result))

    def load(self, run):
        """What was saved; None if nothing was, or another command or build made it."""
        try:
            record = json.loads(self._path(run).read_text())
        except (FileNotFoundError, ValueError):
            return None
        return record if isinstance(record, dict) and record == record | self._made_by(run) else None


def write_csv(path, rows, columns):
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_whole(path, text.getvalue())
