"""The kernels of `lobatto accept` for Ramble."""

from ramble.appkit import *


class Lobatto(ExecutableApplication):
    """Lobatto: application kernels of an acceptance, with answers that are checked."""

    name = "lobatto"

    tags("acceptance", "mini-app")

    required_package("lobatto", package_manager="spack*")

    executable(
        "accept",
        "lobatto accept {kernel} {options} --seconds {seconds} "
        "--json {experiment_run_dir}/accept.json",
        use_mpi=True,
    )

    workload("accept", executables=["accept"])

    workload_variable("kernel", default="halo", description="A kernel", workloads=["accept"])
    workload_variable(
        "options",
        default="",
        description="Such as --size 64x64x64 --ranks-grid 2x2x2",
        workloads=["accept"],
    )
    workload_variable(
        "seconds", default="2", description="How long it is timed", workloads=["accept"]
    )

    figure_of_merit(
        "Rate",
        fom_regex=r"^\s+(?P<rate>[0-9.e+-]+) M .+s per second and rank",
        group_name="rate",
        units="million/s",
    )
    figure_of_merit(
        "Time of a pass",
        fom_regex=r"^\s+(?P<seconds>[0-9.e+-]+) s per pass",
        group_name="seconds",
        units="s",
    )

    success_criteria("answers", mode="string", match=r"^\s+right ", file="{log_file}")
    success_criteria("no wrong answer", mode="string", anti_match=r"^\s+WRONG ", file="{log_file}")
