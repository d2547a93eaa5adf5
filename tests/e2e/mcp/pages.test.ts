// The pages of a search whose candidates are found by words and by meaning.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@cairn/test-support';
import { expect, test } from 'vitest';
import { cairn, host, place } from './host.ts';

const WORDS = 'deploy server staging postgres redis coffee release budget meeting kubernetes docs'.split(' ');
const note = (at: number): string =>
  `Note ${at}: ${Array.from({ length: 6 }, (_, n) => WORDS[(at * 7 + n * n * 3) % WORDS.length]).join(' ')}`;

test('[MC-2] the pages of a search repeat no memory, and leave none out', async () => {
  const { home, env: without } = await place();
  const { CAIRN_EMBED: _, ...env } = without;
  const file = join(home, 'notes.jsonl');
  const lines = Array.from({ length: 400 }, (_, at) => JSON.stringify({ content: note(at) }));
  writeFileSync(file, lines.join('\n'));
  const run = (...args: readonly string[]): string => execFileSync(cairn, args, { env, encoding: 'utf8' });
  run('import', file);
  await waitUntil(() => JSON.parse(run('status', '--json')).models.embedder.pending === 0, {
    timeoutMs: 60_000,
    everyMs: 500,
    what: 'the vectors',
  });
  const agent = await host({ home, env });
  const seen: unknown[] = [];
  for (let cursor: unknown; ; ) {
    const asked = { query: 'postgres staging budget', project: '*', max_tokens: 20_000 };
    const page = await agent.tool('memory_search', cursor === undefined ? asked : { ...asked, cursor });
    for (const one of [page.results].flat()) seen.push(Object(one).id);
    if (page.cursor === undefined) break;
    cursor = page.cursor;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBe(200);
});
