import { expect, test } from 'vitest';
import { favourNamed, type Naming } from './named.ts';

const naming = (named: string, exact = ''): Naming => ({
  hasNames: true,
  othersDivisor: 1.3,
  isNamed: ({ text }) => named.split(' ').includes(text),
  isExact: ({ text }) => exact.split(' ').includes(text),
});
const ranked = [
  { text: 'best', score: 0.5, isExact: false },
  { text: 'next', score: 0.45, isExact: false },
  { text: 'last', score: 0.2, isExact: false },
];
const favoured = (of: Naming) => favourNamed(ranked, of, ({ text }) => ({ author: null, text }));
const order = (of: Naming): string =>
  favoured(of)
    .map(({ text }) => text)
    .join(' ');

test('[F-10] who is named comes before others that are not much better', () => {
  expect(order(naming('next'))).toBe('next best last');
  expect(order(naming('last'))).toBe('best next last');
  expect(favoured(naming('next')).map(({ isNamed }) => isNamed)).toEqual([true, false, false]);
});

test('[F-10] when nobody is named, or everybody, no score changes', () => {
  for (const named of ['nobody', 'best next last']) {
    expect(favoured(naming(named)).map(({ score }) => score)).toEqual([0.5, 0.45, 0.2]);
  }
});

test('[F-7] what holds the marker loses nothing to who is named', () => {
  expect(order(naming('next', 'best'))).toBe('best next last');
  const exact = [{ text: 'exact', score: 0.5, isExact: true }, ...ranked.slice(1)];
  const shown = favourNamed(exact, naming('next'), ({ text }) => ({ author: null, text }));
  expect(shown.map(({ text, score }) => [text, score])).toEqual([
    ['exact', 0.5],
    ['next', 0.45],
    ['last', 0.2 / 1.3],
  ]);
});
