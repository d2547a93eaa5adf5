/**
 * Encodes the outcome of a push for a replay. The replay brings the same items again, so only the rest is kept: the verdict, the
 * sequence, and the stamp if it belongs to another push. [SY-U3]
 */
import { type RawItem, VERDICTS, type VerdictItem, verdictItem } from '@cairn/schema';
import * as z from 'zod';

export interface PushOutcome {
  readonly verdicts: readonly VerdictItem[];
  readonly head: number;
  /** 16 bytes in hex. */
  readonly anchor: string;
}

const storedOutcome = z.object({
  head: z.number(),
  anchor: z.string(),
  verdicts: z.array(z.tuple([z.number(), z.number().nullable(), z.string().nullable().optional()])),
});

const stampOf = (raw: RawItem): string | null =>
  'hlc' in raw && typeof raw.hlc === 'string' ? raw.hlc : null;

export const encodeOutcome = (outcome: PushOutcome, items: readonly RawItem[]): string =>
  JSON.stringify({
    head: outcome.head,
    anchor: outcome.anchor,
    verdicts: outcome.verdicts.map((one, at) => {
      const raw = items[at];
      const own = raw !== undefined && stampOf(raw) === one.hlc;
      const code = VERDICTS.indexOf(one.verdict);
      return own ? [code, one.seq] : [code, one.seq, one.hlc];
    }),
  });

/** Throws if `encodeOutcome` did not make the text for these items: then the database is damaged. */
export const decodeOutcome = (text: string, items: readonly RawItem[]): PushOutcome => {
  const stored = storedOutcome.parse(JSON.parse(text));
  const verdicts = items.map((raw, at) => {
    const [code, seq, hlc] = stored.verdicts[at] ?? [];
    return {
      entity: raw.entity,
      facet: raw.facet,
      verdict: VERDICTS[code ?? -1],
      seq,
      hlc: hlc === undefined ? stampOf(raw) : hlc,
    };
  });
  return { verdicts: z.array(verdictItem).parse(verdicts), head: stored.head, anchor: stored.anchor };
};
