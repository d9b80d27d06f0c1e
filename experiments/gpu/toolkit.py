"""The node's CUDA libraries: those that the loader does not find by itself, and where they are."""
import ctypes
import os
import re
import shutil
import site
import subprocess
import sys
from pathlib import Path

from common.child import users_environment

DRIVER = "libcuda.so.1"


class NotHere(Exception):
    """One line: what this machine lacks."""


def folders():
    """Where CUDA's libraries may be: toolkits, the driver's mount in containers, Python's packages."""
    homes = [Path(os.environ[name]) for name in ("CUDA_HOME", "CUDA_PATH") if os.environ.get(name)]
    if compiler := shutil.which("nvcc"):
        homes.append(Path(compiler).resolve().parents[1])
    homes += [Path("/usr/local/cuda"), *sorted(Path("/usr/local").glob("cuda-*"), reverse=True)]
    toolkits = [home / name for home in homes for name in ("lib64", "lib", "targets/x86_64-linux/lib")]
    packages = [Path(folder) for folder in [*site.getsitepackages(), *sys.path] if folder]
    wheels = [library for folder in packages for library in sorted(folder.glob("nvidia/*/lib"))]
    return [*toolkits, Path("/usr/local/nvidia/lib64"), Path("/usr/local/nvidia/lib"), *wheels]


def not_found(program, library_path):
    """Names of the libraries that the loader misses when it starts the program."""
    environment = users_environment() | {"LD_TRACE_LOADED_OBJECTS": "1", "LD_LIBRARY_PATH": library_path}
    loaded = subprocess.run([program], env=environment, capture_output=True, text=True, check=False)
    if "version `" in loaded.stderr:
        raise NotHere(f"{program.name} does not run here: {loaded.stderr.strip().splitlines()[0]}")
    return re.findall(r"^\s*(\S+) => not found", loaded.stdout, re.MULTILINE)


def has_driver():
    try:
        ctypes.CDLL(DRIVER)
    except OSError:
        return False
    return True


def library_path(programs, searched=None):
    """LD_LIBRARY_PATH with which the programs find all that they load. Raises NotHere where something is missing."""
    searched = folders() if searched is None else searched
    path = [folder for folder in os.environ.get("LD_LIBRARY_PATH", "").split(":") if folder]
    wanted = [] if has_driver() else [DRIVER]  # no program is linked with it
    while True:
        text = ":".join(path)
        missing = sorted({name for program in programs for name in not_found(program, text)})
        found = [next((str(folder) for folder in searched if (folder / name).exists()), None)
                 for name in wanted + missing]
        new = [folder for folder in dict.fromkeys(found) if folder and folder not in path]
        if not new and missing:
            raise NotHere(f"libraries are not found here: {', '.join(missing)} (neither by the loader nor, as CUDA's may be, "
                          "in CUDA_HOME, beside nvcc, in /usr/local/cuda* or in Python's packages)")
        if not new:
            return text
        path += new
        wanted = []
