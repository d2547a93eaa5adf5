"""Trains the table further: a text finds its translation, and a prompt the memory that it needs, or none. Why, and how: README.md here."""

import json
import lzma
import sys

import numpy as np
import scipy.sparse as sparse

from distil import Table, contrast, grouped, say, through_unit
from pack import unpack
from train import ENGLISH, SIZE, matrix, read_pairs, softmax, unit
from words import is_dense, runs

# The table is the mean of these runs. `none`: cosine from which on a memory is nearer to a prompt than the answer "none".
RUNS = [
    {"seed": 1, "none": 0.65},
    {"seed": 2, "none": 0.7},
    {"seed": 3, "none": 0.6},
]
SHARP = 14.0
FIELDS = 16
STEPS = 6000
RATE = 0.03
PROMPTS = 512
NEW_MIN = 5
TRANSLATING_STEPS = 4000
TRANSLATING_RATE = 0.1
# English words go so far of a step while translations are learned: the teacher's distances between them stay.
ENGLISH_PACE = 0.2


def read_fields(path, half=None):
    """
    Returns of each field: memories, pairs of a prompt and its memory's place, and the prompts that no memory answers. `half`: 0 or 1 reads
    the fields of every other author only.
    """
    fields, authors = {}, {}
    with lzma.open(path, "rt", encoding="utf8") as file:
        for line in file:
            name, memory, prompt = line.rstrip("\n").split("\t")
            author = authors.setdefault(name.split("/")[0], len(authors))
            if half not in (None, author % 2):
                continue
            memories, asked, unanswered = fields.setdefault(name, ({}, [], []))
            if memory == "":
                unanswered.append(prompt)
                continue
            place = memories.setdefault(memory, len(memories))
            if prompt != "":
                asked.append((prompt, place))
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


def translated(start, sets, shares):
    pace = np.ones((len(start), 1), np.float32)
    pace[:ENGLISH] = ENGLISH_PACE
    rng, table = np.random.default_rng(17), Table(start, pace)
    for step in range(TRANSLATING_STEPS):
        rate = TRANSLATING_RATE * min(1.0, 2 * (1 - step / TRANSLATING_STEPS))
        contrast(table, *sets[rng.choice(len(sets), p=shares)], rng, rate)
    return table.rows


def matrices(fields, known):
    """Returns of each field: prompts and memories as counts of tokens, the place of each prompt's memory, and prompts without an answer."""
    return [
        (matrix([prompt for prompt, _ in asked], known), matrix(memories, known), np.array([at for _, at in asked], int), matrix(unanswered, known))
        for memories, asked, unanswered in fields
    ]


def train(start, fields, run, steps=STEPS, between=lambda table, rng, rate: None):
    """Steps of prompts. `between` makes a step of pairs after each, so that translations stay together."""
    rng = np.random.default_rng(run["seed"])
    table = Table(start)
    for step in range(steps):
        rate = RATE * min(1.0, 2 * (1 - step / steps))
        picked = [fields[one] for one in rng.choice(len(fields), FIELDS, replace=False)]
        prompts, memories, unanswered = (sparse.vstack([one[side] for one in picked]).tocsr() for side in (0, 1, 3))
        before = np.cumsum([0] + [one[1].shape[0] for one in picked])
        wanted = np.concatenate([one[2] + first for one, first in zip(picked, before)])
        some = usable(prompts)
        some = rng.choice(some, min(PROMPTS, len(some)), replace=False)
        rest = unanswered[usable(unanswered)]
        asked = sparse.vstack([prompts[some], rest]).tocsr()
        wanted = np.concatenate([wanted[some], np.full(rest.shape[0], before[-1])])
        find(table, asked, memories, wanted, run["none"], rate)
        between(table, rng, rate)
    return table.rows


def usable(texts):
    """Places of the texts of which a token is known."""
    return np.flatnonzero(np.diff(texts.indptr))


def main(path, root, start, out):
    fields = read_fields(path)
    pairs = [(prompt, memories[place]) for memories, asked, _ in fields for prompt, place in asked]
    parallel = [pair for pair in read_pairs(root) if "head" not in pair[0]]
    spoken = [(left, right) for source, _, left, right in parallel if source.startswith("tatoeba")]
    words, table = extended(*unpack(start), pairs + spoken)
    known = {word: row for row, word in enumerate(words)}
    made = matrices(fields, known)
    sets, shares = grouped(parallel, known)
    say(len(fields), "fields,", len(pairs), "prompts,", len(parallel), "pairs,", len(words), "tokens")
    table = translated(table, sets, shares)
    translating = lambda table, rng, rate: contrast(table, *sets[rng.choice(len(sets), p=shares)], rng, rate)
    tables = []
    for run in RUNS:
        say(run)
        tables.append(train(table, made, run, between=translating))
    np.savez(out, table=np.mean(tables, axis=0, dtype=np.float32))
    json.dump(words, open(out + ".words.json", "w", encoding="utf8"), ensure_ascii=False)
    say("done")


if __name__ == "__main__":
    main(*sys.argv[1:5])
