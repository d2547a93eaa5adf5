import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { takeDataLock } from './data-lock.ts';

const OWN = `process ${process.pid} on ${hostname()}`;

/** Says `mine` or the holder that it was told, and stays. */
const taker = (path: string) => {
  const program = `
    import { takeDataLock } from ${JSON.stringify(new URL('./data-lock.ts', import.meta.url).href)};
    const lock = takeDataLock(${JSON.stringify(path)});
    console.log(lock.ok ? 'mine' : lock.error.holder);
    setInterval(() => lock, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const said = once(child.stdout, 'data').then(([text]) => String(text).trim());
  return { child, said };
};

describe('the lock of a data folder', () => {
  test('[OP-12] is held by one, told to the other, and free again after a release', async () => {
    const path = `${await homeForTest()}/data/lock`;
    const one = takeDataLock(path);
    expect(one.ok).toBe(true);
    expect(takeDataLock(path)).toEqual({ ok: false, error: { holder: OWN } });
    if (one.ok) one.value.release();
    const two = takeDataLock(path);
    expect(two.ok).toBe(true);
    if (two.ok) two.value.release();
  });

  test('[OP-12] is never taken from a live process, and is free the moment that one was killed', async () => {
    const path = `${await homeForTest()}/lock`;
    const { child, said } = taker(path);
    expect(await said).toBe('mine');
    const refused = { ok: false, error: { holder: `process ${child.pid} on ${hostname()}` } };
    expect(takeDataLock(path)).toEqual(refused);
    child.kill('SIGSTOP');
    expect(takeDataLock(path)).toEqual(refused);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(takeDataLock(path).ok).toBe(true);
    expect(readFileSync(`${path}.holder`, 'utf8')).toBe(`${OWN}\n`);
  });

  test('a note that was cut short, or is not there yet, names another server', async () => {
    const path = `${await homeForTest()}/lock`;
    expect(takeDataLock(path).ok).toBe(true);
    writeFileSync(`${path}.holder`, '');
    expect(takeDataLock(path)).toEqual({ ok: false, error: { holder: 'another server' } });
  });

  test('a file that is no lock is never passed', async () => {
    const path = `${await homeForTest()}/lock`;
    writeFileSync(path, 'not a database, and longer than a header of one: '.repeat(20));
    expect(() => takeDataLock(path)).toThrow('not a database');
    const folder = `${await homeForTest()}/lock`;
    mkdirSync(folder);
    expect(() => takeDataLock(folder)).toThrow('unable to open');
  });

  test('[OP-12] of many that come at once, one gets it', async () => {
    const path = `${await homeForTest()}/lock`;
    const takers = Array.from({ length: 5 }, () => taker(path));
    const said = await Promise.all(takers.map((one) => one.said));
    expect(said.filter((text) => text === 'mine')).toHaveLength(1);
  });
});
