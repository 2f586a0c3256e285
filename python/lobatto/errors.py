"""What a user can mend."""


class LobattoError(Exception):
    """A message that says what was found, where, and what was expected."""
