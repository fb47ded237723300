"""The engine: contract, journal, store and tables. It knows no game."""
