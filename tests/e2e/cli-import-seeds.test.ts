// Imports the stores of the programs that Cairn grew out of by one command each. A second import adds nothing.

import { importResult, listResult, searchResult } from '@cairn/schema';
import { seedStores } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { device } from './cairn.ts';

test('[IM-12] ctx0, Navi, Nebo and Oxydra are taken over once, with what they knew of each memory', async () => {
  const own = await device('seeds');
  onTestFinished(own.end);
  const stores = seedStores(own.home);
  const paths = Object.entries(stores);
  for (const [program, path] of paths) {
    const first = await own.json(importResult, ['import', path]);
    expect([program, first.failed, first.new > 0]).toEqual([program, 0, true]);
    const again = await own.json(importResult, ['import', path, '--from', program]);
    expect([program, again.new]).toEqual([program, 0]);
    expect((await own.fails(1, ['import', path, '--from', 'claude-mem'])).message).toMatch(/looks like/);
  }
  const { memories } = await own.json(listResult, ['list', '-n', '100']);
  const told = memories.map(
    ({ content, namespace, key, tags, project, pinned, session, source, createdAt }) => ({
      ...{ content, namespace, key, tags, project, pinned, session, source, day: createdAt.slice(0, 13) },
    }),
  );
  const plain = { namespace: null, key: null, tags: [], project: null, pinned: false, source: 'import' };
  expect(told.toSorted((a, b) => (a.content < b.content ? -1 : 1))).toEqual([
    {
      ...{
        ...plain,
        content: 'Deploys with kamal',
        tags: ['deploy', 'tools'],
        project: 'shop',
        pinned: true,
      },
      ...{ session: 'ctx0:m_a1', day: '2026-01-05T09' },
    },
    {
      ...{ ...plain, content: 'Prefers four spaces', namespace: 'tacit/preferences', key: 'indentation' },
      ...{ tags: ['style'], session: 'nebo:7', day: '2026-01-07T08' },
    },
    { ...plain, content: 'The lighthouse is painted in May', session: 'oxydra:note-9', day: '2026-01-08T08' },
    {
      ...{ ...plain, content: 'Uses helix', namespace: 'preferences', key: 'editor' },
      ...{ session: 'navi:1', day: '2026-01-06T10' },
    },
  ]);
  const said = await own.json(searchResult, ['search', 'where did the okapi go', '--in', 'sessions']);
  expect(said.passages.map(({ text }) => text)).toContain('Where did the okapi go?');
  const other = await own.json(searchResult, ['search', 'how tall is the lighthouse', '--in', 'sessions']);
  expect(other.passages[0]).toMatchObject({ text: expect.stringContaining('lighthouse'), author: 'user' });
});
