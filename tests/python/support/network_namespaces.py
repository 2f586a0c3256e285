"""Four machines on one: network namespaces, each joined to each by a cable of its own."""

import itertools
import os
import shutil
import subprocess
from pathlib import Path

NODES = range(1, 5)
NAMES = Path("/run/netns")


def run(command):
    subprocess.run(command.split(), check=True, capture_output=True, text=True)


def inside(name):
    """Words before a command that is to run in a namespace. Not `ip netns exec`, nor `ip -n`: they
    mount a new /sys, which fails in a changed root."""
    return f"nsenter --net={NAMES / name}"


def has_names():
    """Whether the folder that `ip netns` mounts on itself is there."""
    points = (line.split()[4] for line in Path("/proc/self/mountinfo").read_text().splitlines())
    return str(NAMES) in points


def delete(names, keep_folder):
    """Deletes the namespaces that are there, and what `ip netns` mounted unless that was there."""
    for name in names:
        subprocess.run(["ip", "netns", "del", name], capture_output=True)
    if not keep_folder and has_names() and not any(NAMES.iterdir()):
        subprocess.run(["umount", NAMES], capture_output=True)


class Machines:
    """Hosts n1 to n4 with the addresses 10.9.7.1 to 10.9.7.4; Open MPI starts programs on them."""

    def __init__(self, folder: Path):
        self.prefix = f"lob{os.getpid()}-"
        self.had_names = has_names()
        self.agent = folder / "agent.sh"
        # mpirun calls it with a host and a command, as it would call ssh.
        self.agent.write_text(
            "#!/bin/bash\n"
            "node=${1##*.}; shift\n"
            f"exec {inside(self.prefix + '$node')} unshare --uts "
            "bash -c \"hostname n$node; exec bash -c '$*'\"\n"
        )
        self.agent.chmod(0o755)

    def name(self, node):
        return f"{self.prefix}{node}"

    def build(self):
        for node in NODES:
            name = self.name(node)
            run(f"ip netns add {name}")
            run(f"{inside(name)} ip link set lo up")
            # The interface that has the address; its other end hangs loose.
            run(f"{inside(name)} ip link add d0 type veth peer name d1")
            run(f"{inside(name)} ip addr add 10.9.7.{node}/24 dev d0")
            run(f"{inside(name)} ip link set d0 up")
            run(f"{inside(name)} ip link set d1 up")
        for a, b in itertools.combinations(NODES, 2):
            one, two = self.name(a), self.name(b)
            run(f"ip link add v{b} netns {one} type veth peer name v{a} netns {two}")
            for here, there in ((a, b), (b, a)):
                to = f"10.9.7.{there}/32 dev v{there} src 10.9.7.{here}"
                run(f"{inside(self.name(here))} ip link set v{there} up")
                run(f"{inside(self.name(here))} ip route add {to}")

    def limit(self, a, b, rate):
        """What machine a sends to machine b; rate as tc writes it: 100mbit."""
        shape = f"root tbf rate {rate} burst 64kb latency 50ms"
        run(f"{inside(self.name(a))} tc qdisc add dev v{b} {shape}")

    def remove(self):
        delete(map(self.name, NODES), self.had_names)

    def mpirun(self, *command):
        """The words that start a rank on each machine, from the first one."""
        network = "10.9.7.0/24"
        hosts = ",".join(f"10.9.7.{node}" for node in NODES)
        words = [shutil.which("mpirun"), "--allow-run-as-root", "-n", "4", "--host", hosts]
        # More ranks than cores: those that wait let others work.
        words += ["--bind-to", "none", "--mca", "mpi_yield_when_idle", "1"]
        words += ["--mca", "plm_rsh_agent", self.agent, "--mca", "plm_rsh_no_tree_spawn", "1"]
        words += ["--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", network]
        words += ["--mca", "oob_tcp_if_include", network, *command]
        on_first = f"{inside(self.name(1))} unshare --uts bash -c".split()
        return [*on_first, 'hostname n1; exec "$@"', "mpirun", *map(str, words)]


def reason_to_skip():
    """Why there can be no such machines here; None where there can."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    for tool in ("ip", "tc", "nsenter", "unshare", "mpirun"):
        if shutil.which(tool) is None:
            return f"there is no {tool}"
    version = subprocess.run(["mpirun", "--version"], capture_output=True, text=True).stdout
    if "Open MPI" not in version:
        return "written for Open MPI's launcher"
    name, had_names = f"lob{os.getpid()}-probe", has_names()
    try:
        run(f"ip netns add {name}")
        run(f"{inside(name)} ip link add d0 type veth peer name d1")
        run(f"{inside(name)} tc qdisc add dev d0 root tbf rate 100mbit burst 64kb latency 50ms")
        run(f"{inside(name)} unshare --uts true")
    except subprocess.CalledProcessError as error:
        return f"{' '.join(error.cmd)}: {error.stderr.strip()}"
    finally:
        delete([name], had_names)
    return None
