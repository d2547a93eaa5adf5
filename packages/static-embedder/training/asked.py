"""Trains the table further: a prompt finds the memory that it needs among those of several fields, or none. Why, and how: README.md here."""

import json
import lzma
import sys

import numpy as np
import scipy.sparse as sparse

from distil import Table, say, through_unit
from pack import unpack
from train import SIZE, matrix, softmax, unit
from words import is_dense, runs

# The table is the mean of these runs. `none`: cosine from which on a memory is nearer to a prompt than the answer "none".
RUNS = [
    {"seed": 1, "none": 0.65},
    {"seed": 2, "none": 0.7},
    {"seed": 3, "none": 0.6},
]
SHARP = 14.0
FIELDS = 16
STEPS_PER_FIELD = 8
RATE = 0.03
PROMPTS = 512
NEW_MIN = 4
NEIGHBOURS = 8
SPREAD = 0.2


def read_fields(path):
    """Returns of each field: memories, pairs of a prompt and its memory's place, and the prompts that no memory answers."""
    fields = {}
    with lzma.open(path, "rt", encoding="utf8") as file:
        for line in file:
            name, memory, prompt = line.rstrip("\n").split("\t")
            memories, asked, unanswered = fields.setdefault(name, ({}, [], []))
            if memory == "":
                unanswered.append(prompt)
            else:
                asked.append((prompt, memories.setdefault(memory, len(memories))))
    return [(list(memories), asked, unanswered) for memories, asked, unanswered in fields.values()]


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


def find(table, prompts, memories, wanted, none, rate):
    """One step. `wanted`: the place of each prompt's memory; the place after the last memory stands for none."""
    used, (x, y), rows = table.read(prompts, memories)
    (u, u_lengths), (v, v_lengths) = unit(x @ rows), unit(y @ rows)
    cosines = np.c_[u @ v.T, np.full(len(wanted), none, np.float32)]
    pull = softmax(SHARP * cosines, 1)
    pull[np.arange(len(wanted)), wanted] -= 1
    pull = pull[:, :-1] * SHARP / len(wanted)
    change = x.T @ through_unit(pull @ v, u, u_lengths) + y.T @ through_unit(pull.T @ u, v, v_lengths)
    table.move(used, change, len(wanted), rate)


def train(start, fields, run):
    rng = np.random.default_rng(run["seed"])
    table, steps = Table(start), STEPS_PER_FIELD * len(fields)
    for step in range(steps):
        picked = [fields[one] for one in rng.choice(len(fields), FIELDS, replace=False)]
        prompts, memories, unanswered = (sparse.vstack([one[side] for one in picked]).tocsr() for side in (0, 1, 3))
        before = np.cumsum([0] + [one[1].shape[0] for one in picked])
        wanted = np.concatenate([one[2] + first for one, first in zip(picked, before)])
        some = rng.choice(usable(prompts), PROMPTS, replace=False)
        rest = unanswered[usable(unanswered)]
        asked = sparse.vstack([prompts[some], rest]).tocsr()
        wanted = np.concatenate([wanted[some], np.full(rest.shape[0], before[-1])])
        find(table, asked, memories, wanted, run["none"], RATE * min(1.0, 2 * (1 - step / steps)))
    return table.rows


def spread(before, after):
    """Mixes each token's change with that of its nearest tokens, so that a word and its translations move together."""
    change = after - before
    moved = np.flatnonzero((change**2).sum(1) > 1e-3)
    units = unit(before)[0]
    mixed = np.empty_like(before)
    for at in range(0, len(before), 2000):
        here = np.arange(at, min(at + 2000, len(before)))
        cosines = units[here] @ units[moved].T
        itself = np.isin(here, moved)
        cosines[np.flatnonzero(itself), np.searchsorted(moved, here[itself])] = -1
        near = np.argpartition(-cosines, NEIGHBOURS, 1)[:, :NEIGHBOURS]
        found = np.take_along_axis(cosines, near, 1)
        shares = np.exp(8 * found) * (found > 0.3)
        shares /= np.maximum(1e-6, shares.sum(1, keepdims=True))
        mixed[here] = np.einsum("rn,rnd->rd", shares, change[moved[near]])
    return before + (1 - SPREAD) * change + SPREAD * mixed


def usable(texts):
    """Places of the texts of which a token is known."""
    return np.flatnonzero(np.diff(texts.indptr))


def main(path, start, out):
    fields = read_fields(path)
    pairs = [(prompt, memories[place]) for memories, asked, _ in fields for prompt, place in asked]
    words, table = extended(*unpack(start), pairs)
    known = {word: row for row, word in enumerate(words)}
    made = [
        (matrix([prompt for prompt, _ in asked], known), matrix(memories, known), np.array([at for _, at in asked]), matrix(unanswered, known))
        for memories, asked, unanswered in fields
    ]
    say(len(fields), "fields,", len(pairs), "prompts,", len(words), "tokens")
    tables = []
    for run in RUNS:
        say(run)
        tables.append(train(table, made, run))
    say("spread")
    np.savez(out, table=spread(table, np.mean(tables, axis=0, dtype=np.float32)))
    json.dump(words, open(out + ".words.json", "w", encoding="utf8"), ensure_ascii=False)
    say("done")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3])
