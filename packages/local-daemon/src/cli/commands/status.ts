/** `cairn status`. Never starts a daemon. Opens the store only if no daemon could start, because nothing can be written. */
import { statSync } from 'node:fs';
import { VERSION } from '@cairn/client/device';
import {
  exhaustive,
  type HealingReason,
  ok,
  type Result,
  type StatusResult,
  type SyncStatus,
} from '@cairn/schema';
import { readHookHealth } from '../../adapters/hook-files.ts';
import { isWorthTelling, mendedText } from '../../services/members-mended.ts';
import { listed, namedText, refusalText, unreadText } from '../../services/set-aside.ts';
import type { ServiceState } from '../../services/system-service/system-service.ts';
import type { Outcome, Run } from '../command.ts';
import { type Failure, misuse } from '../failure.ts';
import { homeTrouble } from '../home-trouble.ts';
import type { Io } from '../io.ts';
import { accountRow } from '../output/account-row.ts';
import { facts } from '../output/columns.ts';
import { resealText } from '../output/reseal-text.ts';
import { count, memories, shortBytes, shortSpan, shortTime } from '../output/short-time.ts';
import { isAnswer } from '../process-io.ts';
import { readWithout } from '../read-without.ts';
import { printable, type Style } from '../style.ts';
import type { Rates } from '../watch/rates.ts';
import { workLines } from '../watch/work-lines.ts';
import { serviceSentence, systemServiceOf } from './service.ts';

export const status: Run = async (given, io) => {
  if (!given.flag('watch')) return look(io);
  if (io.json || !io.isOutTerminal)
    return misuse('--watch needs a terminal. Leave it out here; `cairn status --json` is for programs.');
  const { watchStatus } = await import('../watch/watch-status.ts');
  const { createRates } = await import('../watch/rates.ts');
  const rates = createRates();
  await watchStatus(io, async () => {
    const seen = await look({ ...io, nowMs: Date.now() }, rates);
    return seen.ok ? seen.value.human : () => seen.error.message;
  });
  return ok(null);
};

/** With `rates`, adds bars of running work and its speed. */
const look = async (io: Io, rates: Rates | null = null): Promise<Result<Outcome, Failure>> => {
  const client = await io.daemon(false);
  if (!client.ok) {
    if (client.error.kind !== 'daemon_unreachable') return client;
    return ok((await whileUnwritable(io)) ?? (await withoutDaemon(io)));
  }
  const answer = await io.ask('GET /v1/status');
  if (!answer.ok) {
    // The daemon ended after it was found.
    return rates !== null && answer.error.kind === 'daemon_unreachable'
      ? ok(await withoutDaemon(io))
      : answer;
  }
  const service = systemServiceOf(io).state();
  const speeds = rates?.seen(answer.value, io.nowMs) ?? [];
  return ok({
    json: { ...answer.value, service },
    human: (style) =>
      [
        statusText(answer.value, service, style, io.nowMs),
        ...(rates === null ? [] : workLines(answer.value, speeds, style)),
      ].join('\n'),
  });
};

/** RL-22: returns the status, read from the store without a daemon. Null if a daemon could start, or the store cannot be read. */
const whileUnwritable = async (io: Io): Promise<Outcome | null> => {
  const why = homeTrouble(io.paths);
  const reading = why === null ? null : await readWithout(io, why);
  if (reading === null || why === null) return null;
  const answer = await reading.request('GET', '/v1/status');
  reading.close();
  if (!answer.ok || !isAnswer<StatusResult>(answer.value)) return null;
  io.note(`cairn: read only. ${why.message}`);
  const status = { ...answer.value, daemon: null };
  const service = systemServiceOf(io).state();
  return {
    json: { ...status, service },
    human: (style) => statusText(status, service, style, io.nowMs),
  };
};

const withoutDaemon = async (io: Io): Promise<Outcome> => {
  // Loading the parser of the configuration takes longer than everything else here.
  const { configuredStoreUrl } = await import('../configured-store.ts');
  const url = configuredStoreUrl(io);
  const path = url ?? io.paths.database;
  const bytes = url === null ? (statSync(path, { throwIfNoEntry: false })?.size ?? 0) : null;
  const hooks = readHookHealth(io.paths, io.nowMs - WEEK_MS);
  const service = systemServiceOf(io).state();
  return {
    json: {
      version: VERSION,
      daemon: null,
      store: { path, url, remote: url !== null, bytes },
      hooks,
      service,
    },
    human: (style: Style): string =>
      facts(
        [
          ['version', VERSION],
          ['daemon', 'not running; the next command that needs it starts it'],
          ['service', serviceSentence(service)],
          ['store', bytes === null ? path : `${path}, ${bytes === 0 ? 'not made yet' : shortBytes(bytes)}`],
          ...hookRows(hooks, style, io.nowMs),
        ],
        style,
      ),
  };
};

const statusText = (all: StatusResult, service: ServiceState, style: Style, nowMs: number): string => {
  const { daemon, store, sync, models, device } = all;
  const rows: [string, string][] = [
    ['version', all.version],
    ['device', `${printable(device.name)} ${style.dim(device.id)}`],
    [
      'daemon',
      daemon === null
        ? 'not running'
        : `pid ${daemon.pid}, port ${daemon.port}, up for ${shortSpan(daemon.uptimeS)}`,
    ],
    ['service', serviceSentence(service)],
    ['store', `${memories(store.memories)}, ${shortBytes(store.bytes)}, ${printable(store.path)}`],
    ...(store.off.length === 0
      ? []
      : [['', `off: ${store.off.map(({ feature }) => feature).join(', ')}`] satisfies [string, string]]),
    ...lostTailRow(store.lostTail ?? null, style, nowMs),
    ['sync', syncText(sync, style, nowMs)],
    ...accountRow(all, style),
    ...syncRows(sync, style, nowMs),
    ['models', `${llmText(models.llm)}, ${embedderText(models.embedder, style)}`],
    ['extraction', extractionText(all.extraction, style, nowMs)],
    ...hookRows(all.hooks, style, nowMs),
  ];
  return facts(rows, style);
};

/** [RL-27] */
const lostTailRow = (
  lost: NonNullable<StatusResult['store']['lostTail']> | null,
  style: Style,
  nowMs: number,
): [string, string][] =>
  lost === null
    ? []
    : [
        [
          '',
          `${style.yellow(`a crash damaged the end of its log: ${lost.readable} of ${count(lost.frames, 'page')} could be read, and the newest changes before the crash may be missing`)} ${style.dim(`(${shortTime(lost.at, nowMs)})`)}; \`cairn doctor\` says what to do`,
        ],
      ];

const extractionText = (
  { mode, lastRunAt, waiting, lastError }: StatusResult['extraction'],
  style: Style,
  nowMs: number,
): string => {
  if (mode === 'off') return 'off (CAIRN_EXTRACT)';
  const how = mode === 'model' ? 'by the model' : 'by fixed phrases, without a model';
  const last = lastRunAt === null ? '' : `, last ${shortTime(lastRunAt, nowMs)}`;
  const left = waiting === 0 ? '' : `, ${count(waiting, 'session')} not read yet`;
  return `${how}${last}${left}${lastError === null ? '' : `; ${style.yellow(printable(lastError.message))}`}`;
};

/** Returns true if `cairn doctor` would report a problem. */
export const hasTrouble = ({ store, sync, models, hooks }: StatusResult): boolean =>
  (store.lostTail ?? null) !== null ||
  sync.state === 'stopped' ||
  sync.state === 'locked_out' ||
  sync.dead + sync.quarantined > 0 ||
  (sync.verified?.differing ?? 0) > 0 ||
  (models.embedder?.problem ?? null) !== null ||
  models.llm?.state === 'resting' ||
  hooks.failures > 0;

const WEEK_MS = 7 * 86_400_000;

/** Empty if no hook failed and no turn waits. [HK-5] */
const hookRows = (
  { failures, last, waiting }: StatusResult['hooks'],
  style: Style,
  nowMs: number,
): [string, string][] => [
  ...(last === null
    ? []
    : [
        [
          'hooks',
          `${style.yellow(`${count(failures, 'failure')} in a week`)}, the last: ${printable(`${last.agent} ${last.event}: ${last.message}`)} ${style.dim(`(${shortTime(last.at, nowMs)})`)}`,
        ] satisfies [string, string],
      ]),
  ...(waiting === 0
    ? []
    : [['', `${count(waiting, 'turn')} of sessions wait for the daemon`] satisfies [string, string]]),
];

const llmText = (llm: StatusResult['models']['llm']): string => {
  if (llm === null) return 'no language model';
  const names = llm.models.map(printable).join(', ');
  switch (llm.state) {
    case 'ready':
      return names;
    case 'resting':
      return `${names} (does not answer: ${printable(llm.lastError?.message ?? '')})`;
    case 'capped':
      return `${names} (today's tokens are used up)`;
    default:
      return exhaustive(llm.state);
  }
};

const embedderText = (embedder: StatusResult['models']['embedder'], style: Style): string => {
  if (embedder === null) return 'no embedder (search is by words)';
  const { name, state, pending, aside, problem } = embedder;
  const failing = aside === 0 ? '' : ` (${aside} of them set aside; see \`cairn doctor\`)`;
  const waiting = pending === 0 ? '' : `, ${count(pending, 'text', 'texts')} to embed${failing}`;
  if (state === 'missing') return 'no embedder (its packages are not installed; search is by words)';
  return problem === null
    ? `embedder ${printable(name)}${waiting}`
    : `${style.yellow(`embedder ${printable(name)} does not work`)}: ${printable(problem.replace(/\.$/, ''))}${waiting}`;
};

export const syncText = (sync: SyncStatus, style: Style, nowMs: number): string => {
  const text = stateText(sync, style, nowMs);
  return sync.healing === null ? text : `${style.yellow('healing')}, ${text}`;
};

/** A device is up to date when nothing waits to be sent or read. [RL-41] */
const isUpToDate = ({ pending, dead, quarantined }: SyncStatus): boolean =>
  pending + dead + quarantined === 0;

const stateText = (sync: SyncStatus, style: Style, nowMs: number): string => {
  // A change under way waits in the queue until it is answered.
  const waiting = sync.pending;
  const rest = waiting === 0 ? 'nothing to send' : `${count(waiting, 'change')} to send`;
  switch (sync.state) {
    case 'off':
      return sync.vault === null ? 'off: this device does not belong to a vault' : `off, ${rest}`;
    case 'idle':
      return isUpToDate(sync) ? `${style.green('up to date')}, ${rest}` : `on, ${rest}`;
    case 'pulling':
      return sync.bootstrap === null
        ? 'receiving'
        : `receiving everything: ${sync.bootstrap.done} of ${sync.bootstrap.expected}`;
    case 'pushing':
      return `sending, ${rest}`;
    case 'waiting':
      return `${style.yellow('waiting to try again')}, ${rest}`;
    case 'locked_out':
      return `${lockedOutText(sync, style)}, asks again ${againText(sync, nowMs)}, ${rest}`;
    case 'stopped':
      return `${style.red('stopped')} until you act, ${rest}`;
    default:
      return exhaustive(sync.state);
  }
};

const lockedOutText = ({ lastError }: SyncStatus, style: Style): string =>
  lastError?.kind === 'unauthorized'
    ? style.yellow('unknown to the server')
    : style.red('refused by the server');

const againText = ({ nextTryAt }: SyncStatus, nowMs: number): string =>
  nextTryAt === null ? 'soon' : `in ${shortSpan(Math.max(0, Date.parse(nextTryAt) - nowMs) / 1_000)}`;

const syncRows = (sync: SyncStatus, style: Style, nowMs: number): [string, string][] => {
  if (sync.vault === null) return lastErrorRow(sync, style, nowMs);
  const last = [
    sync.lastPushAt === null ? '' : `sent ${shortTime(sync.lastPushAt, nowMs)}`,
    sync.lastPullAt === null ? '' : `received ${shortTime(sync.lastPullAt, nowMs)}`,
  ].filter((part) => part !== '');
  const refused = sync.dead + sync.quarantined;
  return [
    ['vault', `${sync.vault} at ${printable(sync.server ?? '')}`],
    ...(last.length === 0 ? [] : [['', last.join(', ')] satisfies [string, string]]),
    ...(sync.healing === null ? [] : [['healing', healingText(sync.healing)] satisfies [string, string]]),
    ...(sync.lastHealed === null || nowMs - Date.parse(sync.lastHealed.at) > HEALED_MS
      ? []
      : [['healed', healedText(sync.lastHealed, nowMs)] satisfies [string, string]]),
    ...(sync.membersMended === null || !isWorthTelling(sync.membersMended, nowMs)
      ? []
      : [['devices', style.yellow(membersText(sync.membersMended, nowMs))] satisfies [string, string]]),
    ...(refused === 0 ? [] : [['', style.yellow(setAside(sync))] satisfies [string, string]]),
    ...(sync.removed === 0
      ? []
      : [['removed', style.yellow(removedText(sync.removed))] satisfies [string, string]]),
    ...(sync.reseal === null || sync.reseal.isOver
      ? []
      : [['new key', resealText(sync.reseal)] satisfies [string, string]]),
    ...(sync.verified === null
      ? []
      : [['verified', verifiedText(sync.verified, style, nowMs)] satisfies [string, string]]),
    ...lastErrorRow(sync, style, nowMs),
  ];
};

const lastErrorRow = ({ lastError }: SyncStatus, style: Style, nowMs: number): [string, string][] =>
  lastError === null
    ? []
    : [['last error', `${printable(lastError.message)} ${style.dim(`(${shortTime(lastError.at, nowMs)})`)}`]];

/** How long a healing is still reported. */
const HEALED_MS = 7 * 86_400_000;

const WHY: Readonly<Record<HealingReason, string>> = {
  epoch_changed: 'the server was restored from an older copy',
  push_gap: 'the server had lost changes that it had confirmed',
  resync_required: 'this device was offline for very long',
  device_forked: 'the database of this device was restored or copied',
  key_ended: 'changes had arrived under an expired key and were removed',
  stamps_ahead: 'changes had a time far in the future and were taken back',
};

const healingText = ({ why, step, done, expected, left }: NonNullable<SyncStatus['healing']>): string => {
  const steps = {
    pull: `comparing everything with the server: ${done} of ${expected}`,
    send: left === 0 ? 'looking for the rest' : `${count(left, 'change')} to send again`,
  };
  return `${WHY[why]}; ${steps[step]}`;
};

export const healedText = ({ why, sent, at }: NonNullable<SyncStatus['lastHealed']>, nowMs: number): string =>
  `${shortTime(at, nowMs)}: ${WHY[why]}; ${count(sent, 'change')} sent again`;

const membersText = (mended: NonNullable<SyncStatus['membersMended']>, nowMs: number): string =>
  `${shortTime(mended.at, nowMs)}: the restored server had another list of devices; signed again: ${printable(mendedText(mended))}; check \`cairn devices\``;

export const removedText = (removed: number): string =>
  `other devices forgot ${memories(removed)} at once; kept aside for 30 days: \`cairn sync removed\` lists them`;

/** [RL-35] */
export const setAside = ({
  dead,
  quarantined,
  refused,
  unread,
  unreadNamed = [],
}: Pick<SyncStatus, 'dead' | 'quarantined' | 'refused' | 'unread' | 'unreadNamed'>): string =>
  [
    dead === 0
      ? ''
      : `${count(dead, 'change')} refused by the server (${listed(refused, refusalText)}): only on this device, until \`cairn sync retry\` sends them again`,
    quarantined === 0
      ? ''
      : `${count(quarantined, 'change')} this device cannot read, kept (${listed(unread, unreadText)}): ${printable(namedText(unreadNamed))}; \`cairn doctor\` says what to do`,
  ]
    .filter((part) => part !== '')
    .join('; ');

const verifiedText = (
  { at, differing }: NonNullable<SyncStatus['verified']>,
  style: Style,
  nowMs: number,
): string =>
  differing === 0
    ? `the same as the server ${style.dim(`(${shortTime(at, nowMs)})`)}`
    : style.yellow(
        `${count(differing, 'difference')} from the server (${shortTime(at, nowMs)}): \`cairn sync repair\` repairs them`,
      );
