"""Numbers as people read them."""

import math

ABSENT = "-"
PREFIXES = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))


def number(value: float | None, digits: int = 3) -> str:
    """Significant digits, without an exponent between 1e-4 and 1e7; ABSENT for None and NaN."""
    if value is None or not math.isfinite(value):
        return ABSENT
    if value == 0:
        return "0"
    if not 1e-4 <= abs(value) < 1e7:
        return f"{value:.{digits - 1}e}"
    decimals = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    return f"{value:,.{decimals}f}"


def short(value: float, digits: int = 3) -> str:
    """Significant digits without zeros at the end: 5, 6.28."""
    return f"{value:.{digits}g}"


def whole(value: float) -> str:
    """Rounded, with commas between thousands."""
    return f"{round(value):,}"


def percent(share: float | None) -> str:
    """Of 1; two digits where there would be one."""
    if share is None or not math.isfinite(share):
        return ABSENT
    return f"{100 * share:.1f}" if abs(share) < 0.0995 else f"{100 * share:.0f}"


def percent_sign(share: float) -> str:
    """A share of 1 as percent, with the sign."""
    return f"{percent(share)} %"


def efficiency(value: float | None) -> str:
    """Of 1, with three decimals; ABSENT for None."""
    return ABSENT if value is None else f"{value:.3f}"


def seconds(value: float) -> str:
    """With a unit that suits."""
    for scale, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if value >= scale:
            return f"{number(value / scale)} {unit}"
    return f"{number(value / 1e-9)} ns"


def prefixed(value: float, unit: str = "") -> str:
    """1.23 M, 10 kB: the unit directly after the prefix."""
    for scale, prefix in PREFIXES:
        if abs(value) >= 0.9995 * scale:
            return f"{short(value / scale)} {prefix}{unit}"
    return f"{short(value)} {unit}".rstrip()


def size(n_bytes: float) -> str:
    """A power of two as sizes of messages are written: 512 B, 4 KiB."""
    for scale, unit in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if n_bytes >= scale:
            return f"{short(n_bytes / scale)} {unit}"
    return f"{n_bytes:.0f} B"
