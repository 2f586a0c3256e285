"""The commands of `lobatto` that are tools for machines."""

from lobatto_machine.acceptance.cli import acceptance
from lobatto_machine.watch.cli import watch

COMMANDS = (acceptance, watch)
