"""Trains the table further: similarities of English texts follow the teacher's, and pairs still find each other. Why, and how: README.md here."""

import json
import sys
import time

import numpy as np
import scipy.sparse as sparse
from scipy.cluster.vq import kmeans2

from pack import unpack
from train import ENGLISH_ONLY, SCALE, matrix, read_pairs, softmax, unit, without_common

# The table is the mean of the one that all runs start from and of these. `teacher`: the share of steps that follow the teacher, `asked`:
# how many of these compare questions with other texts instead of any with any.
RUNS = [
    {"texts": 100_000, "steps": 3000, "teacher": 0.7, "rate": 0.15, "asked": 0.0},
    {"texts": 180_000, "steps": 3000, "teacher": 0.7, "rate": 0.15, "asked": 0.5},
    {"texts": 180_000, "steps": 4000, "teacher": 0.75, "rate": 0.2, "asked": 0.7},
]
SHARP = 15.0
BATCH = 768
PAIRS = 512
CLUSTERS = 400
CLUSTER_MIN = 30
QUESTIONS = {"disfl", "wellformed", "trivia"}
GROUP_MIN = 200
TINY = 1e-9
began = time.time()


def say(*what):
    print(f"[{time.time() - began:6.0f} s]", *what, flush=True)


class Lesson:
    """Texts with the teacher's vectors, from which the mean of their kind is taken: else a question is near any other question."""

    def __init__(self, root, count, known, rng):
        lines = [line.rstrip("\n").split("\t") for line in open(f"{root}/texts.tsv", encoding="utf8")][:count]
        kinds = np.array([kind for kind, _ in lines])
        self.texts = matrix([text for _, text in lines], known)
        vectors = np.array(np.load(f"{root}/teacher.npy", mmap_mode="r")[:count], np.float32)
        usable = (np.diff(self.texts.indptr) >= 2) & (np.abs(vectors[:, :8]).sum(1) > 0)
        self.asks = np.array([kind in QUESTIONS or text.endswith("?") for kind, text in lines])
        self.pool = np.flatnonzero(usable)
        for kind in sorted(set(kinds)):
            for asks in (False, True):
                group = np.flatnonzero(usable & (kinds == kind) & (self.asks == asks))
                like = group if len(group) >= GROUP_MIN else np.flatnonzero(usable & (self.asks == asks))[:20000]
                vectors[group] -= vectors[like].mean(0)
        vectors /= np.maximum(TINY, np.linalg.norm(vectors, axis=1, keepdims=True))
        self.vectors = vectors
        self.clusters = self.near(rng)

    def near(self, rng):
        """Texts that are near each other: a batch of random texts alone would teach their subject only."""
        some = np.sort(rng.choice(self.pool, 20000, replace=False))
        centres, _ = kmeans2(self.vectors[some], CLUSTERS, iter=8, seed=1, minit="points")
        half = 0.5 * (centres**2).sum(1)
        parts = [self.vectors[at : at + 20000] @ centres.T - half for at in range(0, len(self.vectors), 20000)]
        label = np.concatenate([part.argmax(1) for part in parts])[self.pool]
        every = [self.pool[label == one] for one in range(CLUSTERS)]
        return [one for one in every if len(one) >= CLUSTER_MIN]

    def mixed(self, rng):
        """Random texts, and as many of four clusters."""
        picked = [rng.choice(self.pool, BATCH // 2, replace=False)]
        for one in rng.choice(len(self.clusters), 4, replace=False):
            members = self.clusters[one]
            picked.append(rng.choice(members, min(len(members), BATCH // 8), replace=False))
        return np.unique(np.concatenate(picked))

    def asked(self, rng):
        """Questions, and other texts."""
        chosen = rng.choice(len(self.clusters), 12, replace=False)
        picked = [self.clusters[one] if len(self.clusters[one]) < 200 else rng.choice(self.clusters[one], 200, replace=False) for one in chosen]
        picked = np.unique(np.concatenate(picked + [rng.choice(self.pool, 500, replace=False)]))
        questions, others = picked[self.asks[picked]], picked[~self.asks[picked]]
        return rng.permutation(questions)[: BATCH // 2], rng.permutation(others)[:BATCH]


class Table:
    """Adagrad with one history a row. `pace`: how far each row goes of a step."""

    def __init__(self, rows, pace=1.0):
        self.rows = rows.copy()
        self.pace = np.broadcast_to(np.float32(pace), (len(rows), 1))
        self.history = np.full((len(rows), 1), 1e-3, np.float32)

    def read(self, *texts):
        """The rows of these texts, and the texts as sums of these."""
        used, place = np.unique(np.concatenate([one.indices for one in texts]), return_inverse=True)
        ends = np.cumsum([0] + [one.nnz for one in texts])
        local = [
            sparse.csr_matrix((one.data, place[ends[at] : ends[at + 1]], one.indptr), (one.shape[0], len(used))) for at, one in enumerate(texts)
        ]
        return used, local, self.rows[used]

    def move(self, used, change, count, rate):
        self.history[used] += (change**2).sum(1, keepdims=True) * count
        self.rows[used] -= rate * self.pace[used] * change * np.sqrt(count) / np.sqrt(self.history[used])


def through_unit(pull, vectors, lengths):
    return (pull - (pull * vectors).sum(1, keepdims=True) * vectors) / lengths


def follow_all(table, lesson, picked, rate):
    """Each text's similarities to all others, as shares, follow the teacher's."""
    used, (x,), rows = table.read(lesson.texts[picked])
    u, lengths = unit(x @ rows)
    count = len(picked)
    ours, theirs = SHARP * (u @ u.T), SHARP * (lesson.vectors[picked] @ lesson.vectors[picked].T)
    itself = np.eye(count, dtype=bool)
    ours[itself] = theirs[itself] = -1e9
    pull = SHARP * (softmax(ours, 1) - softmax(theirs, 1)) / count
    table.move(used, x.T @ through_unit((pull + pull.T) @ u, u, lengths), count, rate)


def follow_asked(table, lesson, questions, others, rate):
    """The same, of a question to other texts."""
    used, (x, y), rows = table.read(lesson.texts[questions], lesson.texts[others])
    (u, u_lengths), (v, v_lengths) = unit(x @ rows), unit(y @ rows)
    count = len(questions)
    theirs = softmax(SHARP * (lesson.vectors[questions] @ lesson.vectors[others].T), 1)
    pull = SHARP * (softmax(SHARP * (u @ v.T), 1) - theirs) / count
    change = x.T @ through_unit(pull @ v, u, u_lengths) + y.T @ through_unit(pull.T @ u, v, v_lengths)
    table.move(used, change, count, rate)


def contrast(table, left, right, rng, rate):
    """As in train.py: each text finds its partner among those of its batch, both ways."""
    count = min(PAIRS, left.shape[0])
    picked = rng.choice(left.shape[0], count, replace=False)
    used, (x, y), rows = table.read(left[picked], right[picked])
    (u, u_lengths), (v, v_lengths) = unit(x @ rows), unit(y @ rows)
    logits = SCALE * (u @ v.T)
    pull = SCALE * (softmax(logits, 1) + softmax(logits, 0) - 2 * np.eye(count, dtype=np.float32)) / (2 * count)
    change = x.T @ through_unit(pull @ v, u, u_lengths) + y.T @ through_unit(pull.T @ u, v, v_lengths)
    table.move(used, change, count, rate)


def train(root, start, known, sets, shares, run):
    rng = np.random.default_rng(17)
    lesson = Lesson(root, run["texts"], known, rng)
    table = Table(start)
    for step in range(run["steps"]):
        rate = run["rate"] * min(1.0, 2 * (1 - step / run["steps"]))
        if rng.random() >= run["teacher"]:
            contrast(table, *sets[rng.choice(len(sets), p=shares)], rng, rate)
        else:
            mixed = lesson.mixed(rng)
            if run["asked"] and rng.random() < run["asked"]:
                follow_asked(table, lesson, *lesson.asked(rng), rate)
            else:
                follow_all(table, lesson, mixed, rate)
        if step % 500 == 499:
            say("step", step + 1)
    return table.rows


def grouped(pairs, known):
    """The pairs of each source as two matrices, and how often each source has its turn."""
    groups = {}
    for source, weight, left, right in pairs:
        groups.setdefault(source, (weight, [], []))
        groups[source][1].append(left)
        groups[source][2].append(right)
    groups = {name: one for name, one in groups.items() if len(one[1]) >= 256}
    shares = [min(len(lefts), 40000) ** 0.7 * weight * (2 if name in ENGLISH_ONLY else 1) for name, (weight, lefts, _) in groups.items()]
    return [(matrix(lefts, known), matrix(rights, known)) for _, lefts, rights in groups.values()], np.array(shares) / sum(shares)


def main(root, start, out):
    words, first = unpack(start)
    known = {word: row for row, word in enumerate(words)}
    pairs = read_pairs(root)
    sets, shares = grouped(pairs, known)
    tables = [first]
    for run in RUNS:
        say(run)
        tables.append(train(root, first, known, sets, shares, run))
    table = without_common(np.mean(tables, axis=0, dtype=np.float32), pairs, known)
    np.savez(out, table=table)
    json.dump(words, open(out + ".words.json", "w", encoding="utf8"), ensure_ascii=False)
    say("done")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3])
