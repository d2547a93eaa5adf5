import { expect, onTestFinished, test } from 'vitest';
import { openDoor } from './browser.ts';

test('[SY-A7] the door answers the address of this sign-in, once, and nothing else', async () => {
  const door = await openDoor();
  onTestFinished(door.close);
  const at = `http://127.0.0.1:${door.port}`;
  const statusOf = async (path: string, method = 'GET'): Promise<number> =>
    (await fetch(`${at}${path}`, { method })).status;
  const own = '/signed-in/state';
  expect(await statusOf(`${own}?code=early`)).toBe(404);
  const came = door.wait(own);
  for (const path of ['/', own, '/signed-in/other?code=c', `${own}/../other?code=c`, `/${'x'.repeat(9_000)}`])
    expect(await statusOf(path)).toBe(404);
  expect(await statusOf(`${own}?code=posted`, 'POST')).toBe(404);
  const page = await fetch(`${at}${own}?code=first`);
  expect(await page.text()).not.toContain('first');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(await statusOf(`${own}?code=second`)).toBe(404);
  expect(await came).toEqual({ kind: 'code', code: 'first' });
});
