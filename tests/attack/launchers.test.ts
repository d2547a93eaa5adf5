// A folder at the front of the caller's PATH holds programs with the names of system programs. A launcher runs none of them.

import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, test } from 'vitest';
import { root } from '../e2e/cairn.ts';

const SYSTEM = ['/usr/bin', '/bin'];
const BUNDLES = {
  cairn: 'packages/local-daemon/dist/cli.cjs',
  'cairn-server': 'packages/cloud/dist/server.js',
};
type Name = keyof typeof BUNDLES;

const writeProgram = (file: string, lines: string): void => {
  writeFileSync(file, `#!/bin/sh\n${lines}\n`);
  chmodSync(file, 0o755);
};

/** Makes a built checkout without anything else, and a link to its launcher from elsewhere. */
const newCheckout = async (name: Name, hasNode: boolean) => {
  const home = await homeForTest('launchers');
  const [checkout, links, hostile] = ['checkout', 'links', 'hostile'].map((folder) => join(home, folder));
  if (checkout === undefined || links === undefined || hostile === undefined) throw new Error('no folder');
  const bundle = join(checkout, BUNDLES[name]);
  for (const folder of [join(checkout, 'bin'), dirname(bundle), join(checkout, '.tools'), links, hostile])
    mkdirSync(folder, { recursive: true });
  copyFileSync(join(root, 'bin', name), join(checkout, 'bin', name));
  writeFileSync(join(checkout, 'package.json'), '{"type":"commonjs"}');
  writeFileSync(bundle, 'process.stdout.write("started " + process.argv.slice(2));\n');
  if (hasNode) writeFileSync(join(checkout, '.tools', 'node-path'), `${process.execPath}\n`);
  symlinkSync(join('..', 'checkout', 'bin', name), join(links, 'one'));
  symlinkSync(join(links, 'one'), join(links, name));
  const marker = join(home, 'marker');
  const names = new Set(SYSTEM.filter(existsSync).flatMap((folder) => readdirSync(folder)));
  for (const program of names)
    if (program !== 'node' || hasNode) writeProgram(join(hostile, program), `echo "$0 $*" >>'${marker}'`);
  // A missing cache folder has to be made.
  const env = { PATH: `${hostile}:/usr/bin:/bin`, HOME: home, XDG_CACHE_HOME: join(home, 'cache') };
  return { launcher: join(links, name), hostile, marker, home, env };
};

const run = promisify(execFile);

describe.skipIf(process.platform === 'win32')('[TR-43] a hostile folder in front of the PATH', () => {
  test.each(['cairn', 'cairn-server'] as const)('gives %s no program', async (name) => {
    const { launcher, marker, home, env } = await newCheckout(name, true);
    const { stdout } = await run(launcher, ['status', 'x'], { env, cwd: home });
    expect(stdout).toBe('started status,x');
    expect(existsSync(marker)).toBe(false);
    expect(existsSync(join(home, 'cache', 'cairn', 'compile'))).toBe(true);
  });

  test.each(['cairn', 'cairn-server'] as const)(
    'gives %s Node only where the set-up left none',
    async (name) => {
      const { launcher, hostile, marker, home, env } = await newCheckout(name, false);
      writeProgram(join(hostile, 'node'), `exec '${process.execPath}' "$@"`);
      const { stdout } = await run(launcher, ['status'], { env, cwd: home });
      expect(stdout).toBe('started status');
      expect(existsSync(marker)).toBe(false);
    },
  );
});
