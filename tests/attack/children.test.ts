// The watch that every attack runs under: it sees what it is there to see.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readText } from '../tidy/source-files.ts';
import { unlisted, watchChildren } from './support/children.ts';

test.skipIf(!existsSync('/proc/self/task'))(
  '[TR-11] a program that runs for a tenth of a second is seen',
  async () => {
    const watch = watchChildren([{ name: 'this test', pid: () => process.pid }]);
    const child = spawn('/bin/sleep', ['0.15']);
    await once(child, 'close');
    expect(watch.end()).toContain('this test runs another program: /bin/sleep 0.15');
  },
);

test('[TR-11] what may be seen during an attack stands in the table of docs/security.md', () => {
  expect(unlisted(readText('docs/security.md'))).toEqual([]);
});
