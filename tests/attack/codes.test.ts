// The code of an invitation, on its way from a person to the daemon, is not visible to another user who lists the processes.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { inviteResult } from '@cairn/schema';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Device, device, type Ran, type Server, server, withMembers } from '../e2e/cairn.ts';
import { hasTerminal, runInTerminal } from './support/terminal.ts';

const EVERY_MS = 2;

const readOrEmpty = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
};

/** Returns the processes on this machine whose arguments or environment held these words. */
const watchFor = (words: string) => {
  const seen = new Set<string>();
  let looks = 0;
  const look = (): void => {
    looks += 1;
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
      for (const list of ['cmdline', 'environ']) {
        const said = readOrEmpty(`/proc/${pid}/${list}`);
        if (said.includes(words)) seen.add(`${list}: ${said.replaceAll('\0', ' ').slice(0, 200)}`);
      }
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    end: () => {
      clearInterval(timer);
      return { seen: [...seen], looks };
    },
  };
};

let sync: Server;
let laptop: Device;

beforeAll(async () => {
  [sync, laptop] = await Promise.all([server(), device('laptop')]);
  const create = ['vault', 'create', '--server', sync.url, '--setup-token', sync.setupToken];
  await laptop.json(withMembers('vault'), create);
}, 120_000);

afterAll(async () => {
  await laptop?.end();
  await sync?.end();
});

/** Makes a device whose daemon does not run, so that the command starts it. */
const joinBy = async (way: (phone: Device, code: string) => Promise<Ran>) => {
  const phone = await device('phone');
  onTestFinished(() => phone.end());
  const { code } = await laptop.json(inviteResult, ['invite']);
  const watch = watchFor(code);
  const { code: exit, out, err } = await way(phone, code).finally(() => watch.end());
  expect(exit, out + err).toBe(0);
  return watch.end();
};

describe.skipIf(!existsSync('/proc/self/cmdline'))('[TR-42] the code of an invitation', () => {
  test('by standard input stands in no list of processes', async () => {
    const { seen, looks } = await joinBy((phone, code) =>
      phone.run(['join', '--server', sync.url], { input: `${code}\n` }),
    );
    expect(seen).toEqual([]);
    expect(looks).toBeGreaterThan(20);
  });

  test('with its address by standard input, behind a dash, neither', async () => {
    const { seen } = await joinBy((phone, code) =>
      phone.run(['join', '-'], { input: `${code}@${sync.url}` }),
    );
    expect(seen).toEqual([]);
  });

  test.skipIf(!hasTerminal)('at the prompt neither, and the prompt does not show it', async () => {
    let shown = '';
    let given = '';
    const { seen } = await joinBy(async (phone, code) => {
      given = code;
      const ran = await runInTerminal(phone, ['join', '--server', sync.url], {
        'The code of': `${code}\r`,
      });
      shown = ran.out;
      return ran;
    });
    expect(seen).toEqual([]);
    expect(shown).not.toContain(given);
  });

  test('as an argument does: the watch sees what it is there to see', async () => {
    const { seen } = await joinBy((phone, code) => phone.run(['join', `${code}@${sync.url}`]));
    expect(seen.join('\n')).toContain('cmdline: ');
  });
});
