import { type EntityId, LIMITS } from '@cairn/schema';
import { expect, test } from 'vitest';
import type { MemoryRow, StoredSummary } from '../ports/store.ts';
import { sampleId, sampleMs, sampleRow, sampleSummary } from '../testing/sample-memories.ts';
import { withdrawalOf } from './withdraw.ts';

const row = (n: number, content: string): MemoryRow =>
  sampleRow(sampleId(n), content, { createdAt: sampleMs(n) });
const lisbon = row(1, 'The team meets in Lisbon. It is sunny there.');
const ports = row(2, 'Service A listens on port 8001.');
const secret = row(3, 'The launch is called Zanzibar.');
const unsaid = row(4, 'Lunch is at noon.');

const merged = (
  sentences: readonly { readonly text: string; readonly cites: readonly MemoryRow[] }[],
  alsoCites: readonly MemoryRow[] = [],
): StoredSummary => {
  const summary = sampleSummary('s1', sentences, alsoCites);
  const stored = summary.sentences.map((one) => ({ ...one, isCurrent: true }));
  return { ...summary, type: 'compacted', sentences: stored };
};
const forget = (summary: StoredSummary, rows: readonly MemoryRow[]) =>
  withdrawalOf(summary, new Set<EntityId>([secret.id]), rows);
const texts = (summary: { readonly sentences: readonly { readonly text: string }[] } | null) =>
  summary?.sentences.map(({ text }) => text);

test('[SU-4] of a merged summary the sentences stay that stand word for word in what remains', () => {
  const summary = merged(
    [
      { text: 'The team meets in LISBON. (2026-11-21)', cites: [lisbon] },
      { text: 'The launch is called Zanzibar. (2026-11-21)', cites: [secret] },
      { text: 'Service A listens on… (2026-11-21)', cites: [ports] },
    ],
    [unsaid],
  );
  const { kept, waiting, alsoWaiting } = forget(summary, [lisbon, ports]);
  expect(texts(kept)).toEqual([
    'The team meets in LISBON. (2026-11-21)',
    'Service A listens on… (2026-11-21)',
  ]);
  expect(kept).toMatchObject({ id: 's1', type: 'compacted', createdAt: summary.createdAt });
  expect(kept?.alsoCites.map(({ entity }) => entity)).toEqual([unsaid.id]);
  expect([waiting, alsoWaiting.newest]).toEqual([[], 0]);
});

test('[SU-4] forgetting what a merged summary had before it and did not say leaves copied sentences as they are', () => {
  const summary = merged([{ text: 'The team meets in Lisbon. (2026-11-21)', cites: [lisbon] }], [secret]);
  expect(forget(summary, [lisbon])).toMatchObject({
    kept: { sentences: [{ text: 'The team meets in Lisbon. (2026-11-21)' }], alsoCites: [] },
    waiting: [],
  });
});

test('[SU-4] what a model worded goes, since a word of the forgotten may be in it, and what it said waits again', () => {
  const summary = merged(
    [
      { text: 'The team meets in Lisbon.', cites: [lisbon] },
      { text: 'The services of the Zanzibar launch listen on ports.', cites: [ports] },
    ],
    [unsaid],
  );
  const { kept, waiting } = forget(summary, [lisbon, ports]);
  expect(texts(kept)).toEqual(['The team meets in Lisbon.']);
  expect(waiting).toEqual([ports.id]);
  expect(kept?.alsoCites.map(({ entity }) => entity)).toEqual([unsaid.id]);
});

test('[SU-4] when no sentence stays, what was said waits again before what was not, 200 in all', () => {
  const many = Array.from({ length: 300 }, (_, n) => row(10 + n, `Fact ${n}.`));
  const summary = merged([{ text: 'The team is at the sea.', cites: [lisbon, secret] }], many);
  const { kept, waiting, alsoWaiting } = forget(summary, [lisbon]);
  expect([kept, waiting]).toEqual([null, [lisbon.id]]);
  expect(alsoWaiting.of).toHaveLength(300);
  expect(alsoWaiting.newest).toBe(LIMITS.summariseNewestMax - 1);
});

test('[SU-4] an incremental one is rewritten from all of its memories, the text about the user from the present ones', () => {
  const summary = merged([{ text: 'The team meets in Lisbon.', cites: [lisbon] }], [secret, unsaid]);
  expect(forget({ ...summary, type: 'incremental' }, [lisbon])).toMatchObject({
    ...{ kept: null, waiting: [lisbon.id, unsaid.id] },
  });
  expect(forget({ ...summary, type: 'narrative' }, [lisbon])).toMatchObject({ kept: null, waiting: [] });
});
