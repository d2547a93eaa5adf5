"""Collects English texts for the teacher: dialogues, questions, definitions, help, stories. One line a text: kind, text (tab between)."""

import glob
import json
import random
import re
import sys

CHARACTERS_MAX = 400
CHARACTERS_MIN = 8
# At most so many texts of a kind; every text of the other kinds is taken.
CAPS = {
    "sgd": 70000,
    "gloss": 40000,
    "office": 25000,
    "python": 12000,
    "tldr": 6000,
    "bible": 15000,
    "trivia-answer": 15000,
    "trivia": 30000,
}


class Texts:
    def __init__(self):
        self.kinds = {}

    def add(self, kind, text):
        text = re.sub(r"\s+", " ", text).strip()
        if len(text) >= CHARACTERS_MIN:
            self.kinds.setdefault(kind, {})[text[:CHARACTERS_MAX]] = True


def dialogues(raw, texts):
    for path in sorted(glob.glob(f"{raw}/google-research-datasets+dstc8-schema-guided-dialogue/*/dialogues_*.json")):
        for one in json.load(open(path, encoding="utf8")):
            for turn in one["turns"]:
                texts.add("sgd", turn["utterance"])
    for path in sorted(glob.glob(f"{raw}/alexa+Topical-Chat/conversations/*.json")):
        for one in json.load(open(path, encoding="utf8")).values():
            for turn in one["content"]:
                texts.add("topical", turn["message"])
    for path in sorted(glob.glob(f"{raw}/google-research-datasets+Taskmaster/TM-4*/data/*.json")):
        for one in json.load(open(path, encoding="utf8")):
            for turn in one["utterances"]:
                texts.add("taskmaster", turn["text"])


def questions(raw, texts):
    for part in ("train", "dev"):
        for one in json.load(open(f"{raw}/google-research-datasets+Disfl-QA/{part}.json", encoding="utf8")).values():
            texts.add("disfl", one["original"])
            texts.add("disfl", one["disfluent"])
    for part in ("train", "dev", "test"):
        for line in open(f"{raw}/google-research-datasets+query-wellformedness/{part}.tsv", encoding="utf8"):
            texts.add("wellformed", line.split("\t")[0])
    for path in sorted(glob.glob(f"{raw}/uberspot+OpenTriviaQA/categories/*")):
        for question, answer in re.findall(r"#Q (.*?)\n\^ (.*?)\n", open(path, encoding="latin1").read(), re.S):
            texts.add("trivia", question)
            texts.add("trivia-answer", f"{question} {answer}")


def of_pairs(root, texts):
    """Takes the English sides of the pairs that corpus.py made."""
    for line in open(f"{root}/pairs.tsv", encoding="utf8"):
        source, _, left, right = line.rstrip("\n").split("\t")
        if source == "oewn-gloss":
            texts.add("gloss", f"{left}: {right}")
        elif source == "oewn-example":
            texts.add("example", left)
        elif source in ("clinc", "banking"):
            texts.add(source, left)
            texts.add(source, right)
        elif source in ("office-de", "office-fr", "office-head"):
            texts.add("office", right)
        elif source == "python-fr":
            texts.add("python", right)
        elif source.startswith("tldr-"):
            texts.add("tldr", right)
        elif source.startswith("bible-"):
            texts.add("bible", right)
        elif source == "tatoeba-zh":
            texts.add("tatoeba", right)


def main(root):
    random.seed(23)
    texts = Texts()
    dialogues(root + "/raw", texts)
    questions(root + "/raw", texts)
    of_pairs(root, texts)
    rows = []
    for kind, known in sorted(texts.kinds.items()):
        every = sorted(known)
        count = min(len(every), CAPS.get(kind, len(every)))
        print(kind, len(every), count)
        rows += [(kind, text) for text in random.sample(every, count)]
    random.shuffle(rows)
    with open(f"{root}/texts.tsv", "w", encoding="utf8") as file:
        file.writelines(f"{kind}\t{text}\n" for kind, text in rows)


main(sys.argv[1])
