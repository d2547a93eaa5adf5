/** What the lists say when they are empty or refused. */
import { ok } from '@cairn/schema';
import { expect, test } from 'vitest';
import type { Run } from '../command.ts';
import { list as memories } from './list.ts';
import { list as schedules } from './schedule.ts';
import { list as sessions } from './session.ts';

const ANSWERS = new Map<string, unknown>([
  ['GET /v1/memories', { memories: [], total: 0 }],
  ['GET /v1/sessions', { sessions: [], total: 0, next: null }],
  ['GET /v1/schedules', { schedules: [], total: 0, model: true }],
  ['GET /v1/handovers', { handovers: [] }],
]);

/** Returns the notes of an empty list that is asked for with these options. */
const notesOf = async (run: Run, options: Readonly<Record<string, string>>) => {
  const io = Object.assign(Object.create(null), {
    json: false,
    ask: async (route: string) => ok(ANSWERS.get(route)),
  });
  const given = {
    args: [],
    text: (name: string) => options[name],
    texts: () => undefined,
    int: () => undefined,
  };
  const done = await run(Object.assign(Object.create(null), { ...given, flag: () => false }), io);
  return done.ok
    ? done.value?.notes?.filter((note) => note !== '' && note !== false).join(' ')
    : done.error.message;
};

test('an empty list says whether its options left all out', async () => {
  expect(await notesOf(sessions, {})).toMatch(/^No sessions\./);
  expect(await notesOf(sessions, { state: 'completed' })).toMatch(/^No session matches/);
  expect(await notesOf(sessions, { project: 'shop' })).toMatch(/^No session matches/);
  expect(await notesOf(schedules, {})).toMatch(/^No schedules\./);
  expect(await notesOf(schedules, { status: 'paused' })).toMatch(/^No schedule matches/);
});

test('only the order by category goes without another order', async () => {
  expect(await notesOf(memories, { by: 'category', sort: 'oldest' })).toContain('leave --sort out');
  expect(await notesOf(memories, { by: 'created', sort: 'oldest' })).toMatch(/^No memories\./);
});
