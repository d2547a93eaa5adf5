"""Writes the table as src/table.ts reads it: a signed byte a number, a scale a row. Beside it what the tests compare."""

import hashlib
import json
import struct
import sys

import numpy as np

from words import tokens

SAMPLES = [
    "Where does the nightly backup go?",
    "Die Besprechung über den Datenschutz findet am 3. März statt.",
    "L’équipe préfère des réunions courtes, sans café.",
    "¿Qué contraseña usa el servidor de pruebas?",
    "Il cane di Àlvaro mangia più del gatto.",
    "A reunião começa às nove horas em São Paulo.",
    "我们的服务器每周五晚上重启。",
    "会議は東京で午後三時に始まります。",
    "ｆｕｌｌ－ｗｉｄｔｈ ﬁles, 中文 and English: v2_final",
    "zzzqqqxx",
    "",
]


def unpack(path):
    """Returns the tokens and the vectors of a table's file."""
    data = open(path, "rb").read()
    count, size, text = struct.unpack("<3I", data[4:16])
    scales = np.frombuffer(data, "<f4", count, 16 + text)
    values = np.frombuffer(data, np.int8, count * size, 16 + text + 4 * count).reshape(count, size)
    return data[16 : 16 + text].decode("utf8").split("\n"), values.astype(np.float32) * scales[:, None]


def pack(made, out):
    words = json.load(open(made + ".words.json", encoding="utf8"))
    table = np.load(made + ".npz")["table"].astype(np.float32)
    scales = np.maximum(np.abs(table).max(1), 1e-9) / 127
    values = np.clip(np.rint(table / scales[:, None]), -127, 127).astype(np.int8)
    text = "\n".join(words).encode("utf8")
    head = b"CSE1" + struct.pack("<3I", len(words), table.shape[1], len(text))
    data = head + text + scales.astype("<f4").tobytes() + values.tobytes()
    open(out + ".bin", "wb").write(data)
    known = {word: row for row, word in enumerate(words)}
    check = {
        "sha256": hashlib.sha256(data).hexdigest(),
        "bytes": len(data),
        "rows": len(words),
        "dimensions": table.shape[1],
        "samples": [{"text": one, "rows": tokens(one, known)} for one in SAMPLES],
    }
    json.dump(check, open(out + ".json", "w", encoding="utf8"), ensure_ascii=False)
    print(check["rows"], "rows,", check["bytes"], "bytes,", check["sha256"])


if __name__ == "__main__":
    pack(sys.argv[1], sys.argv[2])
