import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { manualOf } from '../commands/man.ts';
import { COMMAND_GROUPS } from '../words/groups.ts';

const page = manualOf(COMMAND_GROUPS, '2026-11-22');
const commands = COMMAND_GROUPS.flatMap(({ commands: some }) => some);
const hasGroff = spawnSync('groff', ['--version']).status === 0;
const rendered = (...args: string[]) =>
  spawnSync('groff', ['-man', '-Kutf8', '-ww', ...args], { input: page, encoding: 'utf8' });

describe('[TE-8] the manual page', () => {
  test('has every command, option and example of the help', () => {
    const plain = page
      .replace(/\\-/g, '-')
      .replace(/\\&\.\.\./g, '…')
      .replace(/\\\(ga/g, '`')
      .replace(/\\\(aq/g, "'")
      .replace(/\\\(ti/g, '~');
    for (const { path, options, examples } of commands) {
      expect(plain, path).toContain(`.SS "cairn ${path}`);
      for (const { name } of options) expect(plain, path).toContain(`--${name}`);
      for (const example of examples) expect(plain, path).toContain(`    ${example.replace(/\s+/g, ' ')}`);
    }
  });

  test('is plain: no line begins with a control character by accident', () => {
    const requests = /^\.(?:TH|SH|SS|PP|TP|B|I|nf|fi)\b/;
    for (const line of page.split('\n'))
      expect(/^[.']/.test(line) ? requests.test(line) : true, line).toBe(true);
  });

  test.skipIf(!hasGroff)('renders by groff at 60 and 200 columns without a warning', () => {
    for (const width of ['60n', '200n']) {
      const { status, stdout, stderr } = rendered('-Tutf8', `-rLL=${width}`);
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toContain('vault');
    }
  });
});
