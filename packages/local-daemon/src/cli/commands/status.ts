/** `cairn status`. Never starts a daemon. Opens the store only if no daemon could start, because nothing can be written. */
import { statSync } from 'node:fs';
import { VERSION } from '@cairn/client/device';
import {
  exhaustive,
  type HealingReason,
  ok,
  type StatusResult,
  type SyncStatus,
  WEEK_MS,
} from '@cairn/schema';
import { readHookHealth } from '../../adapters/hook-files.ts';
import { isWorthTelling, mendedText } from '../../services/members-mended.ts';
import { listed, namedText, refusalText, unreadText } from '../../services/set-aside.ts';
import type { ServiceState } from '../../services/system-service/system-service.ts';
import type { Outcome, Run } from '../command.ts';
import { type Answer, misuse } from '../failure.ts';
import { homeTrouble } from '../home-trouble.ts';
import { inScope } from '../in-scope.ts';
import type { Io } from '../io.ts';
import { type Fact, facts } from '../output/columns.ts';
import { resealText } from '../output/reseal-text.ts';
import { count, memories, shortBytes, shortSpan, shortTime } from '../output/short-time.ts';
import { isAnswer } from '../process-io.ts';
import { readWithout } from '../read-without.ts';
import { joined, printable, type Style } from '../style.ts';
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
const look = async (io: Io, rates: Rates | null = null): Answer<Outcome> => {
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
  return ok(outcomeOf(answer.value, io, rates?.seen(answer.value, io.nowMs) ?? null));
};

/** `speeds`: of running work, which is then shown as bars. */
const outcomeOf = (status: StatusResult, io: Io, speeds: readonly string[] | null = null): Outcome => {
  const service = systemServiceOf(io).state();
  return {
    json: { ...status, service },
    human: (style) =>
      [
        inScope(statusText(status, service, style, io.nowMs), io.scope),
        ...(speeds === null ? [] : workLines(status, speeds, style)),
      ].join('\n'),
  };
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
  return outcomeOf({ ...answer.value, daemon: null }, io);
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
  const rows: readonly Fact[] = [
    ['version', all.version],
    // A newer program's database does not tell it.
    ['device', device.id === '' ? null : `${printable(device.name)} ${style.dim(device.id)}`],
    [
      'daemon',
      daemon === null
        ? 'not running'
        : `pid ${daemon.pid}, port ${daemon.port}, up for ${shortSpan(daemon.uptimeS)}`,
    ],
    ['service', serviceSentence(service)],
    ['store', `${memories(store.memories)}, ${shortBytes(store.bytes)}, ${printable(store.path)}`],
    ['', store.off.length === 0 ? null : `off: ${store.off.map(({ feature }) => feature).join(', ')}`],
    ['', lostTailText(store, style, nowMs)],
    ['sync', syncText(sync, style, nowMs)],
    ['account', accountText(all, style)],
    ...syncRows(sync, style, nowMs),
    ['models', `${llmText(models.llm)}, ${embedderText(models.embedder, style)}`],
    ['extraction', extractionText(all.extraction, style, nowMs)],
    ...hookRows(all.hooks, style, nowMs),
  ];
  return facts(rows, style);
};

/** Names the server of the sign-in. Null if nobody signed in, or if the person signed out of a server that this device does not sync with. [SY-A9] */
const accountText = ({ account, sync }: StatusResult, style: Style): string | null => {
  if (account === undefined || account.state === 'none') return null;
  if (account.state === 'signed_in')
    return `signed in at ${printable(account.server ?? '')} ${style.dim('(`cairn whoami`)')}`;
  if (account.state === 'ended')
    return `${style.yellow('the session is over')}; \`cairn login\` signs in again`;
  return account.server === sync.server
    ? 'signed out, so memories stay on this device; `cairn login` syncs them again'
    : null;
};

/** [RL-27] */
const lostTailText = ({ lostTail }: StatusResult['store'], style: Style, nowMs: number): string | null =>
  lostTail == null
    ? null
    : `${style.yellow(`a crash damaged the end of its log: ${lostTail.readable} of ${count(lostTail.frames, 'page')} could be read, and the newest changes before the crash may be missing`)} ${style.dim(`(${shortTime(lostTail.at, nowMs)})`)}; \`cairn doctor\` says what to do`;

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

/** [HK-5] */
const hookRows = (
  { failures, last, waiting }: StatusResult['hooks'],
  style: Style,
  nowMs: number,
): readonly Fact[] => [
  [
    'hooks',
    last === null
      ? null
      : `${style.yellow(`${count(failures, 'failure')} in a week`)}, the last: ${printable(`${last.agent} ${last.event}: ${last.message}`)} ${style.dim(`(${shortTime(last.at, nowMs)})`)}`,
  ],
  ['', waiting === 0 ? null : `${count(waiting, 'turn')} of sessions wait for the daemon`],
];

const llmText = (llm: StatusResult['models']['llm']): string => {
  if (llm === null) return 'no language model';
  const states = {
    ready: '',
    resting: ` (does not answer: ${printable(llm.lastError?.message ?? '')})`,
    capped: " (today's tokens are used up)",
  };
  return `${llm.models.map(printable).join(', ')}${states[llm.state]}`;
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

const stateText = (sync: SyncStatus, style: Style, nowMs: number): string => {
  // A change under way waits in the queue until it is answered.
  const rest = sync.pending === 0 ? 'nothing to send' : `${count(sync.pending, 'change')} to send`;
  switch (sync.state) {
    case 'off':
      return sync.vault === null ? 'off: this device does not belong to a vault' : `off, ${rest}`;
    case 'idle':
      // A device is up to date when nothing waits to be sent or read. [RL-41]
      return `${sync.pending + sync.dead + sync.quarantined === 0 ? style.green('up to date') : 'on'}, ${rest}`;
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

const syncRows = (sync: SyncStatus, style: Style, nowMs: number): readonly Fact[] => {
  const { lastPushAt, lastPullAt, healing, lastHealed, membersMended, removed, reseal, verified } = sync;
  const lastError: Fact = ['last error', lastErrorText(sync, style, nowMs)];
  if (sync.vault === null) return [lastError];
  const last = joined(', ', [
    lastPushAt === null ? '' : `sent ${shortTime(lastPushAt, nowMs)}`,
    lastPullAt === null ? '' : `received ${shortTime(lastPullAt, nowMs)}`,
  ]);
  const isHealed = lastHealed !== null && nowMs - Date.parse(lastHealed.at) <= WEEK_MS;
  const isMended = membersMended !== null && isWorthTelling(membersMended, nowMs);
  return [
    ['vault', `${sync.vault} at ${printable(sync.server ?? '')}`],
    ['', last || null],
    ['healing', healing === null ? null : healingText(healing)],
    ['healed', isHealed ? healedText(lastHealed, nowMs) : null],
    ['devices', isMended ? style.yellow(membersText(membersMended, nowMs)) : null],
    ['', style.yellow(setAside(sync)) || null],
    ['removed', removed === 0 ? null : style.yellow(removedText(removed))],
    ['new key', reseal === null || reseal.isOver ? null : resealText(reseal)],
    ['verified', verified === null ? null : verifiedText(verified, style, nowMs)],
    lastError,
  ];
};

const lastErrorText = ({ lastError }: SyncStatus, style: Style, nowMs: number): string | null =>
  lastError === null
    ? null
    : `${printable(lastError.message)} ${style.dim(`(${shortTime(lastError.at, nowMs)})`)}`;

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
  joined('; ', [
    dead > 0 &&
      `${count(dead, 'change')} refused by the server (${listed(refused, refusalText)}): only on this device, until \`cairn sync retry\` sends them again`,
    quarantined > 0 &&
      `${count(quarantined, 'change')} this device cannot read, kept (${listed(unread, unreadText)}): ${printable(namedText(unreadNamed))}; \`cairn doctor\` says what to do`,
  ]);

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
