"""Companion: follows a physical board game and answers, exactly and with the rule that says so."""
