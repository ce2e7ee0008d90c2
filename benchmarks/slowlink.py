"""A TCP relay that holds every byte back for a while: a real network's distance on one machine."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

CHUNK = 65536


@contextmanager
def relay(port: int, one_way: float) -> Iterator[int]:
    """The port of a relay to that port of this machine; each direction takes `one_way` seconds longer."""
    command = [sys.executable, __file__, str(port), str(one_way)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield int(process.stdout.readline())
        finally:
            process.kill()


async def _serve(port: int, one_way: float) -> None:
    server = await asyncio.start_server(lambda *ends: _join(*ends, port, one_way), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


async def _join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int, delay: float) -> None:
    far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
    await asyncio.gather(_carry(reader, far_writer, delay), _carry(far_reader, writer, delay))


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, delay: float) -> None:
    """Every chunk leaves `delay` seconds after it came, in order; the next ones may come meanwhile."""
    loop = asyncio.get_running_loop()
    on_the_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def deliver() -> None:
        while True:
            due, data = await on_the_way.get()
            await asyncio.sleep(max(0.0, due - loop.time()))
            if not data or writer.is_closing():
                return writer.close()
            writer.write(data)

    delivering = asyncio.create_task(deliver())
    try:
        while data := await reader.read(CHUNK):
            on_the_way.put_nowait((loop.time() + delay, data))
    except ConnectionError:
        pass
    on_the_way.put_nowait((loop.time() + delay, b""))
    await delivering


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1]), float(sys.argv[2])))
