"""Messages of the solver, which speak of its command line, in the words of a script."""

import re

REPLACEMENTS = (
    (r"^--set ([^\s=]+)=(.*?)(?=: )", r'set["\1"] = \2'),
    (r"for example --out '([^']*)'", r'for example out="\1", or out="new" for the next free one'),
    (r"for example --out ([^\s,]+)", r'for example out="\1", or out="new" for the next free one'),
    (r"--restart --from (\S+)", r"restart_from=\1"),
    (r"lobatto run \.\.\. --restart", "restart=True"),
    (r"\(--out\)", "(out)"),
    (r"\(--restart\)", "(restart=True)"),
    (r"--restart\b", "restart=True"),
    (r"--from\b", "restart_from"),
    (r"--(out|set|progress)\b", r"\1"),
)


def in_python(message: str) -> str:
    """The message with arguments of Simulation in place of options."""
    for option, argument in REPLACEMENTS:
        message = re.sub(option, argument, message, flags=re.MULTILINE)
    return message
