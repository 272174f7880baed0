"""The encoder in three parts: shared lower layers, upper layers for topics, upper layers to read.

The lower part reads each text alone, so what it made of a question or an option can be kept. The
upper part for topics goes on alone and ends in vectors to compare. The reader puts the texts of
one decision side by side: a state and a question see everything, an option sees itself and those
two, and every option stands at the same positions, so that no answer depends on their order.
"""

import math
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import nn

WIDTH, HEADS, INNER = 384, 12, 1536
LOWER = (0, 1)
TOPIC = (2, 3, 4, 5)
READER = (2, 3, 4, 5)
STATE, QUESTION, OPTION, LEVEL = range(4)
NOTHING = -1e4
ACROSS = -2.0


class Layer(nn.Module):
    """One layer of BERT; the three projections of attention are one matrix."""

    def __init__(self, dropout: float = 0.0) -> None:
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.norm_attention = nn.LayerNorm(WIDTH, eps=1e-12)
        self.up = nn.Linear(WIDTH, INNER)
        self.down = nn.Linear(INNER, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: torch.Tensor, bias: torch.Tensor | None) -> torch.Tensor:
        """Return (batch, tokens, WIDTH); `bias` (batch, 1, tokens, tokens) is added to scores."""
        batch, tokens, _ = x.shape
        q, k, v = (
            part.reshape(batch, tokens, HEADS, WIDTH // HEADS).transpose(1, 2)
            for part in self.qkv(x).split(WIDTH, dim=-1)
        )
        scores = q @ k.transpose(-1, -2) / math.sqrt(WIDTH // HEADS)
        weights = (scores if bias is None else scores + bias).softmax(-1)
        mixed = (weights @ v).transpose(1, 2).reshape(batch, tokens, WIDTH)
        x = self.norm_attention(x + self.dropout(self.out(mixed)))
        inner = self.down(nn.functional.gelu(self.up(x)))
        return self.norm(x + self.dropout(inner))

    def load(self, weights: dict[str, torch.Tensor], number: int) -> None:
        """Copy layer `number` of the packaged weights."""
        prefix = f"encoder.layer.{number}."

        def both(name: str) -> tuple[torch.Tensor, torch.Tensor]:
            return weights[f"{prefix}{name}.weight"], weights[f"{prefix}{name}.bias"]

        qkv = [both(f"attention.self.{name}") for name in ("query", "key", "value")]
        parts = {
            "qkv": (torch.cat([w for w, _ in qkv]), torch.cat([b for _, b in qkv])),
            "out": both("attention.output.dense"),
            "norm_attention": both("attention.output.LayerNorm"),
            "up": both("intermediate.dense"),
            "down": both("output.dense"),
            "norm": both("output.LayerNorm"),
        }
        for name, (weight, bias) in parts.items():
            module = getattr(self, name)
            module.weight.data.copy_(weight)
            module.bias.data.copy_(bias)


class Lower(nn.Module):
    """Token ids (batch, tokens) to vectors (batch, tokens, WIDTH)."""

    def __init__(self, weights: dict[str, torch.Tensor]) -> None:
        super().__init__()
        words = weights["embeddings.word_embeddings.weight"]
        places = weights["embeddings.position_embeddings.weight"]
        self.words = nn.Embedding.from_pretrained(words)
        kind = weights["embeddings.token_type_embeddings.weight"][0]
        self.places = nn.Embedding.from_pretrained(places + kind)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.norm.weight.data.copy_(weights["embeddings.LayerNorm.weight"])
        self.norm.bias.data.copy_(weights["embeddings.LayerNorm.bias"])
        self.layers = loaded(weights, LOWER)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """Return the vectors of whole texts; nothing is padded."""
        x = self.norm(self.words(ids) + self.places(torch.arange(ids.shape[1])))
        for layer in self.layers:
            x = layer(x, None)
        return x


class Topic(nn.Module):
    """Lower vectors of a text to what it is about: a vector of length one."""

    def __init__(self, weights: dict[str, torch.Tensor]) -> None:
        super().__init__()
        self.layers = loaded(weights, TOPIC)

    def forward(self, x: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        """Return (batch, WIDTH); `mask` (batch, tokens) is 1 for text and 0 for padding."""
        bias = None if mask is None else (1 - mask)[:, None, None, :] * NOTHING
        for layer in self.layers:
            x = layer(x, bias)
        if mask is None:
            return nn.functional.normalize(x.mean(1), dim=-1)
        mean = (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
        return nn.functional.normalize(mean, dim=-1)


class Alignment(nn.Module):
    """Tells each token what in the other texts is most like it, and how like.

    A state sees the question and the options, those see the state. Comparing what is asked with
    what is said, word by word, is what a reader of few layers is slow to learn by itself; the
    form is that of decomposable attention (Parikh et al. 2016) and ESIM (Chen et al. 2017).
    """

    def __init__(self) -> None:
        super().__init__()
        self.sharpness = nn.Parameter(torch.tensor(12.0))
        self.compare = nn.Linear(2 * WIDTH + 1, WIDTH)
        # Nothing is told before something is learnt, so that what the layers know is not blurred.
        nn.init.zeros_(self.compare.weight)
        nn.init.zeros_(self.compare.bias)

    def forward(self, x: torch.Tensor, seen: torch.Tensor) -> torch.Tensor:
        """Return what is added to `x`; `seen` (batch, tokens, tokens) says who is compared."""
        unit = nn.functional.normalize(x, dim=-1)
        alike = (unit @ unit.transpose(1, 2)).masked_fill(~seen, NOTHING)
        like = (self.sharpness * alike).softmax(-1) @ unit
        most = alike.amax(-1, keepdim=True).clamp(min=-1.0)
        return self.compare(torch.cat([20 * unit * like, 5 * (unit - like).abs(), most], dim=-1))


class Reader(nn.Module):
    """The lower vectors of a state, a question and its options, side by side, to logits.

    It begins as the layers that it is made of, each text by itself: what a token sees of other
    texts is lowered by `across`, which is learnt for every head. So what it knows of topics is
    there from the first step, and reading is learnt on top of it.

    Parameters of a call:
        x: (batch, tokens, WIDTH).
        segment: (batch, tokens): 0 the state, 1 the question, 2 + k the option k, -1 nothing.
        kind: (batch, tokens): STATE, QUESTION, OPTION or LEVEL.
        rank: (batch, tokens): where a level stands, from -0.5, the lowest, to 0.5; else 0.
        spans: (batch, 2 + options, tokens): each row averages a segment: state, question, options.
        starts: (batch, 2 + options): the first token of each.

    Returns (batch, options, 2): logits of a choice, and of a yes where an option is the question.
    """

    def __init__(self, weights: dict[str, torch.Tensor], dropout: float = 0.1) -> None:
        super().__init__()
        self.layers = loaded(weights, READER, dropout)
        self.alignment = Alignment()
        self.across = nn.Parameter(torch.full((len(READER), HEADS), ACROSS))
        self.kinds = nn.Embedding(4, WIDTH)
        nn.init.normal_(self.kinds.weight, std=0.005)
        self.rank = nn.Parameter(torch.randn(WIDTH) * 0.02)
        self.inner = nn.Linear(9 * WIDTH + 2, 256)
        self.dropout = nn.Dropout(dropout)
        self.last = nn.Linear(256, 2)
        # What is close to the state is likely before anything is learnt.
        self.close = nn.Parameter(torch.tensor([[10.0, 0.0], [5.0, 0.0]]))

    def forward(
        self,
        x: torch.Tensor,
        segment: torch.Tensor,
        kind: torch.Tensor,
        rank: torch.Tensor,
        spans: torch.Tensor,
        starts: torch.Tensor,
    ) -> torch.Tensor:
        """Return the logits; see the class."""
        to, of = segment[:, None, :], segment[:, :, None]
        aligned = self.alignment(x, ((to == 0) != (of == 0)) & (to >= 0))
        x = x + self.kinds(kind) + rank[:, :, None] * self.rank + aligned
        seen = ((to < 2) | (of < 2) | (to == of)) & (to >= 0)
        other = (to != of).to(x.dtype)[:, None]
        hidden = torch.where(seen, 0.0, NOTHING)[:, None]
        for layer, across in zip(self.layers, self.across, strict=True):
            x = layer(x, hidden + other * across[:, None, None])
        mean = spans @ x
        first = torch.gather(x, 1, starts[:, :, None].expand(-1, -1, WIDTH))
        both = torch.cat([mean, first], dim=-1)
        options = both[:, 2:]
        whole = both[:, :2].flatten(1)[:, None].expand(-1, options.shape[1], -1)
        unit = nn.functional.normalize(mean, dim=-1)
        near = unit[:, 2:] @ unit[:, :2].transpose(1, 2)
        state, option = unit[:, :1], unit[:, 2:]
        shared, apart = 10 * option * state, 5 * (option - state).abs()
        outside = (spans[:, 2:, :, None] == 0) * NOTHING
        most = (x[:, None] + outside).amax(2)
        inner = torch.cat([options, most, whole, shared, apart, near], dim=-1)
        found = self.last(self.dropout(nn.functional.gelu(self.inner(inner))))
        return found + near @ self.close.T


def loaded(
    weights: dict[str, torch.Tensor], numbers: tuple[int, ...], dropout: float = 0.0
) -> nn.ModuleList:
    """Return layers that begin as those of the packaged weights."""
    layers = nn.ModuleList(Layer(dropout) for _ in numbers)
    for layer, number in zip(layers, numbers, strict=True):
        layer.load(weights, number)
    return layers


def read_weights(folder: Path) -> dict[str, torch.Tensor]:
    """Return the packaged weights by name."""
    return {
        name.removeprefix("bert."): value
        for name, value in load_file(folder / "model.safetensors").items()
    }
