"""Reads the sources of the data card into pairs of texts. One line a pair: source, weight, left, right (tab between)."""

import bz2
import csv
import glob
import html
import json
import os
import random
import re
import sys
import unicodedata

import yaml

random.seed(17)
LANGUAGES = ["de", "fr", "es", "it", "pt", "zh", "ja"]
# Words without which two sentences are still the same.
COMMON = set(
    """a an the is are was were be been am i you he she it we they my your his her its our their this that to of in on at for with and or not
    do does did have has had will would can could s t m re ll ve d tom mary""".split()
)
TAG = re.compile(r"<[^>]+>")
out = []


def pair(source, weight, left, right):
    left, right = (re.sub(r"\s+", " ", one).strip()[:600] for one in (left, right))
    if left and right and left != right:
        out.append((source, weight, left, right))


def plain(text):
    return html.unescape(TAG.sub(" ", text))


def office(root):
    """LibreOffice's help: a paragraph has one name in every language; a heading stands before its paragraphs."""
    folder = {"en": "en-us/usr/share/libreoffice/help/en-US", "pt": "pt-br/usr/share/libreoffice/help/pt-BR", "zh": "zh-cn/usr/share/libreoffice/help/zh-CN"}
    paragraph = re.compile(r'<(p|h[1-6])\s[^>]*id="((?:par|hd)_id[^"]+)"[^>]*>(.*?)</\1>', re.S)

    def read(language):
        base = os.path.join(root, folder.get(language, f"{language}/usr/share/libreoffice/help/{language}"), "text")
        texts, heads = {}, []
        for path in sorted(glob.glob(base + "/**/*.html", recursive=True)):
            head = ""
            for kind, name, body in paragraph.findall(open(path, encoding="utf8").read()):
                body = plain(body).strip()
                texts[(os.path.relpath(path, base), name)] = body
                if kind != "p":
                    head = body
                elif head and len(body) > 40:
                    heads.append((head, body))
                    head = ""
        return texts, heads

    english, heads = read("en")
    for head, body in sorted(set(heads)):
        pair("office-head", 1, head, body)
    for language in LANGUAGES:
        texts, foreign = read(language)
        seen = {(english[name], text) for name, text in texts.items() if name in english}
        for left, right in sorted(seen):
            pair(f"office-{language}", 1, right, left)
        for head, body in sorted(set(foreign)):
            pair(f"office-head-{language}", 1, head, body)


def tldr(root):
    code = {"pt": "pt_BR"}
    line = re.compile(r"^(?:> |- )(.+)$", re.M)
    for language in LANGUAGES:
        for path in sorted(glob.glob(f"{root}/pages.{code.get(language, language)}/*/*.md")):
            original = path.replace(f"pages.{code.get(language, language)}", "pages")
            if not os.path.exists(original):
                continue
            foreign, english = (line.findall(re.sub(r"<[^>]*>|`", " ", open(one, encoding="utf8").read())) for one in (path, original))
            if len(foreign) == len(english):
                for left, right in zip(foreign, english):
                    pair(f"tldr-{language}", 1, left, right)


def python_docs(root):
    entry = re.compile(r'^msgid ((?:".*"\n)+)msgstr ((?:".*"\n)+)', re.M)
    for path in sorted(glob.glob(root + "/**/*.po", recursive=True)):
        for left, right in entry.findall(open(path, encoding="utf8").read()):
            english, french = ("".join(re.findall(r'"(.*)"', part)).replace('\\n', " ").replace("\\", "") for part in (left, right))
            strip = lambda text: re.sub(r":[\w:]+:`~?([^`<]*)[^`]*`|[`*|]", r" \1 ", text)
            if english and french and len(english) < 500:
                pair("python-fr", 1, strip(french), strip(english))


def bibles(root):
    names = {"de": "GerTafel", "fr": "FreSynodale1921", "es": "SpaRV1865", "pt": "PorBLivre", "zh": "ChiUn", "ja": "JapDenmo"}

    def read(name):
        verses, book = {}, ""
        for line in open(f"{root}/formats/txt/{name}.txt", encoding="utf8"):
            if line.startswith("###"):
                book = line[3:].strip()
            found = re.match(r"\[(\d+:\d+)\]\s+(.+)", line)
            if found:
                verses[(book, found[1])] = found[2]
        return verses

    english = read("BSB")
    for language, name in names.items():
        both = sorted((name, text) for name, text in read(name).items() if name in english)
        for verse, text in random.sample(both, min(8000, len(both))):
            pair(f"bible-{language}", 0.3, text, english[verse])


def wordnets(omw, pwn):
    """Lemmas of one synset (PWN 3.0), and the synset's own words and definition in English."""
    english, gloss = {}, {}
    letter = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
    for name, kind in letter.items():
        for line in open(f"{pwn}/data.{name}", encoding="utf8"):
            if line.startswith("  "):
                continue
            head, _, definition = line.partition(" | ")
            fields = head.split()
            count = int(fields[3], 16)
            key = f"{fields[0]}-{kind}"
            english[key] = [re.sub(r"\(\w+\)$", "", fields[4 + 2 * at]).replace("_", " ") for at in range(count)]
            gloss[key] = definition.split(";")[0].strip()
    files = {
        "zh": ["cow/wn-data-cmn.tab", "wikt/wn-wikt-cmn.tab"],
        "ja": ["wikt/wn-wikt-jpn.tab"],
        "it": ["ita/wn-data-ita.tab", "wikt/wn-wikt-ita.tab"],
        "fr": ["fra/wn-data-fra.tab", "wikt/wn-wikt-fra.tab"],
        "pt": ["por/wn-data-por.tab", "wikt/wn-wikt-por.tab"],
        "de": ["wikt/wn-wikt-deu.tab"],
        "es": ["wikt/wn-wikt-spa.tab"],
    }
    for language, paths in files.items():
        for path in paths:
            for line in open(f"{omw}/wns/{path}", encoding="utf8"):
                fields = line.rstrip("\n").split("\t")
                if line.startswith("#") or len(fields) < 3 or "lemma" not in fields[1]:
                    continue
                key = fields[0].replace("-s", "-a")
                if key in english:
                    lemma = fields[2].replace("+", "").replace("_", " ")
                    pair(f"{path.split('/')[0]}-{language}", 1, lemma, " / ".join(english[key]))


def english_wordnet(root):
    for path in sorted(glob.glob(f"{root}/src/yaml/*.yaml")):
        if os.path.basename(path).startswith(("entries", "frames")):
            continue
        for one in yaml.load(open(path, encoding="utf8"), Loader=yaml.CSafeLoader).values():
            words, meaning = ", ".join(one["members"]), one["definition"][0]
            pair("oewn-gloss", 1, words, meaning)
            for example in one.get("example", []):
                if isinstance(example, str):
                    pair("oewn-example", 0.5, example, f"{words}: {meaning}")


def emoji(root):
    def read(language):
        table = json.load(open(f"{root}/annotations/{language}/annotations.json", encoding="utf8"))
        return table["annotations"]["annotations"]

    english = read("en")
    code = {"zh": "zh", "pt": "pt"}
    for language in LANGUAGES:
        for sign, one in read(code.get(language, language)).items():
            if sign in english:
                words = one.get("default", []) + one.get("tts", [])
                other = english[sign].get("default", []) + english[sign].get("tts", [])
                pair(f"cldr-{language}", 1, " / ".join(dict.fromkeys(words)), " / ".join(dict.fromkeys(other)))
                if one.get("tts") and english[sign].get("tts"):
                    pair(f"cldr-name-{language}", 1, one["tts"][0], english[sign]["tts"][0])


def names(root):
    for kind in ("territories", "languages"):
        read = lambda language: json.load(open(f"{root}/main/{language}/{kind}.json", encoding="utf8"))["main"][language]["localeDisplayNames"][kind]
        english = read("en")
        for language in LANGUAGES:
            for key, name in read(language).items():
                if key in english and "-" not in key:
                    pair(f"names-{language}", 1, name, english[key])


def unihan(root):
    for line in bz2.open(f"{root}/Unihan_Readings.txt.bz2", "rt", encoding="utf8"):
        fields = line.rstrip("\n").split("\t")
        if len(fields) == 3 and fields[1] == "kDefinition":
            sign = chr(int(fields[0][2:], 16))
            pair("unihan", 0.7, sign, re.sub(r"\(.*?\)", " ", fields[2]))


def dialogues(sgd, topical):
    for path in sorted(glob.glob(f"{sgd}/train/dialogues_*.json")):
        for one in json.load(open(path, encoding="utf8")):
            turns = [turn["utterance"] for turn in one["turns"]]
            for at in range(1, len(turns)):
                if random.random() < 0.25:
                    pair("sgd", 0.5, turns[at - 1], turns[at])
    for path in sorted(glob.glob(f"{topical}/conversations/*.json")):
        for one in json.load(open(path, encoding="utf8")).values():
            turns = [turn["message"] for turn in one["content"]]
            for at in range(1, len(turns)):
                pair("topical", 1, turns[at - 1], turns[at])


def intents(clinc, banking):
    groups = {}
    for text, label in json.load(open(f"{clinc}/data/data_full.json", encoding="utf8"))["train"]:
        groups.setdefault("clinc " + label, []).append(text)
    for row in csv.DictReader(open(f"{banking}/banking_data/train.csv", encoding="utf8")):
        groups.setdefault("banking " + row["category"], []).append(row["text"])
    for label, texts in sorted(groups.items()):
        random.shuffle(texts)
        for left, right in zip(texts[::2], texts[1::2]):
            pair(label.split()[0], 0.5, left, right)


def said(text):
    return re.sub(r"[\W_]+", " ", unicodedata.normalize("NFKC", text.lower())).strip()


def telling(text):
    return frozenset(word for word in said(text).split() if word not in COMMON)


def tatoeba(path, language, held):
    """Never a sentence of the test's, nor one with the same telling words in English."""
    held_words = {telling(text) for text in held}
    held_texts = {said(text) for text in held}
    for line in open(path, encoding="utf8"):
        english, foreign = line.rstrip("\n").split("\t")[:2]
        words = telling(english)
        if held_texts.isdisjoint((said(english), said(foreign))) and (len(words) < 2 or words not in held_words):
            pair(f"tatoeba-{language}", 1, foreign, english)


def europarl(english, italian):
    for left, right in zip(open(italian, encoding="utf8"), open(english, encoding="utf8")):
        pair("europarl-it", 1, left, right)


def main(root):
    raw = root + "/raw"
    held = set()
    for path in glob.glob(f"{raw}/facebookresearch+LASER/data/tatoeba/v1/tatoeba.*"):
        held.update(open(path, encoding="utf8").read().splitlines())
    office(root + "/lo")
    tldr(f"{raw}/tldr-pages+tldr")
    python_docs(f"{raw}/python+python-docs-fr")
    bibles(f"{raw}/scrollmapper+bible_databases")
    wordnets(f"{raw}/omwn+omw-data", f"{root}/wn30/usr/share/wordnet")
    english_wordnet(f"{raw}/globalwordnet+english-wordnet")
    emoji(f"{root}/npm/cldr-annotations-full")
    names(f"{root}/npm/cldr-localenames-full")
    unihan(f"{root}/unidata/usr/share/unicode")
    dialogues(f"{raw}/google-research-datasets+dstc8-schema-guided-dialogue", f"{raw}/alexa+Topical-Chat")
    intents(f"{raw}/clinc+oos-eval", f"{raw}/PolyAI-LDN+task-specific-datasets")
    for language in ("de", "fr", "es", "zh", "ja"):
        tatoeba(f"{root}/tatoeba/{language}.txt", language, held)
    europarl(f"{root}/europarl/en", f"{root}/europarl/it")
    counts = {}
    with open(root + "/pairs.tsv", "w", encoding="utf8") as file:
        for one in dict.fromkeys(out):
            counts[one[0]] = counts.get(one[0], 0) + 1
            file.write("\t".join(map(str, one)) + "\n")
    for source, count in counts.items():
        print(source, count)


main(sys.argv[1])
