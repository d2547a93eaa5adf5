import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { doctorResult, LIMITS, statusResult } from '@cairn/schema';
import { expect, test } from 'vitest';
import { ask, askFor, contents, type Home, kill, makeHome, save, start } from './world.ts';

const SAVES = 12;

const crashed = async (): Promise<Home> => {
  const home = await makeHome();
  const client = await start(home);
  for (let at = 0; at < SAVES; at++) await save(client, `fact number ${at}`);
  await kill(home);
  return home;
};

const recovered = async (home: Home) => {
  const client = await start(home);
  const { checks } = await askFor(client, doctorResult, 'POST', '/v1/doctor', {});
  const { lostTail } = (await askFor(client, statusResult, 'GET', '/v1/status')).store;
  const check = checks.find(({ id }) => id === 'recovered');
  const found = { kept: await contents(client), check, lostTail };
  await ask(client, 'POST', '/v1/shutdown', {});
  return found;
};

test.each([0.9, 0.5, 0])(
  '[RL-27] a log that was cut to %d of its size is said to have been',
  async (part) => {
    const home = await crashed();
    const log = `${home.paths.database}-wal`;
    truncateSync(log, Math.floor(statSync(log).size * part));
    const { kept, check, lostTail } = await recovered(home);
    expect(kept.length).toBeLessThan(SAVES);
    expect(lostTail?.readable).toBeLessThan(lostTail?.frames ?? 0);
    expect(check).toMatchObject({
      status: 'warn',
      message: expect.stringMatching(/of \d+ pages \d+ could be read/),
    });
    expect(readFileSync(home.paths.log, 'utf8')).toContain('the write-ahead log had lost its end');
  },
);

test('[RL-27] a log with a wrong byte is read to there, and said to have been', async () => {
  const home = await crashed();
  const log = `${home.paths.database}-wal`;
  const bytes = readFileSync(log);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(log, bytes);
  expect((await recovered(home)).check?.status).toBe('warn');
});

test('[RL-27] a log whose header has a wrong page size is told as lost, and the daemon starts', async () => {
  const home = await crashed();
  const log = `${home.paths.database}-wal`;
  const bytes = readFileSync(log);
  bytes[11] = (bytes[11] ?? 0) ^ 1;
  writeFileSync(log, bytes);
  expect((await recovered(home)).check?.status).toBe('warn');
});

test('[RL-27] it is said after restarts too, for a week', async () => {
  const home = await crashed();
  truncateSync(`${home.paths.database}-wal`, 0);
  const first = await recovered(home);
  const again = await recovered(home);
  expect(again.lostTail).toEqual(first.lostTail);
  expect(again.check).toEqual(first.check);
  const note = `${home.paths.database}-lost`;
  const { at, ...lost } = JSON.parse(readFileSync(note, 'utf8'));
  expect(Date.now() - at).toBeLessThan(120_000);
  writeFileSync(note, JSON.stringify({ ...lost, at: at - LIMITS.lostTailMsMax }));
  expect(await recovered(home)).toMatchObject({ lostTail: null, check: undefined });
  expect(existsSync(note)).toBe(false);
  writeFileSync(note, 'not what was written');
  expect(await recovered(home)).toMatchObject({ lostTail: null, check: undefined });
});

test('[RL-27] a kill alone loses nothing and says nothing', async () => {
  const { kept, check, lostTail } = await recovered(await crashed());
  expect(kept).toHaveLength(SAVES);
  expect([check, lostTail]).toEqual([undefined, null]);
});
