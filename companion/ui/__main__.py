"""Run a server in a process of its own; tests and `start_server()` do."""

from companion.ui.server import main

main()
