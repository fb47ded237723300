"""Full: mats, items, tokens and riddles as well."""

from __future__ import annotations

from companion.ui.shadowgate.base import CastlePlay


class Full(CastlePlay):
    """The Table tab while everything is followed."""
