import { err, ok } from '@cairn/schema';
import { expect, test } from 'vitest';
import { failure } from '../failure.ts';
import { join, recover } from './join.ts';

test('a device in a vault says so before it asks for a code or for recovery words', async () => {
  const io = Object({
    ...{ canAsk: true, json: false, paths: { session: '' } },
    ask: async (route: string) =>
      route === 'GET /v1/status' ? ok({ sync: { vault: 'v_1' } }) : err(failure('internal', route)),
  });
  const given = Object({ arg: () => '', text: () => 'https://cairn.example.org' });
  for (const enter of [recover, join])
    expect(await enter(given, io)).toMatchObject({ ok: false, error: { kind: 'already_in_vault' } });
});
