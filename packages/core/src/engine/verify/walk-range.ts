/** The registers of one range on both sides, window by window: a range may be larger than a page on either side. [SY-E5] */
import { type CairnError, ok, type Result } from '@cairn/schema';
import type { HeldQuery } from '../../ports/store.ts';
import type { DigestSource, TransportError } from '../../ports/transport.ts';
import { compareRows, type Difference, type RangeBounds, upTo, windowEnd } from '../../sync/digest.ts';
import type { ReadEngine } from '../engine.ts';

export interface WalkDeps {
  readonly engine: Pick<ReadEngine, 'heldPage'>;
  readonly source: DigestSource;
  readonly explain: (error: TransportError) => CairnError;
  /** Nothing is sent or pulled meanwhile, so a sequence above the server's head is not one of a moment later. [TR-15] */
  readonly isAlone?: boolean;
}

/** Answers how many registers are on their way. */
export const walkRange = async (
  { engine, source, explain, isAlone }: WalkDeps,
  { from, to }: RangeBounds,
  above: number,
  high: number,
  onDifferences: (found: readonly Difference[]) => Promise<Result<unknown, CairnError>>,
): Promise<Result<number, CairnError>> => {
  let after: HeldQuery['after'] = { entity: from, facet: '' };
  let pending = 0;
  for (;;) {
    const query = { after, to, above };
    const answer = await source.digestRows(query);
    if (!answer.ok) return { ok: false, error: explain(answer.error) };
    const server = answer.value;
    const device = await engine.heldPage(query);
    const end = windowEnd(device, server);
    const head = isAlone === true ? Number.MAX_SAFE_INTEGER : server.head;
    const compared = compareRows(upTo(device.rows, end), upTo(server.rows, end), { high, head });
    pending += compared.pending;
    if (compared.differences.length > 0) {
      const done = await onDifferences(compared.differences);
      if (!done.ok) return done;
    }
    if (end === null) return ok(pending);
    after = end;
  }
};
