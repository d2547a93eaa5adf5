import { describe, expect, test } from 'vitest';
import { embeddableMemory, embeddablePassage, mixedVector, textsOf } from './embeddable.ts';
import { unitVector } from './unit-vector.ts';

const spoken = (body: string, author: string | null = 'anna') => ({ author, body });
const turn = (previous: string | null, own: string, next: string | null) =>
  embeddablePassage({
    kind: 'turn',
    ...spoken(own),
    previous: previous === null ? null : spoken(previous, 'ben'),
    next: next === null ? null : spoken(next, null),
  });
const VECTORS: Readonly<Record<string, Float32Array>> = {
  'anna: own': new Float32Array([1, 0, 0]),
  'ben: before': new Float32Array([0, 1, 0]),
  after: new Float32Array([0, 0, 1]),
};
const vectorOf = (text: string): Float32Array | undefined => VECTORS[text];

describe('[F-8] what a vector is made of', () => {
  test('a turn: itself, half of the one before, .3 of the one after', () => {
    const made = turn('before', 'own', 'after');
    expect(textsOf(made)).toEqual(['anna: own', 'ben: before', 'after']);
    const expected = unitVector(new Float32Array([1, 0.5, 0.3]));
    expect(mixedVector(made, vectorOf)).toEqual(expected);
  });

  test('at either end of a session only what is there', () => {
    expect(mixedVector(turn(null, 'own', null), vectorOf)).toEqual(VECTORS['anna: own']);
    expect(mixedVector(turn('before', 'own', null), vectorOf)).toEqual(
      unitVector(new Float32Array([1, 0.5, 0])),
    );
  });

  test('a neighbour without a vector is left out, a text without its own has none', () => {
    expect(mixedVector(turn('unknown', 'own', null), vectorOf)).toEqual(VECTORS['anna: own']);
    expect(mixedVector(turn('before', 'unknown', null), vectorOf)).toBeNull();
  });

  test('a text that says nothing to the embedder gets nothing from its neighbours', () => {
    const silent = (text: string) => new Float32Array(text === 'anna: own' ? [0, 0, 0] : [0, 1, 0]);
    expect(mixedVector(turn('before', 'own', 'after'), silent)).toEqual(new Float32Array(3));
  });

  test('what cancels itself out stays what it says', () => {
    const opposite = (text: string) =>
      text === 'anna: own' ? new Float32Array([0.5, 0]) : new Float32Array([-1, 0]);
    expect(mixedVector(turn('a', 'own', null), opposite)).toEqual(new Float32Array([0.5, 0]));
  });

  test('its name says all of it, in this order, and is that of no memory', () => {
    const names = [
      turn('before', 'own', 'after').hash,
      turn('after', 'own', 'before').hash,
      turn(null, 'own', 'after').hash,
      turn('own', 'own', null).hash,
      embeddablePassage({ kind: 'document', ...spoken('own', null), previous: null, next: null }).hash,
      embeddableMemory({ content: 'own', key: null }).hash,
    ];
    expect(new Set(names).size).toBe(names.length);
    expect(turn('before', 'own', 'after').hash).toBe(names[0]);
  });

  test('a piece of a document stands for itself', () => {
    const piece = embeddablePassage({
      kind: 'document',
      ...spoken('own', null),
      previous: spoken('before'),
      next: spoken('after'),
    });
    expect(textsOf(piece)).toEqual(['own']);
  });
});
