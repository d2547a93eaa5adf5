import { expect, test } from 'vitest';
import { staleStoreNote } from './process-io.ts';

test.each([
  [undefined, null],
  ['', 'https://a.example.org'],
  ['libsql://a.example.org', 'https://a.example.org'],
  ['wss://A.example.org/', 'https://a.example.org'],
  ['http://127.0.0.1:8080/dev/one/', 'http://127.0.0.1:8080/dev/one'],
  ['libsql://a.example.org?tls=0', 'http://a.example.org'],
])('[ST-3] %s is what a daemon on %s has: nothing is said', (wanted, running) => {
  expect(staleStoreNote(wanted, running)).toBeNull();
});

test.each([
  ['libsql://a.example.org', null, 'a file of this device'],
  ['libsql://b.example.org', 'https://a.example.org', 'https://a.example.org'],
  ['http://127.0.0.1:8080/dev/two', 'http://127.0.0.1:8080/dev/one', 'http://127.0.0.1:8080/dev/one'],
  ['nonsense', null, 'a file of this device'],
])('[ST-3] %s is not what a daemon on %s has: that is said, with what to do', (wanted, running, where) => {
  const note = staleStoreNote(wanted, running) ?? '';
  expect(note).toContain(`in ${where}.`);
  expect(note).toContain('`cairn down`');
  expect(note).not.toContain(wanted);
});
