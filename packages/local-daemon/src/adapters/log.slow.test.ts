import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';

const PROGRAM = `
  const { createLog } = await import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)});
  const log = createLog({ path: process.argv[1], foreground: true });
  log.info('one');
  setTimeout(() => log.info('two'), 100);
`;

test.runIf(process.platform === 'linux')(
  'a full disk behind standard error does not end the daemon, and its own file goes on',
  async () => {
    const path = join(await homeForTest('log'), 'daemon.log');
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, path], {
      stdio: ['ignore', 'ignore', full],
    });
    const [code] = await once(child, 'exit');
    const said = readFileSync(path, 'utf8').trim().split('\n');
    expect([code, said.map((line) => JSON.parse(line).msg)]).toEqual([0, ['one', 'two']]);
  },
);
