"""Starts the OpenHands app server of the package `openhands-ai`, with its process sandbox.

No file of the package is changed. What follows is put right from outside, because the process
sandbox of 1.11.0 is made for one conversation at a time on a developer's machine. README.md beside
this file names every such shim.

Environment: LIVE_PORT (the port to listen on), LIVE_DATABASE (the file of its database), beside the
server's own variables, which server.ts sets.
"""

import os
import socket
import sqlite3

import psutil
import uvicorn

# An idle agent server sleeps until a request comes. The sandbox takes only the word "running" for
# RUNNING, and would tell STARTING for ever.
_told_status = psutil.Process.status
_AT_REST = (psutil.STATUS_SLEEPING, psutil.STATUS_DISK_SLEEP, psutil.STATUS_IDLE)


def _status(process):
    word = _told_status(process)
    return psutil.STATUS_RUNNING if word in _AT_REST else word


psutil.Process.status = _status

# Where a file /.dockerenv exists, the server looks for its sandboxes at host.docker.internal, which
# does not resolve here.
from openhands.app_server.utils import environment  # noqa: E402

environment.is_running_in_docker = lambda: False

# The sandbox takes the first free port. Two that start at the same moment get the same one, and one
# of them fails: the system gives a port to each.
from openhands.app_server.sandbox import process_sandbox_service  # noqa: E402


def _free_port(_service):
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


process_sandbox_service.ProcessSandboxService._find_unused_port = _free_port

# A sandbox that does not answer within 30 s is given up, which a busy machine needs for its start.
_wait_for_server_ready = process_sandbox_service.ProcessSandboxService._wait_for_server_ready


def _wait_patiently(service, port, timeout=300):
    return _wait_for_server_ready(service, port, timeout)


process_sandbox_service.ProcessSandboxService._wait_for_server_ready = _wait_patiently

# The migrations make all tables but this one. Without it the first cost above 0 breaks the callback
# by which a sandbox tells its events.
COST_TABLE = """
CREATE TABLE IF NOT EXISTS conversation_cost_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id VARCHAR NOT NULL,
  cost_delta FLOAT NOT NULL,
  occurred_at DATETIME NOT NULL
)
"""


class Server(uvicorn.Server):
    """Adds the table once the migrations have run, before the first request is answered."""

    async def startup(self, sockets=None):
        await super().startup(sockets=sockets)
        with sqlite3.connect(os.environ["LIVE_DATABASE"], timeout=30) as database:
            database.execute(COST_TABLE)


Server(
    uvicorn.Config(
        "openhands.app_server.app:app",
        host="127.0.0.1",
        port=int(os.environ["LIVE_PORT"]),
        log_level="warning",
    )
).run()
