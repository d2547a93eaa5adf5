import { aboutResponse } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { createAppWorld, problemOf } from '../testing/app-world.ts';

const PROJECT = { url: 'https://abcdefgh.supabase.co', publishableKey: 'sb_publishable_x' };

describe('/v1/about', () => {
  test('[SY-A6] names the project without a token, and nothing but its address and its publishable key', async () => {
    const secretive = { ...PROJECT, issuer: 'https://inner.example.org' };
    const { request } = createAppWorld('about', { accounts: secretive });
    const answer: unknown = await (await request('GET', '/v1/about')).json();
    expect(answer).toEqual({
      accounts: { provider: 'supabase', ...PROJECT },
      serverTime: expect.any(Number),
    });
    expect(aboutResponse.safeParse(answer).success).toBe(true);
  });

  test('[SY-A6] says that there is none, and is limited by address like all that is open', async () => {
    const { request } = createAppWorld('no project', { limits: { openPerAddressPerMinute: 1 } });
    expect(await (await request('GET', '/v1/about')).json()).toMatchObject({ accounts: null });
    expect(await problemOf(await request('GET', '/v1/about'))).toMatchObject({
      status: 429,
      kind: 'rate_limited',
    });
  });
});

test('[OP-25] a server whose database takes no writes is ready, and says so', async () => {
  const reason = 'The database takes no writes: It is read-only.';
  const { request } = createAppWorld('reads', { whyNoWrites: async () => reason });
  const answer = await request('GET', '/readyz');
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ ok: true, writes: false, reason });
  const usual = await createAppWorld('usual').request('GET', '/readyz');
  expect(await usual.json()).not.toHaveProperty('writes');
});
