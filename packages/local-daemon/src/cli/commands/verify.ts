/** `cairn sync verify` and `cairn sync repair`. [SY-E5] */
import type { RepairResult, VerifyResult } from '@cairn/schema';
import { listed, unreadText } from '../../services/set-aside.ts';
import { answered, type Outcome, type Run } from '../command.ts';
import { failure } from '../failure.ts';
import type { Io } from '../io.ts';
import { columns, whole, wrapping } from '../output/columns.ts';
import { count, shortTime } from '../output/short-time.ts';
import { joined, type Style } from '../style.ts';

/** A verification syncs up to three times first, and reads a large vault in full on both sides. */
const ANSWER_MS_MAX = 600_000;

export const verify: Run = (_, io) => {
  const advice = 'Run `cairn sync repair`: it sends and fetches what is missing, and deletes nothing.';
  const done = io.ask('POST /v1/sync/verify', { body: {} }, { timeoutMs: ANSWER_MS_MAX });
  return answered(done, async (found) => ({
    human: (style) => verifyText(found, style, io.nowMs),
    notes: [found.equal ? unreadNote(await unreadIn(io)) : ''],
    ...failureIn(found, advice),
  }));
};

export const repair: Run = async (_, io) => {
  const before = await unreadIn(io);
  const advice = 'Some differences could not be repaired: the table says why.';
  const done = io.ask('POST /v1/sync/repair', { body: {} }, { timeoutMs: ANSWER_MS_MAX });
  return answered(done, async (found) => {
    const after = await unreadIn(io);
    const read = Math.max(0, sumOf(before) - sumOf(after));
    return {
      human: (style) => `${mendedText(found, read)}\n${verifyText(found, style, io.nowMs)}`,
      notes: [found.equal ? unreadNote(after) : ''],
      ...failureIn(found, advice),
    };
  });
};

type Unread = VerifyResult['unread'];

/** Returns the changes that this device keeps and cannot read. Empty if the daemon does not answer. */
const unreadIn = async (io: Io): Promise<Unread> => {
  const status = await io.ask('GET /v1/status');
  return status.ok ? status.value.sync.unread : {};
};

const sumOf = (unread: Unread): number => Object.values(unread).reduce((sum, one) => sum + one, 0);

/** A member can cause this, so it is no failure. But "equal" alone would say that everything is well. [RL-41] */
const unreadNote = (unread: Unread): string =>
  sumOf(unread) === 0
    ? ''
    : `This device cannot read ${count(sumOf(unread), 'change')}: ${listed(unread, unreadText)}. \`cairn doctor\` says what to do.`;

/** Anything but equality is a partial result: exit 5. */
const failureIn = (found: VerifyResult, advice: string): Pick<Outcome, 'failure' | 'exit'> => {
  if (found.equal) return {};
  const differing = found.differing + found.unfit;
  const message =
    differing > 0
      ? `${count(differing, 'difference')} between this device and the server. ${advice}`
      : found.pending > 0
        ? `${count(found.pending, 'change')} ${found.pending === 1 ? 'was' : 'were'} still on the way, so the result is not known yet. Try again.`
        : unreadSentence(found);
  return { failure: failure('timeout', message), exit: 5 };
};

/** [RL-41] */
const unreadSentence = ({ unread }: VerifyResult): string =>
  `This device holds what the server holds, and cannot read ${listed(unread, unreadText)}. Other devices may be able to read it. \`cairn doctor\` says what to do.`;

const verifyText = (found: VerifyResult, style: Style, nowMs: number): string => {
  if (found.equal)
    return `${style.green('Equal')}: this device and the server hold the same ${count(found.local.registers, 'register')}.`;
  const rows = found.differences.map(({ kind, entity, facet, device, server, reason }) => [
    entity,
    facet,
    KINDS[kind],
    device === null ? '' : shortTime(device, nowMs),
    server === null ? '' : shortTime(server, nowMs),
    reason ?? '',
  ]);
  const head = [whole('id'), ...['part', 'what', 'written here', 'written there', 'why'].map(wrapping)];
  const more = found.differing - found.differences.length;
  return joined('\n', [
    `This device holds ${count(found.local.registers, 'register')}, the server ${found.server.registers}.`,
    rows.length === 0 ? '' : columns(head, rows, style),
    more === 0 ? '' : `… and ${more} more`,
    found.unfit === 0 ? '' : `${count(found.unfit, 'memory', 'memories')} here do not match their registers.`,
    found.pending === 0 ? '' : `${count(found.pending, 'change')} under way.`,
    Object.keys(found.unread).length === 0 ? '' : `Not read here: ${listed(found.unread, unreadText)}.`,
  ]);
};

const KINDS: Readonly<Record<VerifyResult['differences'][number]['kind'], string>> = {
  server_lacks: 'the server lacks it',
  server_older: 'the server has an older one',
  device_lacks: 'this device lacks it',
  device_older: 'this device has an older one',
};

/** `read`: the number of changes that could not be read before and can be now. */
const mendedText = ({ sent, received, rebuilt }: RepairResult, read: number): string => {
  const mended = joined(' ', [
    read > 0 && `Read ${count(read, 'change')} that could not be read before.`,
    sent + received + rebuilt > 0 &&
      `Sent ${sent}, received ${received}, rebuilt ${count(rebuilt, 'memory', 'memories')}.`,
  ]);
  return mended || 'There was nothing to repair.';
};
