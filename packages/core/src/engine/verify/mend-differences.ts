/** Sends what the server lacks or has older, and fetches what this device lacks or has older. [SY-E5] */
import {
  type CairnError,
  err,
  LIMITS,
  ok,
  type PulledItem,
  type RegistersResponse,
  type Result,
} from '@cairn/schema';
import { registerKey } from '../../merge/register-key.ts';
import type { FacetKey } from '../../ports/store.ts';
import type { DigestSource, TransportError } from '../../ports/transport.ts';
import type { Difference } from '../../sync/digest.ts';
import type { Answer } from '../deps.ts';
import type { WriteEngine } from '../engine.ts';
import { nameOf } from './repair-registers.ts';

export interface MendDeps {
  readonly engine: Pick<WriteEngine, 'requeue' | 'takeRegisters'>;
  readonly source: DigestSource;
  readonly explain: (error: TransportError) => CairnError;
}

export const mendDifferences = async (
  { engine, source, explain }: MendDeps,
  found: readonly Difference[],
): Answer<{ readonly sent: number; readonly received: number }> => {
  const isOurs = ({ kind }: Difference): boolean => kind === 'server_lacks' || kind === 'server_older';
  const requeued = await engine.requeue(found.filter(isOurs).map(nameOf));
  if (!requeued.ok) return requeued;
  const wanted = found.filter((one) => !isOurs(one)).map(nameOf);
  const given = await fetchAll(source, wanted);
  if (!given.ok) return err(explain(given.error));
  for (let at = 0; at < given.value.length; at += LIMITS.batchItemsMax) {
    const taken = await engine.takeRegisters(given.value.slice(at, at + LIMITS.batchItemsMax));
    if (!taken.ok) return taken;
  }
  return ok({ sent: requeued.value.requeued, received: given.value.length });
};

/** Fetches registers by name. Leaves out a register that the server no longer has. The next comparison shows what replaced it. */
export const fetchAll = async (
  source: DigestSource,
  names: readonly FacetKey[],
): Promise<Result<readonly PulledItem[], TransportError>> => {
  const items: PulledItem[] = [];
  let left = names;
  while (left.length > 0) {
    const asked = left.slice(0, LIMITS.batchItemsMax);
    const answer = await source.registers(asked);
    if (!answer.ok) return answer;
    items.push(...answer.value.items);
    left = [...notGiven(asked, answer.value), ...left.slice(LIMITS.batchItemsMax)];
  }
  return ok(items);
};

/**
 * Returns the names that a full answer left out. Returns none when it contained no requested item, because asking again
 * would never end. [TR-53]
 */
const notGiven = (asked: readonly FacetKey[], { items, more }: RegistersResponse): readonly FacetKey[] => {
  if (!more) return [];
  const given = new Set(items.map(registerKey));
  const left = asked.filter((name) => !given.has(registerKey(name)));
  return left.length < asked.length ? left : [];
};
