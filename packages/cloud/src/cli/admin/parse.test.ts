import { readFileSync } from 'node:fs';
import { vaultId } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { parseAdmin } from './parse.ts';
import { ADMIN_HELP } from './run.ts';

const VAULT = vaultId(1_800_000_000_000, new Uint8Array(10));
const parse = (line: string) => parseAdmin(line === '' ? [] : line.split(' '), '/here');
const requestOf = (line: string) => {
  const parsed = parse(line);
  return parsed.ok ? parsed.value.request : parsed.error;
};

describe('admin', () => {
  test.each([
    ['vaults', { command: 'vaults', limit: 100 }],
    ['vaults --limit 5 --json', { command: 'vaults', limit: 5 }],
    [`devices ${VAULT}`, { command: 'devices', vault: VAULT }],
    [`quota ${VAULT}`, { command: 'quota', vault: VAULT }],
    [`quota ${VAULT} --registers 10`, { command: 'quota', vault: VAULT, registersMax: 10 }],
    [`quota ${VAULT} --registers default`, { command: 'quota', vault: VAULT, registersMax: null }],
    ['registration', { command: 'registration' }],
    ['registration open', { command: 'registration', to: 'open' }],
    ['registration close', { command: 'registration', to: 'closed' }],
    ['registration default', { command: 'registration', to: null }],
    [`epoch new ${VAULT}`, { command: 'epoch', vault: VAULT }],
    [`delete vault ${VAULT} --yes`, { command: 'delete', vault: VAULT }],
    [`move vault ${VAULT} --to two`, { command: 'move', vault: VAULT, to: 'two' }],
    ['prune', { command: 'prune' }],
    ['verify', { command: 'verify' }],
    ['backup a.ndjson', { command: 'backup', path: '/here/a.ndjson' }],
    ['backup /b/a.ndjson', { command: 'backup', path: '/b/a.ndjson' }],
    ['restore a --replace -y', { command: 'restore', path: '/here/a', replace: true }],
  ])('%s', (line, request) => {
    expect(requestOf(line)).toEqual(request);
  });

  test.each([
    ['', 'Which command?'],
    ['dance', 'There is no command "admin dance".'],
    ['constructor', 'There is no command "admin constructor".'],
    ['epoch old', 'There is no command "admin epoch old".'],
    ['devices', 'Usage: cairn-server admin devices VAULT.'],
    ['devices v_1', 'VAULT is not of the right form.'],
    [`revoke ${VAULT} x`, 'DEVICE is not of the right form.'],
    ['vaults --limit 0', '--limit is not of the right form.'],
    ['vaults --limit x', '--limit is not of the right form.'],
    [`quota ${VAULT} --registers -5`, "Option '--registers' argument is ambiguous. See"],
    [`quota ${VAULT} --registers some`, '--registers is not of the right form.'],
    ['registration ajar', 'The word is not of the right form.'],
    ['registration close --in two', 'Vaults are made in the first database'],
    [`move vault ${VAULT}`, '--to is not of the right form.'],
    ['verify --replace', '--replace is not an option of "admin verify".'],
    ['verify --loud', "Unknown option '--loud'."],
    ['backup', 'Usage: cairn-server admin backup FILE|-.'],
    ['backup - --json', 'leaves no room for --json'],
  ])('[OP-5] "%s" is answered by what is wrong with it', (line, sentence) => {
    const parsed = parse(line);
    expect(parsed.ok ? parsed.value : parsed.error).toContain(sentence);
    expect(parsed.ok ? '' : parsed.error).toMatch(/[^.][.?] See cairn-server admin --help\.$/);
  });

  test('docs/operations.md and --help name every command', () => {
    const page = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');
    const names = [
      'vaults',
      'devices',
      'quota',
      'registration',
      'revoke',
      'epoch new',
      'delete vault',
      'move vault',
    ];
    for (const name of [...names, 'prune', 'verify', 'backup', 'restore']) {
      expect(page, name).toContain(`admin ${name}`);
      expect(ADMIN_HELP, name).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    }
  });

  test('[OP-6] `-` is the standard streams, and a file of that name is ./-', () => {
    const isStream = (line: string) => {
      const parsed = parse(line);
      return parsed.ok && parsed.value.isStream;
    };
    for (const line of ['backup -', 'restore -', 'restore - --replace --yes --json'])
      expect(isStream(line)).toBe(true);
    for (const line of ['backup ./-', 'backup a', 'verify']) expect(isStream(line)).toBe(false);
    expect(requestOf('backup ./-')).toEqual({ command: 'backup', path: '/here/-' });
  });

  test('asks before anything is lost, unless --yes says so', () => {
    const questionOf = (line: string) => {
      const parsed = parse(line);
      return parsed.ok ? parsed.value.question : parsed.error;
    };
    expect(questionOf(`delete vault ${VAULT}`)).toContain('Everything of');
    expect(questionOf(`delete vault ${VAULT} --yes`)).toBeNull();
    expect(questionOf('restore a --replace')).toContain('is lost');
    expect(questionOf('restore a')).toBeNull();
    expect(questionOf('prune')).toBeNull();
  });
});
