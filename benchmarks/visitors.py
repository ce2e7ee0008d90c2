"""Opens the app's first page as many browsers would, without a browser: one Streamlit session each.

    python benchmarks/visitors.py ws://127.0.0.1:8501 20

Stops when all pages are complete, as people.py does, and leaves them.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.people import stop

OPEN_AT_ONCE = 4


async def visit(url: str) -> ClientConnection:
    """A session whose page has been drawn to its end."""
    socket = await connect(f"{url}/_stcore/stream", subprotocols=["streamlit"], max_size=None)
    rerun = BackMsg()
    rerun.rerun_script.query_string = ""
    await socket.send(rerun.SerializeToString())
    while True:
        message = ForwardMsg()
        message.ParseFromString(await socket.recv())
        if message.WhichOneof("type") == "script_finished":
            return socket


async def room(url: str, count: int) -> None:
    """Everyone comes, and everyone leaves."""
    gate = asyncio.Semaphore(OPEN_AT_ONCE)

    async def come() -> ClientConnection:
        async with gate:
            return await visit(url)

    sockets = await asyncio.gather(*(come() for _ in range(count)))
    await stop("open")
    await asyncio.gather(*(socket.close() for socket in sockets))


if __name__ == "__main__":
    asyncio.run(room(sys.argv[1], int(sys.argv[2])))
