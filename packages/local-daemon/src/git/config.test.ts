import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { parseGitConfig } from './config.ts';

/** Values as a person or git writes them. */
const VALUES: readonly string[] = [
  'https://example.org/shop.git',
  '  git@example.org:shop.git   ; old',
  'https://example.org/shop.git# new',
  String.raw`C:\\Users\\anna\\shop.git`,
  String.raw`"C:\\Users\\anna\\my shop.git"  # mine`,
  '/srv/"my ; shop"/x.git',
  String.raw`/srv/\"shop\"/a\tb.git`,
  '/srv/shop\\\n.git',
];

test.each(VALUES)('[M-8] a value is read as git reads it: %s', async (value) => {
  const text = `; the root is C:\\\n[remote "origin"]\n\turl = ${value}\n\tfetch = x\n[core]\n\tworktree = D:\\\\\n\tignorecase = true\n`;
  const path = join(await homeForTest(), 'config');
  writeFileSync(path, text);
  const said = (name: string) =>
    spawnSync('git', ['config', '--file', path, '--get', name], { encoding: 'utf8' }).stdout.replace(
      /\n$/,
      '',
    );
  const { remotes, worktree, isCaseless } = parseGitConfig(text);
  expect({ url: remotes.get('origin'), worktree, isCaseless }).toEqual({
    ...{ url: said('remote.origin.url'), worktree: said('core.worktree'), isCaseless: true },
  });
});
