"""Pebbles: a tiny game for tests of the engine."""
