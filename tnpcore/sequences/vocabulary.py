"""A vocabulary: the numbers by which a model knows symbols. A symbol is a character, or several, as a locale token."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import torch
from jaxtyping import Int
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

PAD, START, END = 0, 1, 2
SPECIAL = 3  # how many numbers are not symbols


@dataclass(frozen=True)
class Vocabulary:
    """The symbols of one side of a model; symbol i has number i + 3, after PAD, START and END.

    Args:
        symbols: each of one character or more, without repetition.

    Raises:
        ValueError: for an empty symbol, or one that comes twice.

    >>> letters = Vocabulary(("a", "b", "<de>"))
    >>> letters.encode(["ab", "<de>"])
    tensor([[3, 4, 2],
            [5, 2, 0]])
    >>> letters.decode(letters.encode(["ab", "<de>"]))
    ['ab', '<de>']
    """

    symbols: tuple[str, ...]

    def __init__(self, symbols: Sequence[str]):
        object.__setattr__(self, "symbols", tuple(symbols))
        if "" in self.symbols:
            raise ValueError(f"symbols must have at least one character, symbol {self.symbols.index('')} has none")
        if len(self.numbers) != len(self.symbols):
            twice = next(symbol for symbol in self.symbols if self.symbols.count(symbol) > 1)
            raise ValueError(f"symbols must differ from each other, got {twice!r} twice")

    def __len__(self) -> int:
        """V: the symbols, and PAD, START and END."""
        return SPECIAL + len(self.symbols)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each symbol."""
        return {symbol: SPECIAL + index for index, symbol in enumerate(self.symbols)}

    @cached_property
    def _widths(self) -> tuple[int, ...]:
        return tuple(sorted({len(symbol) for symbol in self.symbols}, reverse=True))

    def encode(self, texts: Sequence[str | Sequence[str]]) -> Int[Tensor, "B T"]:
        """The numbers of every text's symbols and END, padded to the longest.

        Args:
            texts: each a text, which is read from the left, the longest symbol that fits first; or a list of symbols.

        Raises:
            ValueError: for what is no symbol, with the index of the text and the character.
        """
        rows = [self._row(index, text) for index, text in enumerate(texts)]
        if not rows:
            return torch.zeros(0, 0, dtype=torch.long)
        return pad_sequence(rows, batch_first=True, padding_value=PAD)

    def _row(self, index: int, text: str | Sequence[str]) -> Int[Tensor, " T"]:
        found = list(self.split(text, index)) if isinstance(text, str) else list(text)
        for place, symbol in enumerate(found):
            if symbol not in self.numbers:
                raise ValueError(f"text {index} has {symbol!r} as symbol {place}, which is not in the vocabulary")
        return torch.tensor([*(self.numbers[symbol] for symbol in found), END])

    def split(self, text: str, index: int = 0) -> Iterator[str]:
        """The symbols of a text, in order; at each character the longest that fits; `index` is for the message.

        Raises:
            ValueError: for a character at which no symbol begins.
        """
        place = 0
        while place < len(text):
            fits = (text[place : place + width] for width in self._widths)
            symbol = next((symbol for symbol in fits if symbol in self.numbers), None)
            if symbol is None:
                raise ValueError(
                    f"text {index} has the unknown character {text[place]!r} at position {place}: {text!r}"
                )
            yield symbol
            place += len(symbol)

    def decode(self, ids: Int[Tensor, "B T"]) -> list[str]:
        """The text of every row up to its first END, or to its end; PAD and START are left out.

        Raises:
            ValueError: for a number that stands for nothing, with its row.
        """
        return ["".join(self.symbols_of(row, index)) for index, row in enumerate(ids.tolist())]

    def symbols_of(self, row: Sequence[int], index: int = 0) -> list[str]:
        """The symbols of one row of numbers up to its first END; `index` is for the message.

        Raises:
            ValueError: for a number that stands for nothing.
        """
        found = []
        for number in row:
            if not 0 <= number < len(self):
                raise ValueError(f"row {index} has the number {number}, required is 0 to {len(self) - 1}")
            if number == END:
                break
            if number >= SPECIAL:
                found.append(self.symbols[number - SPECIAL])
        return found
