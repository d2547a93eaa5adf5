import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { device, root } from './cairn.ts';

test('examples/save-and-search.mjs runs as it stands', async () => {
  const own = await device('example');
  onTestFinished(() => own.end());
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'examples', 'save-and-search.mjs')],
    {
      env: {
        PATH: process.env.PATH,
        HOME: own.home,
        CAIRN_HOME: own.home,
        CAIRN_PORT: '0',
        CAIRN_EMBED: 'off',
      },
    },
  );
  expect(stdout).toMatch(/^saved m_[0-9a-z]{26}\n1 found in [\d.]+ ms, best: The example talks/);
  expect(stdout).toContain('<memory>');
  expect(stdout).toMatch(/\nforgot m_[0-9a-z]{26}\n$/);
});
