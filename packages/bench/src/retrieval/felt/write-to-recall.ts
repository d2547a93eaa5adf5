/** Measures whether a saved memory is found immediately, and whether indexes and rows agree after every kind of write and after a crash. */
import { copyFile } from 'node:fs/promises';
import { type Engine, openEngine } from '@cairn/core';
import { createClient } from '@libsql/client/sqlite3';
import { eachInTurn } from '../../measure.ts';
import { must } from '../../must.ts';
import { createCorpus } from '../../text/corpus.ts';
import { mustSave, searchOf } from './ask-engine.ts';

/** Saves `count` memories in the engine's database at `path`. A third of them is superseded and another third forgotten. */
export const measureWriteToRecall = async (engine: Engine, path: string, count: number) => {
  const saved = await saveMarked(engine, count);
  const third = Math.floor(count / 3);
  const superseded = await supersedeMarked(engine, saved.marks.slice(0, third));
  const gone = saved.marks.slice(third, 2 * third);
  must(await engine.forget({ ids: gone.map(({ id }) => id) }));
  const alive = [...superseded.marks, ...saved.marks.slice(2 * third)];
  return {
    saved: count,
    /** Memories that their own word finds right after the save was answered. */
    found: saved.found,
    /** Superseded memories that are found by their new text, and by no word of the old text. */
    superseded: superseded.marks.length,
    foundSuperseded: superseded.found,
    /** Forgotten memories that are in no answer. */
    forgotten: gone.length,
    foundForgotten: await countFound(engine, gone),
    ...(await afterCrash(path, alive)),
    ...(await sizesOf(path)),
  };
};

interface Mark {
  readonly id: string;
  readonly word: string;
}

const countFound = async (engine: Engine, marks: readonly Mark[]): Promise<number> => {
  const search = searchOf(engine);
  const first = await eachInTurn(marks, async ({ word }) => (await search({ query: word })).results[0]);
  return marks.filter(({ id }, at) => first[at]?.id === id).length;
};

const corpus = createCorpus('write to recall');

const saveMarked = async (engine: Engine, count: number) => {
  const marks: Mark[] = [];
  let found = 0;
  for (let nth = 0; nth < count; nth++) {
    const { text, word } = corpus.unique(`first${nth}`);
    const { id } = await mustSave(engine, { content: text });
    marks.push({ id, word });
    found += await countFound(engine, marks.slice(-1));
  }
  return { marks, found };
};

const supersedeMarked = async (engine: Engine, old: readonly Mark[]) => {
  const marks: Mark[] = [];
  let found = 0;
  for (const [nth, former] of old.entries()) {
    const { text, word } = corpus.unique(`second${nth}`);
    const { id } = await mustSave(engine, { content: text, supersedes: former.id });
    marks.push({ id, word });
    const { results } = await searchOf(engine)({ query: former.word });
    const isHidden = results.every((hit) => hit.id !== former.id);
    found += isHidden ? await countFound(engine, marks.slice(-1)) : 0;
  }
  return { marks, found };
};

/** Reads a copy of the files, made while the engine ran. The copy is what a crash leaves. */
const afterCrash = async (path: string, alive: readonly Mark[]) => {
  const copy = `${path}.crashed`;
  await copyFile(path, copy);
  await copyFile(`${path}-wal`, `${copy}-wal`);
  const engine = must(await openEngine({ path: copy, deviceName: 'bench' }));
  try {
    const foundAfterCrash = await countFound(engine, alive);
    const { rows, indexed } = await sizesOf(copy);
    return { foundAfterCrash, rowsAfterCrash: rows, indexedAfterCrash: indexed };
  } finally {
    await engine.close();
  }
};

const SIZES = 'SELECT (SELECT count(*) FROM memories), (SELECT count(*) FROM memory_fts_docsize)';

/** Counts rows and entries of the full-text index through a separate connection, as another program would see the file. */
const sizesOf = async (path: string): Promise<{ readonly rows: number; readonly indexed: number }> => {
  const client = createClient({ url: `file:${path}`, concurrency: 1, intMode: 'number' });
  try {
    const [row] = (await client.execute(SIZES)).rows;
    return { rows: Number(row?.[0]), indexed: Number(row?.[1]) };
  } finally {
    client.close();
  }
};
