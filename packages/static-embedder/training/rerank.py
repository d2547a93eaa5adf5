"""Trains the network that judges candidates (src/rerank.ts). Why, and how: README.md here."""

import base64
import json
import sys

import numpy as np
import torch
from torch import nn

from asked import extended, matrices, read_fields
from asked import train as train_table
from pack import unpack
from train import SIZE, say
from words import tokens

QUESTION_TOKENS, TEXT_TOKENS, CANDIDATES = 16, 40, 20
VECTOR_WEIGHT = 0.55
KERNELS = [(1.0, 0.02)] + [(centre, 0.09) for centre in (0.9, 0.75, 0.6, 0.45, 0.3, 0.15, 0.0, -0.2)]
UNITS = 24
STEPS, BATCH, RATE = 3000, 48, 2e-3
# The turn of a question's vectors learns slower, and stays near to none.
TURN_PACE, TURN_COST = 0.2, 1e-3
HALF_STEPS, HALF_RUN = 4000, {"seed": 1, "none": 0.65}
SAMPLES = 4


def half_table(fields, start):
    """Trains the table as asked.py does, on half of the authors: the prompts of the other half are then new to it."""
    pairs = [(prompt, memories[place]) for memories, asked, _ in fields for prompt, place in asked]
    words, rows = extended(*unpack(start), pairs)
    known = {word: row for row, word in enumerate(words)}
    made = [one for one in matrices(fields, known) if one[0].shape[0] > 3 and one[3].shape[0] > 0]
    return known, train_table(rows, made, HALF_RUN, HALF_STEPS)


class Candidates:
    """Questions with their best candidates. `answers`: the place of the right one; the place after the last stands for none, -1 for missed."""

    def __init__(self, stores, known, table):
        self.lengths = torch.tensor(np.linalg.norm(table, axis=1))
        self.vectors = torch.tensor(table) / self.lengths.clamp(min=1e-9)[:, None]
        texts, questions, candidates, scores, answers, sizes = [], [], [], [], [], []
        for store in stores:
            first = len(texts)
            found = [tokens(text, known) for text in store["contents"]]
            texts += [self.kept(one, TEXT_TOKENS) for one in found]
            vectors = np.array([unit_of(one, table) for one in found])
            for asked in store["asked"]:
                cosines = vectors @ unit_of(tokens(asked["q"], known), table)
                by_words = np.zeros(len(found), np.float32)
                for hit in asked["hits"]:
                    by_words[hit[0]] = hit[1]
                whole = max(by_words.max(), (by_words.max() + 1) / 2)
                fused = VECTOR_WEIGHT * np.maximum(0, cosines) + (1 - VECTOR_WEIGHT) * by_words / whole
                best = np.argsort(-fused, kind="stable")[:CANDIDATES]
                missing = CANDIDATES - len(best)
                questions.append(self.kept(tokens(asked["q"], known), QUESTION_TOKENS))
                candidates.append(np.r_[best + first, np.full(missing, -1)])
                four = np.stack([cosines, by_words, by_words / whole, fused], 1)[best]
                scores.append(np.r_[four, np.zeros((missing, 4))])
                right = np.flatnonzero(best == asked["wanted"])
                answers.append(CANDIDATES if asked["wanted"] < 0 else right[0] if len(right) else -1)
                sizes.append(len(found))
        self.texts, self.questions = np.array(texts), np.array(questions)
        self.candidates, self.answers, self.sizes = np.array(candidates), np.array(answers), np.array(sizes)
        self.scores = np.array(scores, np.float32)

    def kept(self, rows, most):
        """The rows of a text without repeats, padded with -1. When there are too many, the longest vectors stay."""
        unique = np.unique(rows).astype(int)
        if len(unique) > most:
            unique = unique[np.argsort(-self.lengths[unique].numpy(), kind="stable")[:most]]
        return np.r_[unique, np.full(most - len(unique), -1)]


def unit_of(rows, table):
    total = table[rows].sum(0) if rows else np.zeros(table.shape[1], np.float32)
    return total / max(1e-9, np.linalg.norm(total))


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.question_weights = nn.Parameter(torch.tensor([0.0, 1.0]))
        self.text_weights = nn.Parameter(torch.tensor([0.0, 1.0]))
        inputs = 4 + 3 + 2 * len(KERNELS) + 4
        self.turn = nn.Parameter(torch.eye(SIZE))
        self.first, self.last = nn.Linear(inputs, UNITS), nn.Linear(UNITS, 1)
        # How much the search's score counts beside the network. So the network learns what the score lacks.
        self.score_share = nn.Parameter(torch.tensor(6.0))
        self.none = nn.Linear(5, 1)
        self.norm = nn.BatchNorm1d(inputs, affine=False, momentum=0.05)

    def judged(self, of, which):
        """Returns the judgement of each candidate, and which candidates there are."""
        questions, scores = torch.tensor(of.questions[which]), torch.tensor(of.scores[which])
        there = torch.tensor(of.candidates[which] >= 0)
        texts = torch.tensor(of.texts[np.maximum(of.candidates[which], 0)])
        asks, tells = questions >= 0, texts >= 0
        q, t = questions.clamp(min=0), texts.clamp(min=0)
        by_question = weights(self.question_weights, of.lengths[q]) * asks
        by_text = weights(self.text_weights, of.lengths[t]) * tells
        # A product for each question: the batched product is slow without MKL.
        turned = of.vectors[q] @ self.turn
        near = torch.stack([(of.vectors[t[at]].reshape(-1, SIZE) @ turned[at].T).reshape(*t.shape[1:], -1) for at in range(len(q))])
        near = near.masked_fill(~tells[..., None], -9).masked_fill(~asks[:, None, None, :], -9)
        forth, back = near.max(2)[0].clamp(min=-1), near.max(3)[0].clamp(min=-1)
        shares = (by_question / by_question.sum(1, keepdim=True).clamp(min=1e-6))[:, None, :]
        shares_back = by_text / by_text.sum(2, keepdim=True).clamp(min=1e-6)
        told = torch.log1p(by_question.sum(1))[:, None, None].expand(-1, CANDIDATES, 1)
        below = [scores[..., at : at + 1] - scores[..., at].max(1, keepdim=True)[0][..., None] for at in (3, 0, 1)]
        parts = [scores, *below, kernels(forth, shares), kernels(back, shares_back)]
        parts += [(forth * shares).sum(2, keepdim=True), (back * shares_back).sum(2, keepdim=True), told, torch.log1p(by_text.sum(2, keepdim=True))]
        flat = torch.cat(parts, 2)
        if self.training:
            self.norm(flat[there])
        centred = (flat - self.norm.running_mean) / (self.norm.running_var + 1e-5).sqrt()
        return self.last(torch.tanh(self.first(centred)))[..., 0], there

    def forward(self, of, which):
        judged, there = self.judged(of, which)
        scores = torch.tensor(of.scores[which])
        asked = torch.log1p(torch.tensor((of.questions[which] >= 0).sum(1)).float()) / 3
        best = [scores[..., at].max(1)[0] for at in (0, 1, 3)]
        none = self.none(torch.stack([*best, torch.tensor(np.log(of.sizes[which])).float() / 6, asked], 1))
        return torch.cat([(judged + self.score_share * scores[..., 3]).masked_fill(~there, -1e4), none], 1)

    def written(self):
        """Returns what src/rerank.ts reads. The norm becomes a part of the first layer."""
        spread = (self.norm.running_var + 1e-5).sqrt()
        first = self.first.weight / spread
        bias = self.first.bias - (first * self.norm.running_mean).sum(1)
        numbers = lambda row: [round(float(one), 5) for one in row]
        return {
            "kernels": KERNELS,
            "vectorWeight": VECTOR_WEIGHT,
            "turn": bytes_of((self.turn - torch.eye(SIZE)).detach().numpy()),
            "questionWeights": numbers(self.question_weights),
            "textWeights": numbers(self.text_weights),
            "first": [numbers(row) for row in first],
            "bias": numbers(bias),
            "last": numbers(self.last.weight[0]),
            "lastBias": round(float(self.last.bias[0]), 5),
        }


def bytes_of(matrix):
    """Signed bytes in base64, row after row, and the scale of a byte."""
    scale = float(np.abs(matrix).max()) / 127
    return {"scale": round(scale, 7), "bytes": base64.b64encode(np.round(matrix / scale).astype(np.int8).tobytes()).decode()}


def weights(pair, lengths):
    return nn.functional.softplus(pair[0] + pair[1] * lengths)


def kernels(nearest, shares):
    of = [torch.exp(-((nearest - centre) ** 2) / (2 * width**2)) for centre, width in KERNELS]
    return (torch.stack(of, -1) * shares[..., None]).sum(2)


def train(sets):
    torch.manual_seed(1)
    rng, network = np.random.default_rng(1), Network()
    others = [one for one in network.parameters() if one is not network.turn]
    optimiser = torch.optim.Adam([{"params": [network.turn], "pace": TURN_PACE}, {"params": others, "pace": 1}])
    pools = [np.flatnonzero(one.answers >= 0) for one in sets]
    for step in range(STEPS):
        for group in optimiser.param_groups:
            group["lr"] = group["pace"] * RATE * min(1, (step + 1) / 100) * (1 - step / STEPS)
        which = rng.choice(pools[step % len(sets)], BATCH, replace=False)
        loss = nn.functional.cross_entropy(network(sets[step % len(sets)], which), torch.tensor(sets[step % len(sets)].answers[which]))
        loss = loss + TURN_COST * ((network.turn - torch.eye(SIZE)) ** 2).sum()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 500 == 0:
            say(step, round(float(loss), 3))
    return network.eval()


def samples(network, stores, table):
    """Returns what the test of src/rerank.ts compares: questions, their candidates with scores, and the judgement of each."""
    words, rows = unpack(table)
    known = {word: row for row, word in enumerate(words)}
    made = []
    for store in stores:
        asked = store["asked"][0]
        of = Candidates([{**store, "asked": [asked]}], known, rows.astype(np.float32))
        with torch.no_grad():
            judged, there = network.judged(of, np.array([0]))
        texts = [store["contents"][at] for at in of.candidates[0][of.candidates[0] >= 0]]
        numbers = [[round(float(one), 6) for one in row] for row in (of.scores[0][:, 1], of.scores[0][:, 0], judged[0])]
        candidates = [{"text": text, "textScore": score, "cosine": cosine} for text, score, cosine in zip(texts, *numbers[:2])]
        made.append({"question": asked["q"], "candidates": candidates, "judged": numbers[2][: len(texts)]})
    return made


def write(value, path):
    with open(path, "w", encoding="utf8") as file:
        json.dump(value, file, ensure_ascii=False)


def main(asked, start, stores, table, out):
    """`start`: the packed table before prompts. `stores`: what packages/bench/src/prompts/candidates.ts wrote. `table`: the last table."""
    torch.set_num_threads(1)
    lines = [json.loads(line) for line in open(stores, encoding="utf8")]
    sets = []
    for half in (0, 1):
        known, rows = half_table(read_fields(asked, 1 - half), start)
        sets.append(Candidates([one for one in lines if one["name"].startswith(f"{half}/")], known, rows))
        say("half", half, len(sets[-1].answers), "questions")
    network = train(sets)
    write(network.written(), out + ".json")
    write(samples(network, lines[:SAMPLES], table), out + "-samples.json")


if __name__ == "__main__":
    main(*sys.argv[1:6])
