"""What has been run so far, in one file that is whole at any time."""
import json

from common.child import TOOK_LONGER
from common.store import write_whole


class Records:
    """{"machine", "command", "date", ..., "runs": [what runner.py made], "left_out": [names]}"""

    def __init__(self, path, about):
        self.path = path
        self.data = about | {"runs": [], "left_out": []}

    def add(self, record):
        self.data["runs"].append(record)
        self._save()

    def leave_out(self, name):
        self.data["left_out"].append(name)
        self._save()

    def _save(self):
        write_whole(self.path, json.dumps(self.data, indent=1) + "\n")


def of_step(data, step):
    return [record for record in data["runs"] if record["step"] == step]


def failed(records):
    return [record for record in records if "failure" in record]


def timed_out(record):
    return record.get("failure", "").startswith(TOOK_LONGER)
