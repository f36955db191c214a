"""Trains the evaluation of Clusterfuss on files of `strata datagen`; README.md has the commands."""

import argparse
import hashlib

import numpy as np
import torch
from torch import nn

SIDE = 8
PATTERNS = 3**9
UNKNOWN = 2
PHASES, PHASE_LENGTH = 8, 8
LANES, KNOTS = 16, 4
FIRST_KNOT, KNOT_DISTANCE = 12, 16
# The units of the integers, as in `network.rs`.
MAX_WEIGHT, MAX_HIDDEN = 510, 255
ESTIMATE, OUTPUT = 400, 800
BATCH = 4096
VALIDATION = 20  # every 20th game


def read(paths):
    """The positions of all files, a number for every game, and the file of every position."""
    fields = [("game", "<u4"), ("value", "<i2"), ("result", "i1"), ("exact", "i1"), ("sets", "<u8", 2)]
    records, games, files, first = [], [], [], 0
    for number, path in enumerate(paths):
        with open(path, "rb") as file:
            header = file.readline().decode().split()
            assert header == ["strata", "positions", "1", "clusterfuss", "std", "16"], header
            records.append(np.frombuffer(file.read(), dtype=fields))
        games.append(records[-1]["game"].astype(np.int64) + first)
        files.append(np.full(len(games[-1]), number))
        first = games[-1].max() + 1
    return np.concatenate(records), np.concatenate(games), np.concatenate(files)


def pattern_classes():
    """The class of every 3×3 pattern under the symmetries of the square, and their number."""
    powers = 3 ** np.arange(9)
    image = (np.arange(PATTERNS)[:, None] // powers % 3).reshape(-1, 3, 3)
    smallest = np.arange(PATTERNS)
    for _ in range(2):
        for _ in range(4):
            image = np.rot90(image, axes=(1, 2))
            smallest = np.minimum(smallest, image.reshape(-1, 9) @ powers)
        image = image.transpose(0, 2, 1)
    members, classes = np.unique(smallest, return_inverse=True)
    return classes.astype(np.int32), len(members)


def patterns(sets):
    """The patterns around all squares, and the number of checkers."""
    bits = (sets[:, :, None] >> np.arange(SIDE * SIDE, dtype=np.uint64)) & np.uint64(1)
    board = (bits[:, 0] + 2 * bits[:, 1]).astype(np.int32).reshape(-1, SIDE, SIDE)
    padded = np.pad(board, ((0, 0), (1, 1), (1, 1)))
    found = np.zeros_like(board)
    for place in range(9):
        rank, file = divmod(place, 3)
        found += padded[:, rank : rank + SIDE, file : file + SIDE] * 3**place
    return found.reshape(-1, SIDE * SIDE), bits.sum(axis=(1, 2)).astype(np.int64)


def log_loss(chances, results):
    chances = np.clip(chances, 1e-6, 1 - 1e-6)
    return -(results * np.log(chances) + (1 - results) * np.log(1 - chances))


def chances_of(values, phases, results, known):
    """The search values as chances. Their scale is fitted to the results, separately for each phase."""
    values = np.clip(values.astype(np.float32), -600, 600) / 100
    scales = np.exp(np.linspace(-2, 3, 61))
    chances = np.zeros_like(values)
    for phase in range(PHASES):
        here = phases == phase
        fitted = here & known
        if fitted.any():
            losses = [log_loss(1 / (1 + np.exp(-s * values[fitted])), results[fitted]).mean() for s in scales]
            chances[here] = 1 / (1 + np.exp(-scales[int(np.argmin(losses))] * values[here]))
    return chances


class Model(nn.Module):
    """Sums over patterns; four of them are estimates, the rest a hidden layer."""

    def __init__(self, classes):
        super().__init__()
        self.rows = nn.EmbeddingBag(classes, LANES, mode="sum")
        self.bias = nn.Parameter(torch.rand(LANES))
        self.output = nn.Parameter(torch.randn(PHASES, LANES - KNOTS) * 0.3)
        self.constants = nn.Parameter(torch.zeros(PHASES))
        nn.init.normal_(self.rows.weight, std=0.01)
        with torch.no_grad():
            self.rows.weight[:, :KNOTS] = 0
            self.bias[:KNOTS] = 0
        units = torch.full((LANES,), float(MAX_HIDDEN))
        units[:KNOTS] = ESTIMATE
        self.register_buffer("units", units)

    def forward(self, classes, checkers):
        sums = self.rows(classes) + self.bias
        place = (checkers - FIRST_KNOT).clamp(0, KNOT_DISTANCE * (KNOTS - 1))
        knot = (place // KNOT_DISTANCE).clamp(max=KNOTS - 2)
        share = (place - KNOT_DISTANCE * knot) / KNOT_DISTANCE
        low, high = (sums.gather(1, (knot + next)[:, None]).squeeze(1) for next in (0, 1))
        phase = ((checkers - 1) // PHASE_LENGTH).clamp(0, PHASES - 1)
        hidden = sums[:, KNOTS:].clamp(0, 1)
        return low * (1 - share) + high * share + (hidden * self.output[phase]).sum(1) + self.constants[phase]

    @torch.no_grad()
    def limit(self):
        """Keeps the weights within the integers."""
        most = MAX_WEIGHT / self.units
        self.rows.weight.clamp_(-most, most)
        self.bias.clamp_(-most, most)

    @torch.no_grad()
    def quantise(self):
        """Rounds the weights to the integers of the file, and returns these in their order."""
        parts = []
        for weights, unit in [
            (self.bias, self.units),
            (self.output, OUTPUT),
            (self.constants, 100),
            (self.rows.weight, self.units),
        ]:
            numbers = (weights * unit).round()
            assert numbers.abs().max() < 2**15
            weights.copy_(numbers / unit)
            parts.append(numbers.numpy().astype("<i2").tobytes())
        return b"".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", help="files of positions")
    parser.add_argument("--out", default="network.bin")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--search-share", type=float, default=0.5, help="the rest is the game's result")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(args.threads)

    records, games, files = read(args.files)
    found, checkers = patterns(records["sets"])
    classes, count = pattern_classes()
    inputs = torch.from_numpy(classes[found])
    results = (records["result"].astype(np.float32) + 1) / 2
    open_ = records["exact"] == UNKNOWN
    phases = np.clip((checkers - 1) // PHASE_LENGTH, 0, PHASES - 1)
    is_held_out = games % VALIDATION == 0
    searched = np.zeros_like(results)
    for file in range(len(args.files)):
        here = files == file
        known = (open_ & ~is_held_out)[here]
        searched[here] = chances_of(records["value"][here], phases[here], results[here], known)
    searched[~open_] = results[~open_]
    targets = torch.from_numpy(args.search_share * searched + (1 - args.search_share) * results)
    checkers = torch.from_numpy(checkers)
    training, held_out = np.flatnonzero(~is_held_out), torch.from_numpy(np.flatnonzero(is_held_out & open_))
    print(f"{len(records)} positions of {len(np.unique(games))} games, {count} classes of patterns")

    def losses(chances):
        loss = log_loss(chances, results[held_out])
        by_phase = (f"{loss[phases[held_out] == phase].mean():.4f}" for phase in range(2, PHASES))
        return f"{loss.mean():.4f} ({' '.join(by_phase)})"

    def validate(model):
        with torch.no_grad():
            return losses(torch.sigmoid(model(inputs[held_out], checkers[held_out])).numpy())

    print(f"log loss of the results of held-out games, by search: {losses(searched[held_out])}")
    model = Model(count)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.rate)
    steps = len(training) // BATCH
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, args.rate, total_steps=args.epochs * steps)
    random = np.random.default_rng(1)
    for epoch in range(args.epochs):
        random.shuffle(training)
        total = 0.0
        for step in range(steps):
            batch = torch.from_numpy(training[step * BATCH : (step + 1) * BATCH])
            loss = nn.functional.binary_cross_entropy_with_logits(
                model(inputs[batch], checkers[batch]), targets[batch]
            )
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            model.limit()
            total += loss.item()
        print(f"epoch {epoch + 1}: training {total / steps:.4f}, held out {validate(model)}", flush=True)
    data = model.quantise()
    print(f"in integers: held out {validate(model)}")
    with open(args.out, "wb") as file:
        file.write(data)
    print(f"{args.out}: {len(data)} bytes, SHA-256 {hashlib.sha256(data).hexdigest()}")


if __name__ == "__main__":
    main()
