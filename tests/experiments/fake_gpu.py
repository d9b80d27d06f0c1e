"""Stand-ins for the bundle's programs: they print what the real ones do, and fail or hang as they are told."""
import json
import os
import sys
import time


def make_bundle(folder):
    """A bundle whose programs are this file."""
    for name in ("tangram", "bench_cublas"):
        program = folder / "bin" / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f"#!/bin/sh\nexec '{sys.executable}' -B -S '{os.path.abspath(__file__)}' {name} \"$@\"\n")
        program.chmod(0o755)
    return folder


def option(arguments, name, fallback=None):
    return arguments[arguments.index(name) + 1] if name in arguments else fallback


def sizes(arguments):
    size = option(arguments, "--size", "2048")
    return [int(option(arguments, name, size)) for name in ("--m", "--n", "--k")]


def gemm_report(arguments):
    """As of `tangram gemm --json`; the first product of a process is slow."""
    m, n, k = sizes(arguments)
    with_cpus = os.environ.get("STARPU_NCPU") != "0"
    seconds = 2e-12 * m * n * k * (0.99 if with_cpus else 1)
    products = [seconds * 5] + [seconds] * (int(option(arguments, "--repeat", "1")) - 1)
    return {
        "m": m, "n": n, "k": k, "tile": int(option(arguments, "--tile", "auto").replace("auto", "1024")), "seconds": seconds, "seconds_total": seconds,
        "bytes_total": 8 * (m * k + k * n + m * n), "bytes_bound_taking_part": 8 * (m * k + k * n + m * n) / 1.02,
        "reductions": 3 if "redux" in option(arguments, "--sched", "") else 0, "verified": True,
        "repeats": [{"seconds": value, "seconds_total": value} for value in products],
    }


def cublas_report(arguments):
    """As of `bench_cublas --json`; blocks of 2048 are the best ones."""
    size, method = int(option(arguments, "--size")), option(arguments, "--method", "resident")
    block_dim = int(option(arguments, "--block-dim", "4096"))
    seconds = 2e-12 * size**3 * (0.95 if method == "resident" else 1.3 + abs(block_dim - 2048) * 1e-5)
    return {
        "method": method, "size": size, "precision": option(arguments, "--precision", "double"),
        "block_dim": block_dim if method == "xt" else None, "seconds": [seconds] * int(option(arguments, "--repeat", "3")),
        "seconds_median": seconds, "device": {"name": "Stand-in", "memory": 2**34}, "driver_version": "13.0",
        "runtime_version": "13.0", "math_settings": {}, "residual": 1e-18, "verified": True,
    }


def main(program, *arguments):
    """FAKE_FAIL, FAKE_HANG and FAKE_ABSENT: words of command lines."""
    line = " ".join([program, *arguments, *(f"{name}={value}" for name, value in os.environ.items())])

    def told(name):
        word = os.environ.get(name)
        return word and word in line.replace(f"{name}={word}", "")

    if told("FAKE_ABSENT"):
        print(f"{program}: error: there is no CUDA driver on this machine", file=sys.stderr)
        return 77
    if told("FAKE_HANG"):
        time.sleep(3600)
    if told("FAKE_FAIL"):
        print(f"{program}: error: the result is wrong: residual 1.0", file=sys.stderr)
        return 1
    print(f"{program}: warning: only a stand-in", file=sys.stderr)
    print(json.dumps(cublas_report(arguments) if program == "bench_cublas" else gemm_report(arguments)))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
