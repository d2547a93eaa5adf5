// docs/getting-started.md, typed from its first command to its last in an empty home.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { device, root } from './cairn.ts';

/** Commands that ask a question, run until Ctrl-C, or open a window. */
const FOR_A_PERSON = /^cairn(?: init| status --watch| open)$/;

test('[TE-10] every command of the first ten minutes does what the page says', async () => {
  const own = await device('start');
  onTestFinished(() => own.end());
  const person = join(own.home, 'person');
  const work = join(own.home, 'shop');
  mkdirSync(join(person, '.cursor'), { recursive: true });
  mkdirSync(work);
  execFileSync('git', ['init', '-q'], { cwd: work });
  execFileSync('git', ['remote', 'add', 'origin', 'git@github.com:anna/shop.git'], { cwd: work });
  writeFileSync(join(work, 'CLAUDE.md'), '# Tests\n\n- Run them with pnpm\n- They need a database\n');

  const page = readFileSync(join(root, 'docs/getting-started.md'), 'utf8');
  const lines = Array.from(page.matchAll(/```sh\n([\s\S]*?)```/g), ([, block = '']) => block.split('\n'))
    .flat()
    .map((line) => line.replace(/ +#.*$/, '').trim())
    .filter((line) => line.startsWith('cairn') && !FOR_A_PERSON.test(line));
  expect(lines.length).toBeGreaterThan(15);
  const said = new Map<string, string>();
  for (const line of lines) {
    const args = Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, bare]) => quoted ?? bare ?? '');
    const { code, out, err } = await own.run(args.slice(1), { cwd: work, env: { HOME: person } });
    expect({ line, code, err: code === 0 ? '' : err }).toEqual({ line, code: 0, err: '' });
    said.set(line, out);
  }
  expect(said.get('cairn search "can I write to staging"')).toContain('Staging is read-only');
  expect(said.get('cairn search "what is the puppy called"')).toContain('Pixel');
  expect(said.get('cairn get --key anna --namespace entity/people')).toContain('Anna leads research');
  expect(said.get('cairn search "how do I run the tests" -p .')).toContain('docker compose');
  expect(said.get('cairn context -p .')).toContain('Integration tests need');
  expect(said.get('cairn import CLAUDE.md -p .')).toMatch(/Imported 2 new of 2/);
});
