"""Trains the table further: a prompt finds the memory that it needs among the others of its field. Why, and how: README.md here."""

import gzip
import json
import sys

import numpy as np
import scipy.sparse as sparse

from distil import Table, say, through_unit
from pack import unpack
from train import SIZE, matrix, softmax, unit
from words import is_dense, runs

# The table is the mean of these runs. `sharp`: factor of the cosines; `fields`: how many fields a step compares.
RUNS = [
    {"seed": 1, "sharp": 14.0, "fields": 4},
    {"seed": 2, "sharp": 14.0, "fields": 8},
    {"seed": 3, "sharp": 20.0, "fields": 6},
]
STEPS_PER_FIELD = 12
RATE = 0.02
PROMPTS = 512
NEW_MIN = 3


def read_fields(path):
    """Returns memories, and pairs of a prompt and its memory's place, by field."""
    fields = {}
    with gzip.open(path, "rt", encoding="utf8") as file:
        for line in file:
            name, memory, prompt = line.rstrip("\n").split("\t")
            memories, asked = fields.setdefault(name, ({}, []))
            asked.append((prompt, memories.setdefault(memory, len(memories))))
    return [(list(memories), asked) for memories, asked in fields.values()]


def extended(words, table, pairs):
    """Adds the words of several texts that the table lacks. Each starts as the mean of the texts that its own texts belong to."""
    known = {word: row for row, word in enumerate(words)}
    counts = {}
    for pair in pairs:
        for run in (run for text in pair for run in runs(text)):
            if not is_dense(run) and run not in known and len(run) > 1 and not run.isdigit():
                counts[run] = counts.get(run, 0) + 1
    sums = {word: np.zeros(SIZE, np.float32) for word in sorted(counts) if counts[word] >= NEW_MIN}
    asked, held = (unit(matrix(texts, known) @ table)[0] for texts in zip(*pairs))
    common = (asked.mean(0) + held.mean(0)) / 2
    for (prompt, memory), by_prompt, by_memory in zip(pairs, asked, held):
        for text, other in ((prompt, by_memory), (memory, by_prompt)):
            for run in set(runs(text)) & sums.keys():
                sums[run] += other - common
    length = np.median(np.linalg.norm(table[5000:30000], axis=1))
    rows = [length * total / max(1e-6, np.linalg.norm(total)) for total in sums.values()]
    return words + list(sums), np.concatenate([table, np.array(rows, np.float32).reshape(-1, SIZE)])


def find(table, prompts, memories, wanted, sharp, rate):
    used, (x, y), rows = table.read(prompts, memories)
    (u, u_lengths), (v, v_lengths) = unit(x @ rows), unit(y @ rows)
    pull = softmax(sharp * (u @ v.T), 1)
    pull[np.arange(len(wanted)), wanted] -= 1
    pull *= sharp / len(wanted)
    change = x.T @ through_unit(pull @ v, u, u_lengths) + y.T @ through_unit(pull.T @ u, v, v_lengths)
    table.move(used, change, len(wanted), rate)


def train(start, fields, run):
    rng = np.random.default_rng(run["seed"])
    table, steps = Table(start), STEPS_PER_FIELD * len(fields)
    for step in range(steps):
        picked = [fields[one] for one in rng.choice(len(fields), run["fields"], replace=False)]
        prompts, memories = (sparse.vstack([one[side] for one in picked]).tocsr() for side in (0, 1))
        before = np.cumsum([0] + [one[1].shape[0] for one in picked])
        wanted = np.concatenate([one[2] + first for one, first in zip(picked, before)])
        usable = np.flatnonzero(np.diff(prompts.indptr))
        some = rng.choice(usable, min(PROMPTS, len(usable)), replace=False)
        find(table, prompts[some], memories, wanted[some], run["sharp"], RATE * min(1.0, 2 * (1 - step / steps)))
    return table.rows


def main(path, start, out):
    fields = read_fields(path)
    pairs = [(prompt, memories[place]) for memories, asked in fields for prompt, place in asked]
    words, table = extended(*unpack(start), pairs)
    known = {word: row for row, word in enumerate(words)}
    made = [(matrix([p for p, _ in asked], known), matrix(memories, known), np.array([at for _, at in asked])) for memories, asked in fields]
    say(len(fields), "fields,", len(pairs), "prompts,", len(words), "tokens")
    tables = []
    for run in RUNS:
        say(run)
        tables.append(train(table, made, run))
    np.savez(out, table=np.mean(tables, axis=0, dtype=np.float32))
    json.dump(words, open(out + ".words.json", "w", encoding="utf8"), ensure_ascii=False)
    say("done")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3])
