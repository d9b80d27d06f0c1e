"""What a report says of the machines that it simulates."""

RECORDED = """## The simulated machine
SimGrid with the models of sirocco and mirage that StarPU comes with. They have no GEMM of one tile by one tile: a product takes
what the update in StarPU's LU example takes (`starpu_dlu_lu_model_22`), which is that GEMM. A CPU worker is a socket: on sirocco ten
cores, in a tenth of the time that the model has for one. So the bound of the work is that of this model, and not of the kernels of
Eyraud-Dubois and Lambert (2018): at N = 30720 it is 12.59 s, where they measured 12.5 s. Simulated seconds compare with each other.
"""

SYNTHETIC = """## The simulated machine
SimGrid with made-up machines: a GPU computes with its nominal speed, whatever the size and the shape of a tile, and a link carries
its nominal bytes per second. So the bound of the work is the number of operations divided by the sum of these speeds. Simulated
seconds compare with each other.
"""
