import { ok } from '@cairn/schema';
import { expect, test } from 'vitest';
import { forget } from './forget.ts';

/** Forgets two memories, of which the trash lists `kept`. Returns the notes. */
const notesOf = async (
  kept: readonly string[],
  scope: string | null = null,
  forgotten: readonly string[] = ['m_1', 'm_2'],
) => {
  const io = Object.assign(Object.create(null), {
    scope,
    ask: async (route: string) =>
      route === 'GET /v1/trash'
        ? ok({ memories: kept.map((id) => ({ id })), total: kept.length })
        : ok({ forgotten, notFound: [] }),
  });
  const nothing = { text: () => undefined, flag: () => false };
  const done = await forget(Object.assign(Object.create(null), { args: ['m_1', 'm_2'], ...nothing }), io);
  return done.ok ? done.value?.notes?.join() : done.error;
};

test('[M-16, SP-2] the hint names the trash only where it lists what was forgotten', async () => {
  expect(await notesOf(['m_2', 'm_1'])).toContain('`cairn trash` lists');
  expect(await notesOf(['m_2', 'm_1'], 'team')).toContain('`cairn --scope team trash` lists');
  expect(await notesOf(['m_2'])).toBe('`cairn trash restore ID…` brings some back within 30 days.');
});

test('[M-16] the hint for one of two ids names it only if the trash has it under this id', async () => {
  expect(await notesOf(['m_1'], null, ['m_1'])).toBe(
    '`cairn trash restore m_1` brings it back within 30 days.',
  );
  // The id of an earlier version: the trash has the memory under that of the present one.
  expect(await notesOf(['m_9'], null, ['m_1'])).toBe(
    '`cairn trash restore ID…` brings some back within 30 days.',
  );
});
