import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestChunk, CHUNK_CHARS_MAX, sameStem } from './snippet.ts';

const filler = (words: number) => Array.from({ length: words }, (_, at) => `filler${at}`).join(' ');

describe('the matching part', () => {
  test('[F-2] a short content is its own chunk', () => {
    expect(bestChunk('short', ['short'])).toEqual({ text: 'short', start: 0, end: 5 });
    const limit = 'x'.repeat(CHUNK_CHARS_MAX);
    expect(bestChunk(limit, []).end).toBe(CHUNK_CHARS_MAX);
    expect(bestChunk(`${limit}x`, []).end).toBe(CHUNK_CHARS_MAX);
  });

  test('[F-2] a long one shows the window with the most terms, from a sentence on', () => {
    const content = `${filler(80)} database here. ${filler(90)}. The staging database listens there. ${filler(60)}`;
    const chunk = bestChunk(content, ['staging', 'database']);
    expect(chunk.text.startsWith('The staging database')).toBe(true);
    expect(content.slice(chunk.start, chunk.end)).toBe(chunk.text);
  });

  test('[F-2] terms of languages without word spaces are found inside their run', () => {
    const content = `${'あ'.repeat(900)}東京タワー${'い'.repeat(400)}`;
    expect(bestChunk(content, ['東京']).text).toContain('東京タワー');
  });

  test('[F-2] a chunk is a slice of the content, bounded, never half a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 0, maxLength: 900 }),
        fc.array(fc.string({ maxLength: 6 }), { maxLength: 4 }),
        (content, terms) => {
          const chunk = bestChunk(content, terms, 60);
          expect(content.slice(chunk.start, chunk.end)).toBe(chunk.text);
          expect(chunk.text.length).toBeLessThanOrEqual(60);
          if (content.isWellFormed()) expect(chunk.text.isWellFormed()).toBe(true);
          if (content.trim() !== '') expect(chunk.end).toBeGreaterThan(chunk.start);
        },
      ),
      { seed: 3, numRuns: 500 },
    );
  });

  test('[F-1] forms of one word', () => {
    expect(sameStem('deploys', 'deploy')).toBe(true);
    expect(sameStem('deployment', 'deploy')).toBe(false);
    expect(sameStem('monday', 'monster')).toBe(false);
    expect(sameStem('cat', 'car')).toBe(false);
  });
});
