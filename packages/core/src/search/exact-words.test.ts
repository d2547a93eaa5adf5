import { describe, expect, test } from 'vitest';
import { holdsMarkers, markersOf } from './exact-words.ts';
import { parseQuery } from './query.ts';

const markers = (question: string) => markersOf(question, parseQuery(question));

describe('[F-7] markers of a question', () => {
  test('are quotes, names and ids', () => {
    expect(markers('what is ZX-81-QUUX for')).toEqual(['zx-81-quux']);
    expect(markers('who wrote "the old one" down')).toEqual(['the old one']);
    expect(markers('why is retry_after ignored in src/app.ts?')).toEqual(['retry_after', 'src/app.ts']);
    expect(markers('set --max-old-space-size=4 for qz7f3k')).toEqual(['qz7f3k']);
    expect(markers('does useEffect run twice')).toEqual(['useeffect']);
  });

  test('are the word of a question of one word', () => {
    expect(markers('quokka')).toEqual(['quokka']);
    expect(markers('the quokka')).toEqual([]);
  });

  test('are not what is written by chance', () => {
    expect(markers('did the well-known doctor come at 10:30 or on 2024-05-06, the 6th')).toEqual([]);
    expect(markers('what does Anna like')).toEqual([]);
    expect(markers('?!')).toEqual([]);
  });
});

describe('[F-7] a text holds markers', () => {
  test('as whole words, in any case, all of them', () => {
    expect(holdsMarkers('The flag ZX-81-QUUX is on.', ['zx-81-quux'])).toBe(true);
    expect(holdsMarkers('The flag ZX-81-QUUXY is on.', ['zx-81-quux'])).toBe(false);
    expect(holdsMarkers('aZX-81-QUUX', ['zx-81-quux'])).toBe(false);
    expect(holdsMarkers('only one here', ['one', 'two'])).toBe(false);
    expect(holdsMarkers('zebras and a zebra', ['zebra'])).toBe(true);
    expect(holdsMarkers('anything', [])).toBe(false);
  });

  test('anywhere, in languages without word spaces', () => {
    expect(holdsMarkers('部署在星期五进行', ['星期五'])).toBe(true);
  });
});
