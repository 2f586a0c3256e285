"""Words of messages."""


def counted(number: int, one: str, many: str = "") -> str:
    """`1 file`, `2 files`; many: where it is not one + s."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
