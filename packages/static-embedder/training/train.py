"""Makes the table of token vectors from the pairs. Seeded; needs numpy and scipy. The steps and their reasons: README.md here."""

import json
import random
import sys
import time

import numpy as np
import scipy.sparse as sparse

from words import grams, is_dense, runs, tokens

SIZE = 128
ENGLISH = 40000
# Words of a lexicon are kept when their English side has one of so many.
LEXICON_RANK = 20000
SMOOTH = 1e-3
HOLD = 0.05
LEXICA = {"cow", "wikt", "ita", "fra", "por", "cldr", "names", "unihan"}
ENGLISH_ONLY = {"office-head", "oewn-gloss", "oewn-example", "sgd", "topical", "banking", "clinc"}
SPOKEN = {"topical", "sgd", "clinc", "tatoeba-zh"}
STEPS = 8000
RATE = 0.08
BATCH = 512
SCALE = 20.0
began = time.time()


def say(*what):
    print(f"[{time.time() - began:6.0f} s]", *what, flush=True)


def read_pairs(root):
    with open(f"{root}/pairs.tsv", encoding="utf8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    return [(source, float(weight), left, right) for source, weight, left, right in rows]


def vocabulary(words, pairs):
    """Tokens and their rows: English words by their rank in GloVe, then what the pairs hold often enough."""
    known = {}
    for word in words:
        found = runs(word)
        if len(known) < ENGLISH and len(found) == 1 and not is_dense(found[0]):
            known.setdefault(found[0], len(known))
    common = set(list(known)[:LEXICON_RANK])
    counts, lexical = {}, set()
    for source, _, left, right in pairs:
        for text in (left, right):
            for run in runs(text):
                for token in grams(run) if is_dense(run) else (run,):
                    counts[token] = counts.get(token, 0) + 1
        if source.split("-")[0] in LEXICA and any(run in common for run in runs(right)):
            lexical.update(runs(left))
    for token, count in sorted(counts.items()):
        if token not in known and count >= least(token, token in lexical):
            known[token] = len(known)
    return known


def least(token, is_lexical):
    """How often the pairs have to hold a token so that it is worth a row."""
    if not is_dense(token):
        return 4 if is_lexical else 10
    if len(token) == 1:
        return 6
    if is_lexical:
        return 3
    return 40 if len(token) == 2 else 100


def matrix(texts, known):
    """A row a text: its tokens' shares, 1 in all, or nothing where none is known."""
    starts, columns = [0], []
    for text in texts:
        columns.extend(tokens(text, known))
        starts.append(len(columns))
    lengths = np.diff(starts)
    data = np.repeat(1.0 / np.maximum(lengths, 1), lengths).astype(np.float32)
    made = sparse.csr_matrix((data, columns, starts), shape=(len(texts), len(known)))
    made.sum_duplicates()
    return made


def english_start(words, glove, known):
    """Unit GloVe vectors without their mean and first direction, each by how rare its word is (SIF, by Zipf's law of ranks)."""
    place = {}
    for row, word in enumerate(words):
        found = runs(word)
        if len(found) == 1:
            place.setdefault(found[0], row)
    rows = np.array([place[token] for token in list(known)[:ENGLISH]])
    vectors = glove[rows] - glove[:50000].mean(0)
    vectors /= np.maximum(1e-6, np.linalg.norm(vectors, axis=1, keepdims=True))
    _, _, axes = np.linalg.svd(vectors[:30000], full_matrices=False)
    vectors -= vectors @ axes[:1].T @ axes[:1]
    whole = (1 / (np.arange(1, len(words) + 1) + 2.7)).sum()
    share = 1 / (rows + 3.7) / whole
    return vectors * (SMOOTH / (SMOOTH + share))[:, None].astype(np.float32)


def align(made, english):
    """Least squares by conjugate gradients: a foreign text's vector is that of its English text, whose words are as they are."""
    names = [name for name in made if is_parallel(name)]
    left = sparse.vstack([made[name][0] for name in names]).tocsr()
    right = sparse.vstack([made[name][1] for name in names]).tocsr()
    weights = np.concatenate([np.full(made[name][0].shape[0], made[name][2] * (2 if name.split("-")[0] in LEXICA else 1)) for name in names])
    root = sparse.diags(np.sqrt(weights.astype(np.float32)))
    wanted = root @ (right[:, :ENGLISH] @ english - left[:, :ENGLISH] @ english)
    a = (root @ left[:, ENGLISH:]).tocsr()
    at = a.T.tocsr()
    x = (0.5 * (at @ wanted) / (np.asarray(a.sum(0)).ravel()[:, None] + 1e-6)).astype(np.float32)
    rest = at @ (wanted - a @ x) - HOLD * x
    way, size = rest.copy(), (rest**2).sum(0)
    for _ in range(12):
        through = at @ (a @ way) + HOLD * way
        far = size / np.maximum(1e-12, (way * through).sum(0))
        x += far * way
        rest -= far * through
        fresh = (rest**2).sum(0)
        way = rest + fresh / np.maximum(1e-12, size) * way
        size = fresh
    return x


def is_parallel(name):
    return name not in ENGLISH_ONLY and "head" not in name


def unit(vectors):
    lengths = np.maximum(1e-6, np.linalg.norm(vectors, axis=1, keepdims=True))
    return vectors / lengths, lengths


def softmax(logits, axis):
    shares = np.exp(logits - logits.max(axis, keepdims=True))
    return shares / shares.sum(axis, keepdims=True)


def contrast(table, sets):
    """Each text finds its partner among those of its batch, both ways; a batch is of one source. Adagrad, one history a row."""
    rng = np.random.default_rng(17)
    history = np.full((len(table), 1), 1e-3, np.float32)
    shares = np.array([share for *_, share in sets])
    shares = shares / shares.sum()
    mean = 0.0
    for step in range(STEPS):
        left, right, _ = sets[rng.choice(len(sets), p=shares)]
        count = min(BATCH, left.shape[0])
        picked = rng.choice(left.shape[0], count, replace=False)
        a, b = left[picked], right[picked]
        rows, place = np.unique(np.concatenate([a.indices, b.indices]), return_inverse=True)
        a = sparse.csr_matrix((a.data, place[: a.nnz], a.indptr), (count, len(rows)))
        b = sparse.csr_matrix((b.data, place[a.nnz :], b.indptr), (count, len(rows)))
        part = table[rows]
        (u, ul), (v, vl) = unit(a @ part), unit(b @ part)
        logits = SCALE * (u @ v.T)
        across, down = softmax(logits, 1), softmax(logits, 0)
        loss = -np.log(np.maximum(1e-9, np.diag(across))).mean()
        mean += (loss - mean) * (0.02 if step else 1)
        pull = SCALE * (across + down - 2 * np.eye(count, dtype=np.float32)) / (2 * count)
        gu, gv = pull @ v, pull.T @ u
        gu = (gu - (gu * u).sum(1, keepdims=True) * u) / ul
        gv = (gv - (gv * v).sum(1, keepdims=True) * v) / vl
        change = a.T @ gu + b.T @ gv
        history[rows] += (change**2).sum(1, keepdims=True) * count
        now = RATE * min(1.0, 2 * (1 - step / STEPS))
        table[rows] -= now * change * np.sqrt(count) / np.sqrt(history[rows])
        if step % 1000 == 999:
            say(f"step {step + 1}: loss {mean:.3f}")
    return table


def without_common(table, pairs, known):
    """Takes out the direction that all sentences share, so that texts about different things are not near each other."""
    picked = random.Random(1).sample(pairs, 60000)
    texts = [left for source, _, left, _ in picked if source in SPOKEN][:6000]
    common = np.zeros(SIZE, np.float32)
    for text in texts:
        rows = tokens(text, known)
        if rows:
            vector = table[rows].sum(0)
            common += vector / max(1e-9, np.linalg.norm(vector))
    common /= np.linalg.norm(common)
    return table - (table @ common)[:, None] * common


def main(root, out):
    pairs = read_pairs(root)
    words = open(f"{root}/glove.txt", encoding="utf8").read().split("\n")
    known = vocabulary(words, pairs)
    json.dump(list(known), open(out + ".words.json", "w", encoding="utf8"), ensure_ascii=False)
    say(len(pairs), "pairs,", len(known), "tokens")
    groups = {}
    for source, weight, left, right in pairs:
        groups.setdefault(source, []).append((weight, left, right))
    made = {name: (matrix([r[1] for r in rows], known), matrix([r[2] for r in rows], known), rows[0][0]) for name, rows in groups.items()}
    english = english_start(words, np.load(f"{root}/glove.npy"), known)
    table = np.zeros((len(known), SIZE), np.float32)
    table[:ENGLISH, : english.shape[1]] = english
    table[ENGLISH:, : english.shape[1]] = align(made, english)
    say("aligned")
    noise = np.random.default_rng(1).normal(0, 0.02, (len(known), SIZE - english.shape[1]))
    table[:, english.shape[1] :] = noise * np.linalg.norm(table, axis=1, keepdims=True)
    share = lambda name, count, weight: min(count, 40000) ** 0.7 * weight * (2 if name in ENGLISH_ONLY else 1)
    sets = [(a, b, share(name, a.shape[0], weight)) for name, (a, b, weight) in made.items() if a.shape[0] >= 256]
    table = without_common(contrast(table, sets), pairs, known)
    np.savez(out, table=table)
    say("done")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
