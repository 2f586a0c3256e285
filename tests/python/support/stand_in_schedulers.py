"""Stand-ins for SLURM and PBS: a job starts in the background, and the queue is a folder of states.

They understand what PSI/J asks of the real ones, no more. A job has nodes of its own, and so a
temporary folder. While there is a file `hold` in the folder, jobs wait."""

import os

SUBMIT = """#!/bin/bash
state={state}
[ -e "$state/refuse" ] && {{ echo "invalid partition specified" >&2; exit 1; }}
id=$(( $(cat "$state/last" 2>/dev/null || echo 100) + 1 ))
echo "$id" > "$state/last"
cp "$1" "$state/$id.job"
echo {waiting} > "$state/$id.state"
(
  while [ -e "$state/hold" ]; do sleep 0.1; done
  [ -e "$state/$id.cancelled" ] && {{ rm -f "$state/$id.state"; exit; }}
  echo R > "$state/$id.state"
  directory=$(sed -n 's/^#SBATCH --chdir="\\(.*\\)"/\\1/p' "$state/$id.job")
  export SLURM_JOB_ID=$id PBS_JOBID=$id TMPDIR=$(mktemp -d)
  cd "${{directory:-/}}" && bash "$state/$id.job"
  rm -f "$state/$id.state"
) < /dev/null > "$state/$id.out" 2>&1 &
echo "{said}$id"
"""
SQUEUE = """#!/bin/bash
state={state}
printf '%-20s%-20s%-20s\\n' JOBID ST REASON
for file in "$state"/*.state; do
  [ -e "$file" ] || continue
  printf '%-20s%-20s%-20s\\n' "$(basename "$file" .state)" "$(cat "$file")" None
done
"""
SCONTROL = """#!/bin/bash
uname -n
"""
QSTAT = """#!/bin/bash
state={state}
printf '{{"Jobs": {{'
for id in "${{@:5}}"; do
  now=$(cat "$state/$id.state" 2>/dev/null || echo F)
  printf '%s"%s": {{"job_state": "%s"}}' "$comma" "$id" "$now"
  comma=,
done
printf '}}}}\\n'
"""
COMMANDS = {
    "slurm": {"sbatch": SUBMIT, "squeue": SQUEUE, "scontrol": SCONTROL},
    "pbs": {"qsub": SUBMIT, "qstat": QSTAT},
}


class StandIn:
    """Of the scheduler with that name; `path` is the PATH with its commands first."""

    def __init__(self, name, folder):
        self.name = name
        self.state = folder / "state"
        self.state.mkdir()
        commands = folder / "bin"
        commands.mkdir()
        slurm = name == "slurm"
        words = {"waiting": "PD" if slurm else "Q", "said": "Submitted batch job " * slurm}
        for command, text in COMMANDS[name].items():
            (commands / command).write_text(text.format(state=self.state, **words))
            (commands / command).chmod(0o755)
        self.path = f"{commands}{os.pathsep}{os.environ['PATH']}"

    def hold(self):
        (self.state / "hold").touch()

    def release(self):
        (self.state / "hold").unlink()

    def refuse(self):
        (self.state / "refuse").touch()

    def take(self):
        (self.state / "refuse").unlink()

    def cancel(self):
        """All that wait: they never start, and the queue forgets them."""
        for file in self.state.glob("*.state"):
            (self.state / f"{file.stem}.cancelled").touch()
        self.release()

    def scripts(self):
        """What was handed over, as lines."""
        return [path.read_text().splitlines() for path in sorted(self.state.glob("*.job"))]
