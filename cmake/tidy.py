#!/usr/bin/env python3
"""clang-tidy for run-clang-tidy, but a source that was clean before is not checked again.

    tidy.py CLANG_TIDY_ARGUMENT... FILE

What was clean is remembered by a digest of all that clang-tidy sees: the source and what it includes, its compilation
command, the configuration, the arguments and the version. Only clean sources are remembered, so every finding is made
again. Digests are in the cache folder (TANGRAM_CACHE, XDG_CACHE_HOME) and name no checkout: clones share them.
"""
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPILER = re.compile(r"(g\+\+|gcc|c\+\+|cc|clang\+\+|clang)(-[0-9]+)?")


def cache():
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(os.environ.get("TANGRAM_CACHE") or home / "tangram") / "tidy"


def listing(command):
    """The compilation command without a launcher before the compiler, to list the files that it reads."""
    words = shlex.split(command)
    compiler = next(i for i, word in enumerate(words) if COMPILER.fullmatch(Path(word).name))
    words = words[compiler:]
    output = words.index("-o")
    del words[output : output + 2]
    return [*words, "-M"]


def files_of(entry):
    """What an entry of compile_commands.json compiles, and all that this includes; nothing if it does not compile."""
    listed = subprocess.run(listing(entry["command"]), cwd=entry["directory"], capture_output=True, text=True, check=False)
    rule = listed.stdout.replace("\\\n", " ").partition(":")[2]
    return [Path(entry["directory"], name) for name in rule.split()] if listed.returncode == 0 else []


def digest(tidy, arguments):
    """Of what clang-tidy sees, or nothing if that is not known."""
    file = str(Path(arguments[-1]).resolve())
    build = Path(next(word for word in arguments if word.startswith("-p=")).removeprefix("-p="))
    entries = [entry for entry in json.loads((build / "compile_commands.json").read_text()) if entry["file"] == file]
    seen = hashlib.sha256(subprocess.check_output([tidy, "--version"]))
    for folder in [folder for folder in Path(file).parents if folder.is_relative_to(ROOT)]:
        if (folder / ".clang-tidy").exists():
            seen.update((folder / ".clang-tidy").read_bytes())
    for word in [word for word in arguments[:-1] if not word.startswith("-p=")] + [entry["command"] for entry in entries]:
        seen.update(word.replace(str(ROOT), "").encode())
    files = [files_of(entry) for entry in entries]
    for path in [path for some in files for path in some]:
        seen.update(path.read_bytes().replace(str(ROOT).encode(), b""))  # which batches name
    return seen.hexdigest() if files and all(files) else None


def main():
    tidy = os.environ.get("CLANG_TIDY", "clang-tidy")
    arguments = sys.argv[1:]
    is_check = any(word.startswith("-p=") for word in arguments) and not arguments[-1].startswith("-")
    key = digest(tidy, arguments) if is_check else None
    if key and (cache() / key).exists():
        return 0
    status = subprocess.run([tidy, *arguments], check=False).returncode
    if key and status == 0:
        cache().mkdir(parents=True, exist_ok=True)
        (cache() / key).touch()
    return status


if __name__ == "__main__":
    sys.exit(main())
