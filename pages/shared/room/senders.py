"""How often each browser may send, and how many new ones an address may bring. It reads no clock of its own.

Behind a proxy, or a network that shares one address, a whole hall comes from the same one: it may bring a full room at
once, and another in half a minute.
"""

from __future__ import annotations

from collections import OrderedDict

from pages.shared.live.admission import Allowance
from pages.shared.room.messages import MAX_NAME, Message
from pages.shared.room.rooms import MOST_ROOMS
from pages.shared.room.state import MOST_MEMBERS, RoomError

MESSAGES_PER_SECOND = 10.0
NEW_MEMBERS = MOST_MEMBERS  # at once from one address
NEW_LECTURERS = MOST_ROOMS // 2
REFILL = 30.0  # seconds until as many new members may come again
REFILL_ROOMS = 100.0
MOST_SENDERS = 2 * MOST_ROOMS * MOST_MEMBERS
MOST_ADDRESSES = 4096
MANY_PEOPLE = "Too many people join from your network at once: try again in a few seconds."
MANY_ROOMS = "Too many rooms are opened from your network at once: try again in a minute."


class Senders:
    """Those that were counted longest ago are forgotten, and are new when they come again."""

    def __init__(self) -> None:
        self._known = Allowances(MESSAGES_PER_SECOND, MESSAGES_PER_SECOND, MOST_SENDERS)
        self._members = Allowances(NEW_MEMBERS / REFILL, NEW_MEMBERS, MOST_ADDRESSES)
        self._lecturers = Allowances(NEW_LECTURERS / REFILL_ROOMS, NEW_LECTURERS, MOST_ADDRESSES)

    def check(self, code: str, message: Message, address: str, now: float) -> None:
        """Count a message.

        Args:
            code: of the room that it goes to; in another room the same sender is a new one.
            message: checked.
            address: where it comes from.
            now: in seconds.

        Raises:
            RoomError: this sender is too fast, or is one of too many new ones.
        """
        sender = (code[:MAX_NAME], message.member, message.key)
        if sender not in self._known:
            if message.member and not self._members.take(address, now):
                raise RoomError(
                    "too-fast", "Too many people join from your network at once: try again in a few seconds."
                )
            if message.key and not self._lecturers.take(address, now):
                raise RoomError(
                    "too-fast", "Too many rooms are opened from your network at once: try again in a minute."
                )
        if not self._known.take(sender, now):
            raise too_fast()


class Allowances:
    """A token bucket for each name: `rate` a second, `most` at once; at most `names` of them."""

    def __init__(self, rate: float, most: float, names: int):
        self._rate, self._most, self._names = rate, most, names
        self._of: OrderedDict[object, Allowance] = OrderedDict()

    def __contains__(self, name: object) -> bool:
        return name in self._of

    def __len__(self) -> int:
        return len(self._of)

    def take(self, name: object, now: float) -> bool:
        found = self._of.setdefault(name, Allowance(self._rate, now, self._most))
        self._of.move_to_end(name)
        while len(self._of) > self._names:
            self._of.popitem(last=False)
        return found.take(1, now)


def too_fast() -> RoomError:
    """The refusal of who sends too often."""
    return RoomError("too-fast", f"At most {MESSAGES_PER_SECOND:g} messages a second are taken.")
