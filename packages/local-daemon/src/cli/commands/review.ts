/** `cairn review`, and its decisions. */
import { type BodyOf, err, ok, type ReviewDecision, type Reviewed, type ReviewResult } from '@cairn/schema';
import type { ParsedArgs, Run } from '../command.ts';
import type { Failure } from '../failure.ts';
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

export const review: Run = async (given, io) => {
  const found = await io.ask('GET /v1/review', { query: { limit: given.int('limit') } });
  if (!found.ok) return found;
  const { held, forks, contradictions, stale, pending } = found.value;
  const isEmpty = held.length + forks.length + contradictions.length + stale.length === 0;
  return ok({
    json: found.value,
    human: (style) =>
      [
        ...heldLines(found.value, style, io.nowMs),
        ...forkLines(found.value, style, io.nowMs),
        ...contradictionLines(found.value, style, io.nowMs),
        ...staleLines(found.value, style, io.nowMs),
      ].join('\n'),
    notes: [
      ...(isEmpty ? ['Nothing to review.'] : []),
      ...(pending === 0 ? [] : [`${memories(pending)} are still being compared; look again in a moment.`]),
    ],
  });
};

const heldLines = ({ held }: ReviewResult, style: Style, nowMs: number): readonly string[] => {
  const under = (heading: string, memories: ReviewResult['held']): readonly string[] =>
    memories.length === 0
      ? []
      : [style.bold(heading), ...memories.map((memory) => memoryLines(memory, style, nowMs))];
  return [
    ...under(
      'Held because they read like orders (cairn review accept|reject ID)',
      held.filter(({ trust }) => trust === 'held'),
    ),
    ...under(
      'Held because another device forgot what they replaced (cairn review accept|reject ID)',
      held.filter(({ trust }) => trust !== 'held'),
    ),
  ];
};

const forkLines = ({ forks }: ReviewResult, style: Style, nowMs: number): readonly string[] =>
  forks.length === 0
    ? []
    : [
        style.bold('Replaced on two devices; the first of each pair is current'),
        ...forks.flatMap(({ current, other }) => [
          memoryLines(current, style, nowMs),
          memoryLines(other, style, nowMs),
          style.dim(`both: cairn review keep ${other.id}`),
          style.dim(`only the first: cairn review supersede ${other.id} ${current.id}`),
          style.dim(`only the second: cairn review supersede ${current.id} ${other.id}`),
        ]),
      ];

const contradictionLines = (
  { contradictions }: ReviewResult,
  style: Style,
  nowMs: number,
): readonly string[] =>
  contradictions.length === 0
    ? []
    : [
        style.bold('Probable contradictions (cairn review supersede OLD NEW, or keep ONE OTHER)'),
        ...contradictions.flatMap(({ older, newer, reason }) => [
          style.dim(`${CONTRADICTS[reason]}:`),
          memoryLines(older, style, nowMs),
          memoryLines(newer, style, nowMs),
        ]),
      ];

const staleLines = ({ stale }: ReviewResult, style: Style, nowMs: number): readonly string[] =>
  stale.length === 0
    ? []
    : [
        style.bold(
          'Probably out of date or of no use (cairn supersede, cairn forget, or cairn review keep ID)',
        ),
        ...stale.flatMap(({ memory, reason, since }) => [
          style.dim(`${STALE[reason]}, since ${shortTime(since, nowMs)}:`),
          memoryLines(memory, style, nowMs),
        ]),
      ];

export const accept: Run = (given, io) =>
  decideEach(eachOf(given), io, 'accept', 'Accepted; search finds it now:');
export const reject: Run = (given, io) => decideEach(eachOf(given), io, 'reject', 'Forgot');

export const supersede: Run = async (given, io) => {
  const [, other] = given.args;
  const done = await decide(io, given.arg(0), { decision: 'supersede', other });
  if (!done.ok) return done;
  return ok({
    json: { reviewed: [done.value] },
    human: (style) => `${style.green('Replaced')} ${done.value.id} by ${done.value.by ?? ''}`,
  });
};

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

/** Decides on every id or pair. If some fail, the successful decisions stay and are reported with the first failure. */
const decideEach = async (
  asked: readonly Asked[],
  io: Io,
  decision: ReviewDecision['decision'],
  said: string,
): ReturnType<Run> => {
  const done: { readonly reviewed: Reviewed; readonly names: string }[] = [];
  let failed: Failure | null = null;
  for (const { id, other } of asked) {
    const one = await decide(io, id, { decision, other });
    if (one.ok)
      done.push({ reviewed: one.value, names: other === undefined ? one.value.id : `${id} ${other}` });
    else failed ??= one.error;
  }
  if (failed !== null && done.length === 0) return err(failed);
  return ok({
    json: { reviewed: done.map(({ reviewed }) => reviewed) },
    human: (style) => done.map(({ names }) => `${style.green(said)} ${names}`).join('\n'),
    ...(failed === null ? {} : { failure: failed, exit: 5 }),
  });
};
