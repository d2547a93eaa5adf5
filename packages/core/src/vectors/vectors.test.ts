import { describe, expect, test } from 'vitest';
import { fuse } from './fusion.ts';
import { retryDelayMs } from './retry.ts';
import { memoryText, questionText, textHashOf } from './text.ts';
import { unitVector } from './unit-vector.ts';

describe('unit vectors', () => {
  test('have length 1 and keep their direction', () => {
    const unit = unitVector(new Float32Array([3, 4])) ?? new Float32Array();
    expect([...unit].map((value) => value.toFixed(4))).toEqual(['0.6000', '0.8000']);
  });

  test('are not made of nothing or of what is no number', () => {
    expect(unitVector(new Float32Array(4))).toBeNull();
    expect(unitVector(new Float32Array([1, Number.NaN]))).toBeNull();
    expect(unitVector(new Float32Array([1, Number.POSITIVE_INFINITY]))).toBeNull();
  });
});

describe('[F-4] fusion', () => {
  const rounded = (values: readonly number[]) => values.map((value) => Number(value.toFixed(3)));

  test('weighs the cosine as it is beside bm25 against the largest', () => {
    const candidates = [
      { text: 8, cosine: 0.1 },
      { text: 4, cosine: 0.5 },
      { text: null, cosine: 0.9 },
      { text: 2, cosine: null },
      { text: null, cosine: -0.4 },
    ];
    expect(rounded(fuse(candidates, { rule: 'cosine', vectorWeight: 0.6, cosineMin: 0 }, 0))).toEqual([
      0.46, 0.5, 0.54, 0.235, 0,
    ]);
  });

  test('stretches both lists where the embedder asks for it', () => {
    const candidates = [
      { text: 8, cosine: 0.4 },
      { text: 4, cosine: 0.6 },
      { text: null, cosine: 0.5 },
    ];
    expect(rounded(fuse(candidates, { rule: 'min_max', vectorWeight: 0.3, cosineMin: 0 }, 0))).toEqual([
      0.7, 0.3, 0.15,
    ]);
    expect(fuse([{ text: 3, cosine: 0.2 }], { rule: 'min_max', vectorWeight: 0.3, cosineMin: 0 }, 0)).toEqual(
      [1],
    );
  });

  test('the best of few words is worth less than the best of all words', () => {
    const candidates = [
      { text: 8, cosine: 0.5 },
      { text: 4, cosine: 0.6 },
      { text: null, cosine: 0.7 },
    ];
    const fusion = { rule: 'cosine', vectorWeight: 0.6, cosineMin: 0 } as const;
    expect(rounded(fuse(candidates, fusion, 24))).toEqual([0.5, 0.46, 0.42]);
    // The best hit scores more than a text with every word, so scores are relative to that hit.
    expect(fuse(candidates, fusion, 2)).toEqual(fuse(candidates, fusion, 0));
    const stretched = { ...fusion, rule: 'min_max' } as const;
    expect(fuse(candidates, stretched, 24)).toEqual(fuse(candidates, stretched, 0));
  });

  test('has nothing to weigh without candidates or without words', () => {
    expect(fuse([], { rule: 'cosine', vectorWeight: 0.6, cosineMin: 0 }, 0)).toEqual([]);
    expect(
      rounded(fuse([{ text: null, cosine: 0.5 }], { rule: 'cosine', vectorWeight: 0.6, cosineMin: 0 }, 0)),
    ).toEqual([0.3]);
    expect(
      rounded(fuse([{ text: 0, cosine: null }], { rule: 'cosine', vectorWeight: 0.6, cosineMin: 0 }, 0)),
    ).toEqual([0]);
  });
});

describe('[F-2] the text that is embedded', () => {
  test('names the key of a keyed memory', () => {
    expect(memoryText({ content: 'two spaces', key: 'code-style/indentation' })).toBe(
      'code style indentation: two spaces',
    );
    expect(memoryText({ content: ' plain ', key: null })).toBe('plain');
  });

  test('is cut between characters, not inside of one', () => {
    const long = '🦓'.repeat(1_001);
    expect([...questionText(long)]).toHaveLength(1_000);
    expect(questionText('🦓'.repeat(1_000))).toBe('🦓'.repeat(1_000));
  });

  test('has a name of its own', () => {
    expect(textHashOf('a')).toMatch(/^[0-9a-f]{32}$/);
    expect(textHashOf('a')).not.toBe(textHashOf('A'));
  });
});

describe('[F-2] tries', () => {
  const failure = { message: 'no', retryable: true, retryAfterMs: null };

  test('are made again after 0.5, 2 and 8 seconds, then no more', () => {
    expect([1, 2, 3, 4].map((tries) => retryDelayMs(tries, failure))).toEqual([500, 2_000, 8_000, null]);
  });

  test('wait as long as the other side asks, and end at a refusal', () => {
    expect(retryDelayMs(1, { ...failure, retryAfterMs: 3_000 })).toBe(3_000);
    expect(retryDelayMs(2, { ...failure, retryAfterMs: 100 })).toBe(2_000);
    expect(retryDelayMs(1, { ...failure, retryable: false })).toBeNull();
  });
});
