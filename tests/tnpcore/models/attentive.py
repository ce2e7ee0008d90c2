"""An attentive neural process in plain PyTorch, as someone writes it who has never read this library."""

import torch
from torch import nn


class AttentiveProcess(nn.Module):
    """Cross-attention from the targets to the context points and to one learned null point."""

    def __init__(self, dim_x=1, dim_y=1, width=32, heads=4):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(dim_x + dim_y, width), nn.ReLU(), nn.Linear(width, width))
        self.locate = nn.Sequential(nn.Linear(dim_x, width), nn.ReLU(), nn.Linear(width, width))
        self.attention = nn.MultiheadAttention(width, heads, batch_first=True)
        self.decoder = nn.Sequential(nn.Linear(dim_x + width, width), nn.ReLU(), nn.Linear(width, 2 * dim_y))
        self.null_key, self.null_value = nn.Parameter(torch.randn(1, 1, width)), nn.Parameter(torch.randn(1, 1, width))

    def forward(self, xc, yc, xt):
        batch = xc.shape[0]
        keys = torch.cat([self.null_key.expand(batch, -1, -1), self.locate(xc)], dim=1)
        values = torch.cat([self.null_value.expand(batch, -1, -1), self.encoder(torch.cat([xc, yc], -1))], dim=1)
        summary, _ = self.attention(self.locate(xt), keys, values, need_weights=False)
        mean, raw = self.decoder(torch.cat([xt, summary], -1)).chunk(2, dim=-1)
        return mean, 0.01 + nn.functional.softplus(raw)
