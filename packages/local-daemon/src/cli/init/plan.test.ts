import { describe, expect, test } from 'vitest';
import type { Check } from '../ask.ts';
import { modelIn, readSettings, withModel } from '../commands/init.ts';
import { invitation, modelAddress, serverAddress } from './ask-wish.ts';
import { type Present, planOf, type Wish } from './plan.ts';

const present: Present = {
  agents: [
    { agent: 'codex', title: 'Codex CLI', isIn: true },
    { agent: 'zed', title: 'Zed', isIn: false },
  ],
  vault: null,
  model: { name: 'qwen3:4b', url: 'http://127.0.0.1:11434/v1' },
};
const asIs: Wish = { agents: [], vault: { kind: 'local' }, model: { kind: 'as_is' } };

describe('[TE-5] what init would do', () => {
  test('what is there already is no step, so that a second run has none', () => {
    const same: Wish = {
      agents: ['codex'],
      vault: { kind: 'local' },
      model: { kind: 'endpoint', name: 'qwen3:4b', url: 'http://127.0.0.1:11434/v1', key: null },
    };
    expect(planOf(present, same)).toEqual({ model: null, agents: [], vault: null, lines: [] });
    expect(planOf({ ...present, model: null }, { ...asIs, model: { kind: 'none' } }).lines).toEqual([]);
  });

  test('every step has a line, in the order of the work', () => {
    const wish: Wish = {
      agents: ['codex', 'zed'],
      vault: { kind: 'join', code: 'ABCD', server: 'https://cairn.example.org' },
      model: { kind: 'none' },
    };
    const { lines, ...plan } = planOf(present, wish);
    expect(plan).toEqual({ model: { kind: 'none' }, agents: ['zed'], vault: wish.vault });
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['no', 'Zed:', 'into']);
    // The invitation opens the vault: it is not shown.
    expect(lines.join()).not.toContain('ABCD');
  });

  test('settings keep everything else', () => {
    const text = '{"deviceName":"laptop","llm":{"tokensPerDay":5,"apiKey":"old"},"embeddings":{"off":true}}';
    const settings = readSettings(text, 'config.json');
    if (!settings.ok) throw new Error(settings.error.message);
    const wish = { kind: 'endpoint', name: 'm', url: 'http://a/v1', key: null } as const;
    const next = JSON.parse(withModel(settings.value, wish));
    expect(next).toEqual({
      deviceName: 'laptop',
      llm: { tokensPerDay: 5, baseUrl: 'http://a/v1', models: ['m'] },
      embeddings: { off: true },
    });
    // A key stays with its address, and only there.
    const keyed = JSON.parse(withModel(settings.value, { ...wish, key: 'sk' }));
    expect(JSON.parse(withModel(keyed, { ...wish, name: 'n' })).llm).toMatchObject({ apiKey: 'sk' });
    expect(JSON.parse(withModel(keyed, { ...wish, url: 'http://b/v1' })).llm.apiKey).toBeUndefined();
    expect(modelIn(next)).toEqual({ name: 'm', url: 'http://a/v1' });
    expect(JSON.parse(withModel(next, { kind: 'none' }))).toEqual({
      deviceName: 'laptop',
      embeddings: { off: true },
    });
    expect(readSettings('{"llm":', 'config.json')).toMatchObject({ ok: false, error: { kind: 'bad_file' } });
    expect(readSettings(null, 'config.json')).toEqual({ ok: true, value: {} });
  });
});

test('[TE-5] an answer that cannot be right is said to be wrong where it is typed', () => {
  const wrong = (check: Check, ...answers: readonly string[]) =>
    answers.map((one) => check(one) !== undefined);
  expect(wrong(modelAddress, ' ', 'htp:/bad', 'localhost:11434', 'ftp://a/v1')).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(wrong(modelAddress, ' http://127.0.0.1:11434/v1 ', 'https://api.example.org/v1')).toEqual([
    false,
    false,
  ]);
  expect(wrong(serverAddress, '', 'ftp://a', 'https://u:p@a', 'https://a/?x')).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(wrong(serverAddress, 'cairn.example.org', 'http://127.0.0.1:8787')).toEqual([false, false]);
  const code = 'ABCD-EFGH-JKMN-PQRS';
  expect(wrong(invitation, '', 'ABCD', `${code}@ftp://a`, `${code}A`)).toEqual([true, true, true, true]);
  expect(wrong(invitation, code, code.toLowerCase().replaceAll('-', ' '), `${code}@https://a.org`)).toEqual([
    ...[false, false, false],
  ]);
});
