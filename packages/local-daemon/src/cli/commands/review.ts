/** `cairn review`, and its decisions. */
import type { BodyOf, Memory, ReviewDecision, ReviewResult } from '@cairn/schema';
import { answered, eachDone, type ParsedArgs, type Run } from '../command.ts';
import { mapped } from '../failure.ts';
import type { Io } from '../io.ts';
import { memoryLines } from '../output/memory-lines.ts';
import { memories, shortTime } from '../output/short-time.ts';
import type { Style } from '../style.ts';

const CONTRADICTS: Readonly<Record<ReviewResult['contradictions'][number]['reason'], string>> = {
  same_key: 'the same key with another value',
  value: 'the same thing with another value',
  number: 'the same thing with another number',
  negation: 'the opposite',
  replaced: 'the newer one says that this changed',
};
const STALE: Readonly<Record<ReviewResult['stale'][number]['reason'], string>> = {
  date_passed: 'its date has passed',
  span_over: 'the time span in it is over',
  unused: 'nobody looked at it for a year',
  given_unused: 'agents were given it often, and no answer used its words',
  never_given: 'no agent was ever given it',
};

export const review: Run = (given, io) =>
  answered(io.ask('GET /v1/review', { query: { limit: given.int('limit') } }), (found) => ({
    human: (style) => linesOf(found, style, io.nowMs).join('\n'),
    notes: [
      [found.held, found.forks, found.contradictions, found.stale].every(({ length }) => length === 0) &&
        'Nothing to review.',
      found.pending > 0 && `${memories(found.pending)} are still being compared; look again in a moment.`,
    ],
  }));

const linesOf = (
  { held, forks, contradictions, stale }: ReviewResult,
  style: Style,
  nowMs: number,
): readonly string[] => {
  const lines = (memory: Memory): string => memoryLines(memory, style, nowMs);
  const under = <T>(
    heading: string,
    items: readonly T[],
    linesOfItem: (item: T) => readonly string[],
  ): readonly string[] => (items.length === 0 ? [] : [style.bold(heading), ...items.flatMap(linesOfItem)]);
  return [
    ...under(
      'Held because they read like orders (cairn review accept|reject ID)',
      held.filter(({ trust }) => trust === 'held'),
      (memory) => [lines(memory)],
    ),
    ...under(
      'Held because another device forgot what they replaced (cairn review accept|reject ID)',
      held.filter(({ trust }) => trust !== 'held'),
      (memory) => [lines(memory)],
    ),
    ...under('Replaced on two devices; the first of each pair is current', forks, ({ current, other }) => [
      lines(current),
      lines(other),
      style.dim(`both: cairn review keep ${other.id}`),
      style.dim(`only the first: cairn review supersede ${other.id} ${current.id}`),
      style.dim(`only the second: cairn review supersede ${current.id} ${other.id}`),
    ]),
    ...under(
      'Probable contradictions (cairn review supersede OLD NEW, or keep ONE OTHER)',
      contradictions,
      ({ older, newer, reason }) => [style.dim(`${CONTRADICTS[reason]}:`), lines(older), lines(newer)],
    ),
    ...under(
      'Probably out of date or of no use (cairn supersede, cairn forget, or cairn review keep ID)',
      stale,
      ({ memory, reason, since }) => [
        style.dim(`${STALE[reason]}, since ${shortTime(since, nowMs)}:`),
        lines(memory),
      ],
    ),
  ];
};

export const accept: Run = (given, io) =>
  decideEach(eachOf(given), io, 'accept', 'Accepted; search finds it now:');
export const reject: Run = (given, io) => decideEach(eachOf(given), io, 'reject', 'Forgot');

export const supersede: Run = (given, io) =>
  answered(decide(io, given.arg(0), { decision: 'supersede', other: given.args[1] }), (done) => ({
    json: { reviewed: [done] },
    human: (style) => `${style.green('Replaced')} ${done.id} by ${done.by ?? ''}`,
  }));

/** Keeps each of the memories beside every other one. */
export const keep: Run = (given, io) => {
  const ids = [...new Set(given.args)];
  const pairs = ids.flatMap((id, at) => ids.slice(at + 1).map((other) => ({ id, other })));
  const asked = pairs.length === 0 ? ids.map((id) => ({ id })) : pairs;
  return decideEach(asked, io, 'keep', 'Kept');
};

const decide = (io: Io, id: string, decision: BodyOf<'POST /v1/review/:id'>) =>
  io.ask('POST /v1/review/:id', { at: { id }, body: decision });

interface Asked {
  readonly id: string;
  readonly other?: string;
}
const eachOf = ({ args }: ParsedArgs): readonly Asked[] => [...new Set(args)].map((id) => ({ id }));

/** Decides on every id or pair. */
const decideEach = (
  asked: readonly Asked[],
  io: Io,
  decision: ReviewDecision['decision'],
  said: string,
): ReturnType<Run> => {
  const work = ({ id, other }: Asked) =>
    mapped(decide(io, id, { decision, other }), (reviewed) => ({
      ...{ reviewed, names: other === undefined ? reviewed.id : `${id} ${other}` },
    }));
  return eachDone(asked, work, (done) => ({
    json: { reviewed: done.map(({ reviewed }) => reviewed) },
    human: (style) => done.map(({ names }) => `${style.green(said)} ${names}`).join('\n'),
  }));
};
