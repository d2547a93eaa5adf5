import { expect, test } from 'vitest';
import { parseServerAddress, plainAddressRisk } from './server-address.ts';

test.each([
  ['https://sync.example.org/', 'https://sync.example.org'],
  ['sync.example.org', 'https://sync.example.org'],
  ['localhost:8787', 'http://localhost:8787'],
  ['127.0.0.1:8787', 'http://127.0.0.1:8787'],
  ['HTTP://Example.org:80/cairn//', 'http://example.org/cairn'],
])('%s is %s', (text, expected) => {
  expect(parseServerAddress(text)).toEqual({ ok: true, value: expected });
});

test.each([
  '',
  ' ',
  'ftp://example.org',
  'https://',
  'https://ada:secret@example.org',
  'https://example.org/?a=1',
])('%s is refused with a sentence', (text) => {
  const parsed = parseServerAddress(text);
  expect(parsed.ok ? '' : parsed.error.message).toMatch(/^The server's address /);
});

test('an address without encryption is a risk, but on this machine', () => {
  for (const safe of [
    'https://sync.example.org',
    'http://localhost:8787',
    'http://127.0.0.1:1/cairn',
    'http://[::1]:8787',
  ])
    expect(plainAddressRisk(safe)).toBeNull();
  for (const plain of ['http://192.168.1.7:8787', 'http://sync.example.org', 'http://localhost.example.org'])
    expect(plainAddressRisk(plain)).toContain('is not an encrypted address');
});
