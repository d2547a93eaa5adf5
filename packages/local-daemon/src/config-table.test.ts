// The page that lists the settings says what the table says, and every value in it can be set.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { SETTINGS, type Setting, valuesText } from './config-table.ts';
import { findSetting, rowOf, withSetting } from './services/settings/setting-values.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/commands.md'), 'utf8');

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/(\s)(CAIRN_\w+)/g, '$1`$2`');
const rowFor = (setting: Setting): readonly string[] => [
  `\`${setting.key}${setting.isNamed ? '.NAME' : ''}\``,
  cell(setting.about),
  setting.secretFor === undefined ? valuesText(setting) : 'a secret',
  cell(setting.byDefault),
  setting.env === undefined ? '' : `\`${setting.env}\``,
];

test('[OP-18] docs/commands.md has a row for each setting, with its words', () => {
  const [, section = ''] = page.split('\n## Settings\n');
  const rows = (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((one) => one.trim()),
    );
  expect(rows).toEqual(SETTINGS.map(rowFor));
});

test('[OP-18] each example can be set, is read by a daemon, shown as it was typed, and taken away again', () => {
  for (const { key, isNamed, example, kind, secretFor } of SETTINGS) {
    const named = findSetting(isNamed ? `${key}.some.name` : key);
    if (named === null) throw new Error(key);
    const before = {
      llm: { models: ['m'] },
      embeddings: { model: 'e' },
      store: { url: 'http://127.0.0.1:1' },
    };
    const set = withSetting(before, named, secretFor === undefined ? example : 'secret');
    if (!set.ok) throw new Error(set.error.message);
    const file = JSON.stringify(set.value.file);
    const parsed = parseConfig({ file, path: 'config.json', env: {}, hostName: 'h' });
    expect(parsed.ok ? 'ok' : parsed.error.message, key).toBe('ok');
    const shown = secretFor === undefined ? (kind === 'price' ? '0.15 0.6' : example) : '••••••';
    expect(rowOf(named, set.value.file, {}), key).toMatchObject({ value: shown, from: 'file' });
    const unset = withSetting(set.value.file, named, null);
    expect(unset.ok ? rowOf(named, unset.value.file, {}) : unset, key).toMatchObject({ from: 'default' });
  }
});

test('[OP-18] of a list of endpoints the first one is changed, and the others stay', () => {
  const named = findSetting('llm.tokensPerDay');
  const others = {
    llm: [
      { baseUrl: 'http://a/v1', models: ['a'] },
      { baseUrl: 'http://b/v1', models: ['b'] },
    ],
  };
  expect(named === null ? null : withSetting(others, named, '5')).toEqual({
    ok: true,
    value: { gone: null, file: { llm: [{ ...others.llm[0], tokensPerDay: 5 }, others.llm[1]] } },
  });
});
