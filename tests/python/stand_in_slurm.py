"""A stand-in for SLURM: sbatch starts a job in the background, squeue lists those that go on.

It understands what PSI/J asks of the real one, no more. Jobs that are told to wait, by a file
`hold` in its folder, are pending until that file is gone."""

import os

SBATCH = """#!/bin/bash
state={state}
id=$(( $(cat "$state/last" 2>/dev/null || echo 100) + 1 ))
echo "$id" > "$state/last"
[ -e "$state/refuse" ] && {{ echo "sbatch: error: invalid partition specified" >&2; exit 1; }}
cp "$1" "$state/$id.job"
echo PD > "$state/$id.state"
(
  while [ -e "$state/hold" ]; do sleep 0.1; done
  [ -e "$state/$id.cancelled" ] && {{ rm -f "$state/$id.state"; exit; }}
  echo R > "$state/$id.state"
  directory=$(sed -n 's/^#SBATCH --chdir="\\(.*\\)"/\\1/p' "$1")
  cd "$directory" && SLURM_JOB_ID=$id bash "$state/$id.job"
  rm -f "$state/$id.state"
) < /dev/null > "$state/$id.out" 2>&1 &
echo "Submitted batch job $id"
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


class StandInSlurm:
    """commands: the folder that belongs on the PATH."""

    def __init__(self, folder):
        self.state = folder / "slurm"
        self.commands = folder / "bin"
        self.state.mkdir()
        self.commands.mkdir()
        scripts = {"sbatch": SBATCH, "squeue": SQUEUE, "scontrol": SCONTROL}
        for name, text in scripts.items():
            path = self.commands / name
            path.write_text(text.format(state=self.state))
            path.chmod(0o755)

    @property
    def path(self):
        return f"{self.commands}{os.pathsep}{os.environ['PATH']}"

    def hold(self):
        (self.state / "hold").touch()

    def release(self):
        (self.state / "hold").unlink()

    def refuse(self):
        (self.state / "refuse").touch()

    def cancel(self):
        """All that wait: they never start, and the queue forgets them."""
        for file in self.state.glob("*.state"):
            (self.state / f"{file.stem}.cancelled").touch()
        self.release()

    def scripts(self):
        return [path.read_text() for path in sorted(self.state.glob("*.job"))]
