"""Takes a text apart as src/tokens.ts does: the table is only right for both when they agree (checked by a test)."""

import re
import unicodedata

MARKS = re.compile("[\u0300-\u036f]")
# Runs of one kind: Han, kana, or letters and digits of any other script.
HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3005"
KANA = "\u3041-\u309f\u30a0-\u30ff"
RUN = re.compile(f"[{HAN}{KANA}]+|[^\\W_{HAN}{KANA}]+")
DENSE = re.compile(f"[{HAN}{KANA}]")
GRAM_MAX = 4


def folded(text):
    plain = MARKS.sub("", unicodedata.normalize("NFKD", text.lower()))
    return unicodedata.normalize("NFC", plain)


def runs(text):
    """Words, and runs of Chinese or Japanese characters."""
    return RUN.findall(folded(text))


def is_dense(run):
    return DENSE.match(run) is not None


def grams(run):
    """Every part of one to four characters."""
    for size in range(1, GRAM_MAX + 1):
        for at in range(len(run) - size + 1):
            yield run[at : at + size]


STEM_MIN = 4


def tokens(text, known):
    """Numbers of the table's rows, in the order in which they stand; `known` maps a token to its row."""
    found = []
    for run in runs(text):
        if is_dense(run):
            found.extend(known[gram] for gram in grams(run) if gram in known)
        elif run in known:
            found.append(known[run])
        else:
            found.extend(parts(run, known))
    return found


def parts(word, known):
    """A word that is not known: two known words (a compound), else the longest known beginning that is most of it."""
    for at in range(len(word) - STEM_MIN, STEM_MIN - 1, -1):
        head, tail = known.get(word[:at]), known.get(word[at:])
        if head is not None and tail is not None:
            return [head, tail]
    for at in range(len(word) - 1, max(STEM_MIN, (len(word) + 1) // 2) - 1, -1):
        if word[:at] in known:
            return [known[word[:at]]]
    return []
