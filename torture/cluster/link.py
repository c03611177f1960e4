"""The network between two regions: carries packets between two TUN devices, each of them late by the same time.

Usage: link.py FIRST SECOND MILLISECONDS, with the names of two devices made by `ip tuntap add mode tun`. Prints a line
when it is ready. While it handles SIGUSR1, every packet is lost; SIGUSR2 ends that.
"""

import collections
import fcntl
import os
import select
import signal
import struct
import sys
import time

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
MAX_PACKET_BYTES = 65_536
MAX_PACKETS_ON_THE_WAY = 10_000

is_cut = False


def attach(name: str) -> int:
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TUN | IFF_NO_PI))
    return device


def cut(number: int, _frame: object) -> None:
    global is_cut
    is_cut = number == signal.SIGUSR1


def carry(first: int, second: int, delay: float) -> None:
    other = {first: second, second: first}
    # In the order in which they are due, because each is as late as the others.
    on_the_way: collections.deque[tuple[float, int, bytes]] = collections.deque()
    while True:
        wait = max(0.0, on_the_way[0][0] - time.monotonic()) if on_the_way else None
        readable, _, _ = select.select([first, second], [], [], wait)
        for device in readable:
            packet = os.read(device, MAX_PACKET_BYTES)
            if not is_cut and len(on_the_way) < MAX_PACKETS_ON_THE_WAY:
                on_the_way.append((time.monotonic() + delay, other[device], packet))
        while on_the_way and on_the_way[0][0] <= time.monotonic():
            _, device, packet = on_the_way.popleft()
            try:
                os.write(device, packet)
            except OSError:
                pass  # The device is full or down: the packet is lost.


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, cut)
    signal.signal(signal.SIGUSR2, cut)
    devices = [attach(name) for name in sys.argv[1:3]]
    print("ready", flush=True)
    carry(*devices, float(sys.argv[3]) / 1000)
