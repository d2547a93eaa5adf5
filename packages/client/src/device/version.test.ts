import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compareVersions, VERSION } from './version.ts';

test('the version is that of the package', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(manifest.version).toBe(VERSION);
});

test('versions compare by their numbers', () => {
  expect(compareVersions('0.10.0', '0.9.9')).toBeGreaterThan(0);
  expect(compareVersions('1.0', '1.0.0')).toBe(0);
  expect(compareVersions('0.1.0', '0.1.1-beta')).toBeLessThan(0);
});
