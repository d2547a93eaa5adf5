import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { waitUntil } from '@cairn/test-support';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { takeDataLock } from './data-lock.ts';

/** Generous: a machine may do other things too. */
const PATIENCE = { timeoutMs: 60_000, what: 'the note' };
const OWN = `process ${process.pid} on ${hostname()}`;
const ELSEWHERE = 'process 7 on elsewhere\nanother-machine/1\n';

const take = (path: string, patienceMs?: number) => {
  const lost: string[] = [];
  const taken = takeDataLock(path, {
    onLost: (holder) => lost.push(holder),
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  return Object.assign(taken, { lost });
};

/** Says `mine` or the holder that it was told, and stays. */
const taker = (path: string) => {
  const program = `
    import { takeDataLock } from ${JSON.stringify(new URL('./data-lock.ts', import.meta.url).href)};
    const lock = await takeDataLock(${JSON.stringify(path)}, { onLost: () => process.exit(1) });
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
    const one = await take(path);
    expect(one.ok).toBe(true);
    expect(await take(path)).toEqual({ ok: false, error: { holder: OWN } });
    if (one.ok) one.value.release();
    const two = await take(path);
    expect(two.ok).toBe(true);
    if (two.ok) two.value.release();
  });

  test('[OP-12] is never taken from a live process, and is free the moment that one was killed', async () => {
    const path = `${await homeForTest()}/lock`;
    const { child, said } = taker(path);
    expect(await said).toBe('mine');
    const refused = { ok: false, error: { holder: `process ${child.pid} on ${hostname()}` } };
    expect(await take(path)).toEqual(refused);
    child.kill('SIGSTOP');
    expect(await take(path)).toEqual(refused);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await take(path)).ok).toBe(true);
    expect(readFileSync(`${path}.holder`, 'utf8')).toContain(`${OWN}\n`);
  });

  test('a note that was cut short, or is not there yet, names another server', async () => {
    const path = `${await homeForTest()}/lock`;
    expect((await take(path)).ok).toBe(true);
    writeFileSync(`${path}.holder`, '');
    expect(await take(path)).toEqual({ ok: false, error: { holder: 'another server' } });
  });

  test('a file that is no lock is never passed', async () => {
    const path = `${await homeForTest()}/lock`;
    writeFileSync(path, 'not a database, and longer than a header of one: '.repeat(20));
    await expect(take(path)).rejects.toThrow('not a database');
    const folder = `${await homeForTest()}/lock`;
    mkdirSync(folder);
    await expect(take(folder)).rejects.toThrow('unable to open');
  });

  test('[OP-12] of many that come at once, one gets it', async () => {
    const path = `${await homeForTest()}/lock`;
    const takers = Array.from({ length: 5 }, () => taker(path));
    const said = await Promise.all(takers.map((one) => one.said));
    expect(said.filter((text) => text === 'mine')).toHaveLength(1);
  });

  test('[OP-21] a holder that the lock does not reach is asked by its note, and answers; one that is gone does not', async () => {
    const path = `${await homeForTest()}/lock`;
    const note = `${path}.holder`;
    writeFileSync(note, ELSEWHERE);
    const knocked = waitUntil(() => readFileSync(note, 'utf8').startsWith('Another server asks'), PATIENCE);
    const refused = take(path, PATIENCE.timeoutMs);
    await knocked;
    writeFileSync(note, ELSEWHERE);
    expect(await refused).toEqual({ ok: false, error: { holder: 'process 7 on elsewhere' } });
    const own = take(path, 300);
    expect((await own).ok).toBe(true);
    // One that is asked itself puts its note back.
    const mine = readFileSync(note, 'utf8');
    writeFileSync(note, 'Another server asks');
    await waitUntil(() => readFileSync(note, 'utf8') === mine, PATIENCE);
    expect(own.lost).toEqual([]);
    // And one that was away for so long that another server went on learns of it.
    writeFileSync(note, ELSEWHERE);
    await waitUntil(() => own.lost.includes('process 7 on elsewhere'), PATIENCE);
  });
});
