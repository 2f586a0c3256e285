"""Words of messages."""


def counted(number: int, one: str, many: str = "") -> str:
    """`1 file`, `2 files`; many: where it is not one + s."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def duration(seconds: float) -> str:
    """`42 s`, `3 min 07 s`, `5 h 12 min`, `2 d 03 h`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    if whole < 86400:
        return f"{whole // 3600} h {whole % 3600 // 60:02d} min"
    return f"{whole // 86400} d {whole % 86400 // 3600:02d} h"
