"""What all figures share: their style, and files that are whole."""
import io

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402 (after the choice of the backend)

from .store import write_whole  # noqa: E402

plt.rcParams.update({
    "font.size": 9, "axes.titlesize": 9, "svg.hashsalt": "tangram", "axes.grid": True, "grid.alpha": 0.25,
    "axes.spines.top": False, "axes.spines.right": False,
})


def save(canvas, path):
    text = io.StringIO()
    canvas.savefig(text, metadata={"Date": None})
    plt.close(canvas)
    write_whole(path, text.getvalue())
