import { expect, test } from 'vitest';
import { refusalOf } from './refusal.ts';
import { containerOf } from './sniff.ts';

const refused = (name: string, text: string) => {
  const bytes = Buffer.from(text);
  return refusalOf({ name, isStream: false, bytes, isWhole: true }, containerOf(name, bytes, null), null);
};

test('[RL-33] a byte order mark does not make one line of JSON unreadable', () => {
  const line = '{"content":"Tea is green"}\n';
  for (const name of ['a.ndjson', 'a.jsonl', 'a.json']) {
    expect(refused(name, line)).toBeNull();
    expect(refused(name, `\ufeff${line}`)).toBeNull();
  }
  expect(refused('a.ndjson', '\ufeffnot JSON\n')).toBe('these lines are not JSON');
});
