/**
 * Sends found items to the daemon in batches. One batch is sent while the next is read. The daemon decides what is new. This module only
 * deduplicates the items of one run, so a dry run counts like a real one. [IM-2, IM-3]
 */
import { hash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { countControls } from '@cairn/core';
import { type BodyOf, type ImportResult, isDerivedId, isEntityId, LIMITS } from '@cairn/schema';
import type { Failure } from '../failure.ts';
import type { Found, NoteMarks } from '../formats/found.ts';
import type { ProfileSetting } from '../formats/settings.ts';
import type { Io } from '../io.ts';
import { PATIENT, takeEdit } from './edits.ts';
import { takeChanges } from './note-changes.ts';
import { type AllowProfile, NOT_ALLOWED } from './profile.ts';
import { createSettings } from './settings.ts';
import { createTally, type NamedFailure } from './tally.ts';

/** `index`: the number of items found before it. */
type Of<K extends Found['kind']> = Extract<Found, { kind: K }> & { readonly index: number };
type RecordFound = Of<'record'>;
type TurnFound = Of<'turn'>;
type SettingFound = Of<'setting'>;
type Placed = Pick<NamedFailure, 'place' | 'index'>;
type ProfileFound = SettingFound & { readonly setting: ProfileSetting };

export interface DeliveryDeps {
  readonly ask: Io['ask'];
  /** The project from `-p`, for records that name no project and for all transcripts. */
  readonly target: { readonly project?: string; readonly cwd?: string };
  readonly dryRun: boolean;
  /** Whether knowledge is extracted from transcripts. */
  readonly learn: boolean;
}

export type Delivery = ReturnType<typeof createDelivery>;

/** UTF-16 units of a batch. Well below the daemon's limit for one request. */
const BATCH_UNITS_MAX = 2_097_152;
const TURNS_MAX = 1_000;
/** Most values of a profile: rules and tools, each with its limit of items, and the fields of agent and user. */
const PROFILE_MAX = 2 * LIMITS.profileItemsMax + 100;
/** Most remembered marks of turns. Beyond it they are cleared, and only the daemon recognises earlier duplicates. */
const SEEN_MAX = 2_000_000;

export const createDelivery = ({ ask, target, dryRun, learn }: DeliveryDeps) => {
  const tally = createTally();
  const takeIn = createSettings({ ask, dryRun });
  const fresh = createFreshMarks();
  const profile: ProfileFound[] = [];
  const seen = new Set<string>();
  const sentSessions = new Set<string>();
  /** Titles that were found and not sent yet, by session. A title may come before the first turn. */
  const titles = new Map<string, string>();
  /** Ids on this device by ids in the export. */
  const ids = new Map<string, string>();
  /** Memories whose successor may have another id on this device. They are sent last, when that id is known. */
  const replaced: RecordFound[] = [];
  /** Records of notes, whose tags and pins are compared when all records are sent. */
  const notes: (RecordFound & { readonly note: NoteMarks })[] = [];
  let records: RecordFound[] = [];
  let turns: TurnFound[] = [];
  let units = 0;
  let position = 0;
  let underWay: Promise<Failure | null> = Promise.resolve(null);

  /** Tallies failures under the items' places in the file. The daemon names items by their index in the request. */
  const nameOf = (
    batch: readonly Placed[],
    failures: readonly { readonly index: number; readonly reason: string }[],
  ): void => {
    for (const { index: at, reason } of failures)
      tally.name({ index: batch[at]?.index ?? 0, place: batch[at]?.place ?? '', reason });
  };
  const fail = ({ index, place }: Placed, reason: string): null => {
    tally.add({ read: 1, failed: 1 });
    tally.name({ index, place, reason });
    return null;
  };

  const targetOf = (cwd: string | null | undefined) =>
    target.project === undefined ? placeOf(cwd ?? null) : target;

  const sendRecords = async (batch: readonly RecordFound[]): Promise<Failure | null> => {
    const isBundle = batch[0]?.isBundle === true;
    const input: BodyOf<'POST /v1/import'> = {
      records: batch.map(({ record }) => record),
      ...(dryRun ? { dryRun } : {}),
      ...(isBundle ? { bundle: true, ...knownIds(batch, ids) } : targetOf(batch[0]?.cwd)),
    };
    const done = await ask('POST /v1/import', { body: input }, PATIENT);
    if (!done.ok) return done.error;
    const { fresh: marks = [], failures = [], ids: renamed = {}, ...counts } = done.value;
    for (const [from, to] of Object.entries(renamed)) ids.set(from, to);
    const again = fresh.again(marks);
    tally.add({
      ...counts,
      new: counts.new - again.duplicate - again.skipped,
      duplicate: counts.duplicate + again.duplicate,
      skipped: counts.skipped + again.skipped,
    });
    nameOf(batch, failures);
    return null;
  };

  const sendTurns = async (batch: readonly TurnFound[]): Promise<Failure | null> => {
    const [first] = batch;
    if (first === undefined) return null;
    const { session } = first;
    // The provisional name is sent once.
    const told = titles.get(session.id) ?? (sentSessions.has(session.id) ? null : session.name);
    const input: BodyOf<'POST /v1/transcripts'> = {
      session: session.id,
      ...(told === null ? {} : { name: label(told) }),
      ...targetOf(session.cwd),
      ...(dryRun ? { dryRun } : {}),
      ...(learn ? { learn } : {}),
      turns: batch.map(({ turn: { author, text, at } }) => ({ author, text, at })),
    };
    sentSessions.add(session.id);
    titles.delete(session.id);
    const done = await ask('POST /v1/transcripts', { body: input }, PATIENT);
    if (!done.ok) return done.error;
    const { failures = [], id, passages: _passages, learn: learning, ...counts } = done.value;
    tally.add(counts);
    if (learning !== undefined) tally.learn(id, learning);
    nameOf(batch, failures);
    return null;
  };

  /** Waits for the previous batch, then starts to send this one. */
  const flush = async (): Promise<Failure | null> => {
    const problem = await underWay;
    underWay = Promise.resolve(null);
    if (problem !== null) return problem;
    if (records.length > 0) underWay = sendRecords(records);
    else if (turns.length > 0) underWay = sendTurns(turns);
    records = [];
    turns = [];
    units = 0;
    return null;
  };

  const isKnown = ({ session, turn }: TurnFound): boolean => {
    const words = JSON.stringify([session.id, turn.author, turn.at, turn.text]);
    const marks = [hash('sha1', words, 'base64'), ...(turn.id === null ? [] : [turn.id])];
    if (marks.some((mark) => seen.has(mark))) return true;
    if (seen.size > SEEN_MAX) seen.clear();
    for (const mark of marks) seen.add(mark);
    return false;
  };

  const takeRecord = async (found: RecordFound): Promise<Failure | null> => {
    const size = JSON.stringify(found.record).length;
    if (size > LIMITS.daemonBodyBytesMax / 4)
      return fail(found, 'much longer than a memory may be. `cairn index FILE` makes it searchable');
    const [first = found] = records;
    const isOther = turns.length > 0 || first.isBundle !== found.isBundle || first.cwd !== found.cwd;
    const isFull = records.length >= LIMITS.importItemsPerRequestMax || units + size > BATCH_UNITS_MAX;
    const problem = isOther || isFull ? await flush() : null;
    records.push(found);
    units += size;
    leaveControls(found.record.content);
    return problem;
  };

  const settleNotes = async (): Promise<Failure | null> => {
    const failed = new Set(tally.failures.map(({ index }) => index));
    const read = notes.filter(({ index }) => !failed.has(index));
    const done = await takeChanges(
      read.map(({ note }) => note),
      { ask, dryRun },
    );
    if (!done.ok) return done.error;
    const { taken, refused } = done.value;
    nameOf(read, refused);
    tally.add({ duplicate: -taken - refused.length, new: taken, failed: refused.length });
    return null;
  };

  const settleReplaced = async (): Promise<Failure | null> => {
    for (const found of successorsFirst(replaced)) {
      const problem = await takeRecord(found);
      if (problem !== null) return problem;
    }
    return null;
  };

  /** Counts control characters, which the daemon removes. [RL-24] */
  const leaveControls = (text: unknown): void => {
    const controls = typeof text === 'string' ? countControls(text) : 0;
    if (controls > 0) tally.leave('control characters, such as NUL', controls);
  };

  const takeTurn = async (read: TurnFound): Promise<Failure | null> => {
    const found = withWholeText(read);
    if (found !== read) tally.leave('halves of characters', 1);
    if (isKnown(found)) {
      tally.add({ read: 1, duplicate: 1 });
      return null;
    }
    if (!found.session.id.isWellFormed()) return fail(found, "half a character is in its session's id");
    if (countChars(found.session.id) > LIMITS.sessionCharsMax)
      return fail(found, `its session's id is longer than ${LIMITS.sessionCharsMax} characters`);
    if (found.turn.text.length > LIMITS.importTurnCharsMax * 2)
      return fail(found, 'much longer than a turn may be');
    const isOther =
      records.length > 0 || (turns[0] !== undefined && turns[0].session.id !== found.session.id);
    const isFull = turns.length >= TURNS_MAX || units + found.turn.text.length > BATCH_UNITS_MAX;
    const problem = isOther || isFull ? await flush() : null;
    turns.push(found);
    units += found.turn.text.length;
    leaveControls(found.turn.text);
    return problem;
  };

  const takeTitle = async (found: Extract<Found, { kind: 'title' }>): Promise<Failure | null> => {
    const { id } = found.session;
    titles.set(id, found.title);
    if (dryRun || !sentSessions.has(id) || turns[0]?.session.id === id) return null;
    titles.delete(id);
    const problem = await flush();
    if (problem !== null) return problem;
    const body = { session: id, name: label(found.title), turns: [] };
    const done = await ask('POST /v1/transcripts', { body });
    return done.ok ? null : done.error;
  };

  const takeSetting = async (found: SettingFound): Promise<Failure | null> => {
    const done = await takeIn(found.setting);
    if (!done.ok) return done.error;
    if (done.value.kind === 'refused') return fail(found, done.value.reason);
    if (done.value.kind === 'skipped') tally.leave(done.value.what, 1);
    tally.add({ read: 1, [done.value.kind]: 1 });
    if (done.value.kind === 'new')
      tally.add(found.setting.kind === 'schedule' ? { schedules: 1 } : { profile: 1 });
    return null;
  };

  const settleProfile = async (allow: AllowProfile): Promise<Failure | null> => {
    const look = createSettings({ ask, dryRun: true });
    const fresh = new Set<ProfileFound>();
    for (const found of profile) {
      const would = await look(found.setting);
      if (!would.ok) return would.error;
      if (would.value.kind === 'new') fresh.add(found);
    }
    const isAllowed = fresh.size === 0 || (await allow([...fresh].map(({ setting }) => setting)));
    for (const found of profile) {
      if (isAllowed || !fresh.has(found)) {
        const problem = await takeSetting(found);
        if (problem !== null) return problem;
      } else {
        tally.leave(NOT_ALLOWED, 1);
        tally.add({ read: 1, skipped: 1 });
      }
    }
    return null;
  };

  return {
    tally,
    /** Takes one item. Returns a failure that ends the import, or null. */
    take: async (found: Found): Promise<Failure | null> => {
      if (found.kind === 'left') tally.leave(found.what, found.count);
      if (found.kind === 'left' || found.kind === 'broken') return null;
      if (found.kind === 'title') return takeTitle(found);
      const index = position++;
      if (found.kind === 'record' && found.note !== undefined)
        notes.push({ ...found, note: found.note, index });
      if (found.kind === 'record' && found.isBundle === true && mayBeRenamed(successorOf(found.record))) {
        replaced.push({ ...found, index });
        return null;
      }
      if (found.kind === 'record') return takeRecord({ ...found, index });
      if (found.kind === 'turn') return takeTurn({ ...found, index });
      if (found.kind === 'bad') {
        tally.add({ unreadable: 1 });
        return fail({ ...found, index }, found.reason);
      }
      if (found.kind === 'setting') {
        const { setting } = found;
        if (setting.kind === 'schedule') return takeSetting({ ...found, index });
        if (profile.length >= PROFILE_MAX)
          return fail({ ...found, index }, `a profile has at most ${PROFILE_MAX} values`);
        profile.push({ ...found, setting, index });
        return null;
      }
      const done = await takeEdit(found, { ask, dryRun });
      if (!done.ok) return done.error;
      if (done.value.kind === 'record') return takeRecord({ ...done.value, index });
      if (done.value.kind === 'refused') return fail({ ...found, index }, done.value.reason);
      tally.add({ read: 1, [done.value.kind]: 1 });
      return null;
    },
    /** Sends the rest and waits for all answers. The profile is sent last. Its new values are sent only if `allow` permits them. */
    settle: async (allow: AllowProfile): Promise<Failure | null> =>
      (await settleReplaced()) ??
      (await flush()) ??
      (await underWay) ??
      (await settleNotes()) ??
      (await settleProfile(allow)),
  };
};

/** Returns the id of the memory that replaced the record's. */
const successorOf = ({ supersededBy }: RecordFound['record']): string | null =>
  typeof supersededBy === 'string' ? supersededBy : null;

/** Whether the id is derived from its vault, so the memory has another id in another vault. */
const mayBeRenamed = (id: string | null): boolean => id !== null && isEntityId(id) && isDerivedId(id);

const knownIds = (batch: readonly RecordFound[], ids: ReadonlyMap<string, string>) => {
  const known = batch.flatMap(({ record }) => {
    const successor = successorOf(record) ?? '';
    const id = ids.get(successor);
    return id === undefined ? [] : [[successor, id] as const];
  });
  return known.length === 0 ? {} : { ids: Object.fromEntries(known) };
};

/** Sorts records so that each comes after its successor. In a cycle, one record comes before its successor. */
const successorsFirst = (records: readonly RecordFound[]): readonly RecordFound[] => {
  const byId = new Map(records.map((found) => [found.record.id, found]));
  const sorted = new Set<RecordFound>();
  for (const found of records) {
    const way = new Set<RecordFound>();
    let at: RecordFound | undefined = found;
    while (at !== undefined && !sorted.has(at) && !way.has(at)) {
      way.add(at);
      at = byId.get(successorOf(at.record) ?? '');
    }
    for (const one of [...way].reverse()) sorted.add(one);
  }
  return [...sorted];
};

/** A program that cuts a text may leave half a character. The rest of the turn is what was said. */
const withWholeText = (found: TurnFound): TurnFound =>
  found.turn.text.isWellFormed()
    ? found
    : { ...found, turn: { ...found.turn, text: found.turn.text.toWellFormed() } };

/** Cuts a session's name to the limit, and replaces half characters. Names are not content, so they may be changed. */
const label = (name: string): string => [...name.toWellFormed()].slice(0, LIMITS.sessionCharsMax).join('');
const countChars = (text: string): number => [...text].length;

/** Returns the place of a session. The daemon finds the project of an absolute folder. Any other path is itself the project's name. */
const placeOf = (cwd: string | null): { readonly project?: string; readonly cwd?: string } => {
  if (cwd === null || cwd.trim() === '' || !cwd.isWellFormed() || countChars(cwd) > LIMITS.projectCharsMax)
    return {};
  return isAbsolute(cwd) ? { project: '.', cwd } : { project: cwd };
};

/** Remembers what earlier batches would have created, because a dry run writes nothing. */
const createFreshMarks = () => {
  const ids = new Map<string, string | null>();
  const texts = new Set<string>();
  return {
    again: (marks: NonNullable<ImportResult['fresh']>) => {
      const counts = { duplicate: 0, skipped: 0 };
      for (const { id, text } of marks) {
        if (ids.has(id) && ids.get(id) !== text) counts.skipped++;
        else if (ids.has(id) || (text !== null && texts.has(text))) counts.duplicate++;
        ids.set(id, text);
        if (text !== null) texts.add(text);
      }
      return counts;
    },
  };
};
