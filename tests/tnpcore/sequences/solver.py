"""A model that writes what a function says: measures and translations of it are known."""

import torch

from tnpcore.sequences.encoder_decoder import EncoderDecoder
from tnpcore.sequences.vocabulary import END, PAD


class Solver(EncoderDecoder):
    """Writes `solve(symbols of the source)` with certainty."""

    source_embedding = None  # it embeds nothing

    def __init__(self, task, solve):
        source, target = task.symbols()
        super().__init__(source, target, task.longest_source, task.name)
        self.solve = solve

    def read(self, source):
        rows = [self.target.encode([self.solve(self.source.symbols_of(row))])[0] for row in source.tolist()]
        return torch.nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=PAD), 0

    def advance(self, symbols, state):
        rows, step = state
        chosen = rows[:, step] if step < rows.shape[1] else torch.full_like(rows[:, 0], END)
        return self.certain(chosen), (rows, step + 1)

    def select(self, state, rows):
        return state[0][rows], state[1]

    def forward(self, source, target):
        rows = torch.nn.functional.pad(self.read(source)[0], (0, target.shape[1]), value=END)
        return self.certain(rows[:, : target.shape[1]])

    def certain(self, chosen):
        return torch.nn.functional.one_hot(chosen, len(self.target)).float().log().clamp(min=-50.0)
