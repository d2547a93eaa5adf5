import { ok } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createBrowserSignIns } from './browser-sign-ins.ts';
import type { BrowserSignIn, ProjectAuth } from './project-auth.ts';

const PROJECT = { url: 'https://project.example', publishableKey: 'key' };
const signIn: BrowserSignIn = {
  url: 'https://provider.example',
  finish: () => Promise.reject(new Error('unused')),
};
const auth: Pick<ProjectAuth, 'beginBrowser'> = { beginBrowser: () => Promise.resolve(ok(signIn)) };

test('[SY-A7] eight sign-ins can wait, and the first of them is answered; a ninth takes the place of the oldest', async () => {
  let made = 0;
  const signIns = createBrowserSignIns({
    authOf: () => Promise.resolve(Object(auth)),
    nowMs: () => 0,
    randomBytes: (count) => new Uint8Array(count).fill(++made),
  });
  const begin = async (): Promise<string> => {
    const begun = await signIns.begin({ server: 'https://sync.example', project: PROJECT }, 'github', 1);
    return begun.ok ? begun.value.state : '';
  };
  const states: string[] = [];
  while (states.length < 8) states.push(await begin());
  expect(signIns.take(states[0] ?? '').ok).toBe(true);
  await begin();
  await begin();
  expect([1, 2, 7].map((at) => signIns.take(states[at] ?? '').ok)).toEqual([false, true, true]);
});
