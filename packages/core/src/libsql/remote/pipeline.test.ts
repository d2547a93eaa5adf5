import { expect, test } from 'vitest';
import { nextUrl } from './pipeline.ts';

test.each([
  ['https://db.example', 'https://eu.example/', 'https://eu.example'],
  ['https://db.example', 'https://db.example:8443/a', 'https://db.example:8443/a'],
  ['http://db.example', 'http://db.example/a', 'http://db.example/a'],
  ['https://db.example', 'http://db.example', null],
  ['https://db.example', 'http://db.example:443', null],
  ['http://db.example', 'https://eu.example', null],
  ['http://db.example', 'ftp://db.example', null],
  ['https://db.example', 'no address', null],
  ['https://db.example', null, null],
])('[ST-3] from %s a server may direct to %s: %s', (here, wished, expected) => {
  expect(nextUrl(here, wished)).toBe(expected);
});
