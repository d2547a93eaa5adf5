/**
 * Imports memories and transcripts from a file, a folder or standard input. The daemon checks each item; a bad one does not stop the
 * others.
 */
import { err, ok } from '@cairn/schema';
import type { Outcome, ParsedArgs, Run } from '../command.ts';
import { type Answer, type Failure, failure, mapped, misuse } from '../failure.ts';
import { type ImportFormat, isImportFormat } from '../format-names.ts';
import { createDelivery, type Delivery } from '../import/deliver.ts';
import { type Input, inputsOf, justOne, standardInput } from '../import/input.ts';
import { allowLearning, estimateOf, type Learning, learningNote } from '../import/learning.ts';
import { allowProfile } from '../import/profile.ts';
import { readInput } from '../import/read-input.ts';
import type { Io } from '../io.ts';
import { count, memories } from '../output/short-time.ts';
import { createProgress } from '../progress.ts';
import { projectOf } from '../request-input.ts';
import { joined } from '../style.ts';
import { fileFailure } from '../text-file.ts';

export const importFile: Run = async (given, io) => {
  const dryRun = given.flag('dry-run');
  if (!given.flag('learn')) return importOnce(given, io, { dryRun, learning: null });
  if (given.arg(0) === '-')
    return misuse('--learn reads its file twice, so it cannot read standard input: give a file.');
  // Everything is read once to know the cost, which is shown before the question.
  const looked = await readAll(given, io, { dryRun: true, learn: true });
  if (!looked.ok) return looked;
  const allowed = await allowLearning(estimateOf(looked.value.delivery.tally), given, io);
  if (!allowed.ok) return allowed;
  return importOnce(given, io, { dryRun, learning: allowed.value });
};

interface Wanted {
  readonly dryRun: boolean;
  /** Null if nothing is learned. */
  readonly learning: Learning | null;
}

const importOnce = (given: ParsedArgs, io: Io, wanted: Wanted) =>
  mapped(
    readAll(given, io, { dryRun: wanted.dryRun, learn: wanted.learning !== null }),
    ({ delivery, problem }) => outcomeOf(delivery, problem, wanted),
  );

/** `problem`: why only a part was read. */
const readAll = async (
  given: ParsedArgs,
  io: Io,
  how: { readonly dryRun: boolean; readonly learn: boolean },
): Answer<{ readonly delivery: Delivery; readonly problem: Failure | null }> => {
  const name = given.arg(0);
  const asked = given.text('from') ?? '';
  const from = isImportFormat(asked) ? asked : null;
  const delivery = createDelivery({ ask: io.ask, target: projectOf(given, io), ...how });
  const problem = await importAll(name, from, io, delivery).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error) return fileFailure(name, error);
    throw error;
  });
  // Items read before the file's error are complete, so they are sent.
  const settled = await delivery.settle(allowProfile(given, io, how.dryRun));
  const last = problem ?? settled;
  if (last !== null && delivery.tally.counts.read === 0) return err(last);
  return ok({ delivery, problem: last });
};

const importAll = async (
  name: string,
  from: ImportFormat | null,
  io: Io,
  delivery: Delivery,
): Promise<Failure | null> => {
  const { inputs, passed } = name === '-' ? justOne(standardInput()) : inputsOf(io.cwd, name, from, io.scope);
  for (const [what, times] of passed) delivery.tally.leave(what, times);
  if (inputs.length === 0)
    return failure('bad_file', `${name}: no file in this folder holds memories or transcripts.`);
  const progress = createProgress(io);
  const bytesTotal = inputs.reduce((sum, input) => sum + input.bytesTotal, 0);
  let done = 0;
  const metered = (input: Input): Input => ({
    ...input,
    bytes: async function* () {
      for await (const part of input.bytes()) {
        done += part.length;
        progress.showPart(done, bytesTotal, `${delivery.tally.counts.read.toLocaleString('en-US')} read`);
        yield part;
      }
    },
  });
  try {
    for (const input of inputs) {
      const problem = await importOne(metered(input), from, name, delivery, inputs.length > 1);
      if (problem !== null) return problem;
    }
    return null;
  } finally {
    progress.end();
  }
};

const importOne = async (
  input: Input,
  from: ImportFormat | null,
  name: string,
  delivery: Delivery,
  isOneOfMany: boolean,
): Promise<Failure | null> => {
  for await (const found of readInput(input, from)) {
    if (found.kind === 'broken' && !isOneOfMany) return failure('bad_file', `${name}: ${found.reason}.`);
    // One bad file of a folder does not stop the others.
    const told =
      found.kind === 'broken' ? ({ kind: 'bad', place: '', reason: found.reason } as const) : found;
    const problem = await delivery.take(
      'place' in told ? { ...told, place: joined(', ', [input.label, told.place]) } : told,
    );
    if (problem !== null) return problem;
    if (found.kind === 'broken') break;
  }
  return null;
};

/** `refused`: items that were read, but that the daemon or a limit refused. */
const badText = (read: number, refused: number, unreadable: number): string => {
  const parts = joined(' and ', [
    refused === 0 ? '' : `${refused} ${refused === 1 ? 'was' : 'were'} refused`,
    unreadable === 0 ? '' : `${unreadable} could not be read`,
  ]);
  return `Of ${count(read, 'record')}, ${parts}.`;
};

const heldNote = (held: number, dryRun: boolean): string =>
  dryRun
    ? `${memories(held)} would be held for \`cairn review\`, as texts that read like orders to the assistant.`
    : `${memories(held)} ${held === 1 ? 'reads like an order' : 'read like orders'} to the assistant and ${held === 1 ? 'is' : 'are'} held: \`cairn review\` shows ${held === 1 ? 'it' : 'them'}.`;

const schedulesNote = (schedules: number, dryRun: boolean): string =>
  dryRun
    ? `${count(schedules, 'schedule')} would be imported, paused.`
    : `${count(schedules, 'schedule')} ${schedules === 1 ? 'was' : 'were'} imported paused: \`cairn schedule resume ID\` lets this device run one.`;

const outcomeOf = ({ tally }: Delivery, problem: Failure | null, { dryRun, learning }: Wanted): Outcome => {
  const { held, schedules, profile, unreadable, ...counts } = tally.counts;
  const bad = { refused: counts.failed - unreadable, unreadable };
  const partly =
    problem ??
    (counts.failed === 0 ? null : failure('invalid_input', badText(counts.read, bad.refused, unreadable)));
  // A batch is answered only after later items were read.
  const failures = tally.failures.toSorted((a, b) => a.index - b.index);
  const leftOut = [...tally.leftOut].map(([what, times]) => ({ what, count: times }));
  return {
    json: {
      ...counts,
      ...(counts.failed === 0 ? {} : bad),
      ...(held === 0 ? {} : { held }),
      ...(learning === null ? {} : { learn: learning }),
      ...(leftOut.length === 0 ? {} : { leftOut }),
      ...(failures.length === 0 ? {} : { failures }),
    },
    human: (style) =>
      [
        `${dryRun ? 'Would import' : style.green('Imported')} ${counts.new} new of ${counts.read} read;`,
        `${counts.duplicate} already known, ${counts.skipped} skipped, ${counts.failed} failed.`,
      ].join(' '),
    notes: [
      learning !== null && learningNote(learning, tally.learning.size, dryRun),
      ...leftOut.map((one) => `Left out: ${one.what} (${one.count.toLocaleString('en-US')}).`),
      held > 0 && heldNote(held, dryRun),
      schedules > 0 && schedulesNote(schedules, dryRun),
      profile > 0 &&
        `Each of your agents ${dryRun ? 'would be' : 'is'} told ${count(profile, 'value')} of the profile: \`cairn profile\` shows them.`,
      ...failures.map(({ place, reason }) => `${place}: ${reason}`),
      !dryRun &&
        problem !== null &&
        counts.new > 0 &&
        'The import ended early. What is counted as new is kept; the same command later adds the rest, and nothing twice.',
      counts.failed > failures.length &&
        `${counts.failed - failures.length} more failed and are not listed here.`,
    ],
    ...(partly === null ? {} : { failure: partly, exit: counts.read > counts.failed ? 5 : 1 }),
  };
};
