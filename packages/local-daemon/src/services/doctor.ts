/** `cairn doctor`: runs checks in a fixed order, and says what to do about each result. With `fix`, it repairs what it can. */
import { awaited, isRemoteFailure, type SyncFacts } from '@cairn/core';
import type { DoctorResult, EmbedderStatus, SyncStatus } from '@cairn/schema';
import { clockDifference } from './clock-difference.ts';
import { type LostTailNote, stillTold } from './lost-tail-status.ts';
import { isWorthTelling, mendedText } from './members-mended.ts';
import { REMOTE_OFF } from './remote-store.ts';
import { plainAddressRisk } from './server-address.ts';
import { listed, namedText, refusalText, unreadAdvice, unreadText } from './set-aside.ts';
import type { SharedDeps } from './shared-deps.ts';
import type { ModelState } from './summaries/ask-model.ts';
import { unreadNamedOf } from './sync-status.ts';

export type Check = DoctorResult['checks'][number];

export type Doctor = ReturnType<typeof createDoctor>;

/** Facts about the machine. Implemented by `adapters/machine-facts`. */
export interface MachineFacts {
  readonly nodeVersion: string;
  /** Returns the files and folders that other users can read. With `fix`, removes that access. */
  readonly openToOthers: (fix: boolean) => readonly string[];
  readonly freeBytes: () => number;
  readonly lockHeldByUs: () => boolean;
}

export interface DoctorDeps extends Pick<SharedDeps, 'engine' | 'nowMs'> {
  readonly machine: MachineFacts;
  readonly version: string;
  readonly lostTail: LostTailNote | null;
  readonly retryDead: () => Promise<unknown>;
  readonly syncStatus: () => Promise<SyncStatus>;
  /** Returns a sentence if a person has signed out of this server, else null. [SY-A9] */
  readonly whyPaused: (server: string) => string | null;
  readonly languageModel: () => ModelState | null;
  readonly embedderStatus: () => Promise<EmbedderStatus | null>;
  /** ST-3: the server of the database. Null when the database is a file. `isOpen`: the connection is not encrypted. */
  readonly store: { readonly url: string; readonly isOpen: boolean } | null;
  /** Returns a sentence for each scope that cannot be used. [SP-1] */
  readonly scopeProblems: () => Promise<readonly string[]>;
}

const FREE_BYTES_MIN = 100 * 1_048_576;
const WAL_BYTES_MAX = 64 * 1_048_576;
const NODE_MIN = [22, 13] as const;

export const createDoctor = (deps: DoctorDeps) => ({
  examine: async (fix: boolean): Promise<DoctorResult> => {
    const own = [
      nodeCheck(deps),
      permissionCheck(deps, fix && !isUnwritable(deps)),
      ...(isUnwritable(deps) ? [] : [lockCheck(deps)]),
      pass('version', `The daemon is Cairn ${deps.version}.`),
      ...(await deps.scopeProblems()).map((problem) => fail('scope', problem, 'Run `cairn scope list`.')),
    ];
    const lost = await lostStore(deps);
    if (lost !== null) return { checks: [...own, lost], ok: false };
    const checks = [
      ...own,
      migrationCheck(deps),
      ...tailChecks(deps),
      ...remoteChecks(deps),
      ...(await storeChecks(deps, fix)),
      ...(deps.store === null ? [await logCheck(deps, fix)] : []),
      diskCheck(deps),
      modelCheck(deps),
      embedderCheck(await deps.embedderStatus()),
      ...(await syncChecks(deps, fix)),
    ];
    return { checks, ok: checks.every((check) => check.status !== 'fail') };
  },
});

const pass = (id: string, message: string): Check => ({ id, status: 'pass', message, fix: null });
const warn = (id: string, message: string, fix: string): Check => ({ id, status: 'warn', message, fix });
const fail = (id: string, message: string, fix: string): Check => ({ id, status: 'fail', message, fix });
const fixed = (id: string, message: string): Check => ({ id, status: 'fixed', message, fix: null });

const nodeCheck = ({ machine }: DoctorDeps): Check => {
  const [major = 0, minor = 0] = machine.nodeVersion.split('.').map(Number);
  const isOld = major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1]);
  return isOld
    ? fail(
        'node',
        `Node ${machine.nodeVersion} is too old.`,
        `Install Node ${NODE_MIN.join('.')} or newer. In a clone, \`npm run setup\` fetches one.`,
      )
    : pass('node', `Node ${machine.nodeVersion}.`);
};

const permissionCheck = ({ machine }: DoctorDeps, fix: boolean): Check => {
  const open = machine.openToOthers(fix);
  if (open.length === 0) return pass('permissions', 'Only you can read what Cairn keeps.');
  const left = fix ? machine.openToOthers(false) : open;
  if (left.length === 0) return fixed('permissions', `Closed to others: ${open.join(', ')}.`);
  const advice = fix
    ? 'Make this user the owner of these files, then run `cairn doctor --fix` again.'
    : 'Run `cairn doctor --fix`.';
  return fail('permissions', `Others on this machine can read ${left.join(', ')}.`, advice);
};

const lockCheck = ({ machine }: DoctorDeps): Check =>
  machine.lockHeldByUs()
    ? pass('lock', 'Only this daemon has the database open.')
    : fail('lock', 'The lock file does not name this daemon.', 'Run `cairn down`, then `cairn up`.');

/** RL-22: true when nothing can be written. Then this process is no daemon, and has neither a lock nor files to repair. */
const isUnwritable = ({ engine }: DoctorDeps): boolean => {
  const { readOnly } = engine();
  return readOnly !== null && readOnly.kind !== 'storage_newer';
};

const migrationCheck = ({ engine }: DoctorDeps): Check => {
  const { readOnly } = engine();
  if (readOnly === null) return pass('migrations', 'The database has the format of this version.');
  return readOnly.kind === 'storage_newer'
    ? fail(
        'migrations',
        'The database was written by a newer Cairn; this version can only read it.',
        'Update Cairn.',
      )
    : fail('writing', readOnly.message, 'Do what the message says. Until then everything can be read.');
};

/** Reports a lost end of the write-ahead log. SQLite keeps the sound part and reports nothing. [RL-27] */
const tailChecks = (deps: DoctorDeps): readonly Check[] => {
  const lost = stillTold(deps.lostTail, deps.nowMs());
  if (lost === null) return [];
  const message = `The end of the write-ahead log was lost before ${lost.at}: of ${lost.frames} pages ${lost.readable} could be read. The newest changes before that may be missing.`;
  const fix =
    'Look at `cairn list`. In a vault run `cairn sync --wait`; else `cairn restore FILE` restores a backup.';
  return [warn('recovered', message, fix)];
};

/** Checks that the remote database can be reached. The remaining checks need it. [ST-3] */
const lostStore = async ({ engine, store }: DoctorDeps): Promise<Check | null> => {
  if (store === null) return null;
  try {
    await engine().counts();
    return null;
  } catch (error) {
    if (!isRemoteFailure(error)) throw error;
    return fail(
      'store',
      error.cairnError.message,
      'Check CAIRN_STORE_URL, CAIRN_STORE_TOKEN and the network.',
    );
  }
};

const remoteChecks = ({ store }: DoctorDeps): readonly Check[] => {
  if (store === null) return [];
  const off = REMOTE_OFF.map(({ feature }) => feature).join(', ');
  const message = `The memories are on ${store.url}. It cannot do this: ${off}.`;
  return [
    store.isOpen
      ? warn('store', `${message} The way there is not encrypted.`, 'Use libsql:// or https://.')
      : pass('store', message),
  ];
};

const RESTORE = 'Restore a backup: `cairn restore FILE`.';

const storeChecks = async ({ engine, store }: DoctorDeps, fix: boolean): Promise<readonly Check[]> => {
  if (engine().readOnly) return [];
  const found = await engine().check(fix);
  if (!found.ok) {
    const isDamaged = store === null && found.error.kind === 'storage_corrupt';
    return [fail('integrity', found.error.message, isDamaged ? RESTORE : 'Then run `cairn doctor` again.')];
  }
  return found.value.map(({ id, status, message }) =>
    status === 'fail'
      ? fail(id, message, id === 'integrity' ? RESTORE : 'Run `cairn doctor --fix`.')
      : { id, status, message, fix: null },
  );
};

const logCheck = async ({ engine }: DoctorDeps, fix: boolean): Promise<Check> => {
  const { wal } = await engine().bytes();
  if (wal <= WAL_BYTES_MAX) return pass('wal', `The write-ahead log has ${mebibytes(wal)}.`);
  if (!fix) return warn('wal', `The write-ahead log has ${mebibytes(wal)}.`, 'Run `cairn doctor --fix`.');
  await engine().checkpoint();
  return fixed('wal', `The write-ahead log had ${mebibytes(wal)} and was folded into the database.`);
};

const diskCheck = ({ machine }: DoctorDeps): Check => {
  const free = machine.freeBytes();
  if (free >= FREE_BYTES_MIN) return pass('disk', `${mebibytes(free)} are free.`);
  const message = `Only ${mebibytes(free)} are free on the disk of the database.`;
  return warn('disk', message, 'Free some space on the disk.');
};

const modelCheck = ({ languageModel }: DoctorDeps): Check => {
  const model = languageModel();
  if (model === null) return pass('model', 'No language model is configured; none is needed.');
  const names = model.models.join(', ');
  if (model.state === 'resting')
    return warn(
      'model',
      `The language model does not answer: ${model.lastError?.message ?? 'unknown'} Summaries are made without it.`,
      'Check that it runs, and that CAIRN_LLM_BASE_URL and CAIRN_LLM_MODEL are right; `cairn summarise` tries at once.',
    );
  if (model.state === 'capped')
    return warn(
      'model',
      `Today's tokens for ${names} are used up; it continues tomorrow.`,
      'Raise `llm.tokensPerDay` in config.json if you need more.',
    );
  return pass('model', `Summaries are written by ${names}.`);
};

const embedderCheck = (status: EmbedderStatus | null): Check => {
  if (status === null) return pass('embedder', 'Switched off; search is by words.');
  const { name, pending, aside, asideReason, problem } = status;
  if (problem !== null)
    return warn('embedder', problem, 'Until then search is by words, and new memories are embedded later.');
  if (aside > 0)
    return warn(
      'embedder',
      `${name} fails on ${aside === 1 ? '1 text' : `${aside} texts`}; they are found by words. The last reason: ${asideReason ?? 'unknown'}`,
      'They are tried again later, and after `cairn down` and `cairn up` at once.',
    );
  return pass(
    'embedder',
    pending === 0 ? `${name}, everything is embedded.` : `${name}, ${pending} wait to be embedded.`,
  );
};

const syncChecks = async (deps: DoctorDeps, fix: boolean): Promise<readonly Check[]> => {
  if (deps.engine().readOnly !== null)
    return [
      warn(
        'sync',
        'Nothing is synced while the database is read-only.',
        'Make the database writable first: another check says how.',
      ),
    ];
  const facts = await deps.engine().syncFacts();
  if (facts.vault === null)
    return [
      pass('sync', 'This device does not belong to a vault; nothing is synced.'),
      ...(facts.quarantined === 0 ? [] : [quarantineCheck(facts)]),
    ];
  const status = await deps.syncStatus();
  const paused = deps.whyPaused(facts.vault.server);
  if (paused !== null) return [pass('sync', paused), quarantineCheck(facts)];
  return [
    vaultCheck(facts, facts.vault, status),
    membersCheck(status, deps.nowMs()),
    clockCheck(facts.offset, status.state),
    await deadCheck(deps, facts, fix),
    quarantineCheck(facts),
    removedCheck(facts.removed),
    verifiedCheck(facts),
  ];
};

const vaultCheck = (
  { stopped, pending }: SyncFacts,
  { id, server }: NonNullable<SyncFacts['vault']>,
  { state, lastError, nextTryAt }: SyncStatus,
): Check => {
  if (stopped !== null)
    return fail('sync', stopped.message, 'Do what the message says, then run `cairn sync --wait`.');
  if (state === 'locked_out') return lockedOutCheck(lastError, nextTryAt);
  const waiting = pending === 1 ? '1 change waits' : `${pending} changes wait`;
  if (state === 'waiting')
    return warn(
      'sync',
      `${lastError?.message ?? `${server} does not answer.`} ${waiting}; nothing is lost meanwhile.`,
      'It tries again by itself, at the latest after a minute; `cairn sync --wait` tries at once.',
    );
  const risk = plainAddressRisk(server);
  if (risk !== null)
    return warn('sync', risk, 'Put a proxy with TLS before the server: docs/operations.md shows how.');
  return pass('sync', `In vault ${id} on ${server}; ${waiting}.`);
};

/**
 * Says what to do when the server refuses this device. A mistaken or false refusal ends by itself. A correct one needs a person. [TR-32]
 */
const lockedOutCheck = (lastError: SyncStatus['lastError'], nextTryAt: SyncStatus['nextTryAt']): Check => {
  const message = lastError?.message ?? 'The server refuses this device.';
  const again = nextTryAt === null ? '' : ` at ${nextTryAt}`;
  const asks = `It asks again by itself${again}; \`cairn sync --wait\` asks at once.`;
  if (lastError?.kind === 'unauthorized')
    return warn('sync', message, `Start Cairn on another device of the vault. ${asks}`);
  return lastError?.kind === 'device_revoked'
    ? fail(
        'sync',
        message,
        `Run \`cairn leave\` (memories stay), then \`cairn join\` with a code from another device. If nobody revoked this device, wait. ${asks}`,
      )
    : fail('sync', message, `Do what the message says. If it is wrong, wait. ${asks}`);
};

const membersCheck = ({ membersMended }: SyncStatus, nowMs: number): Check =>
  membersMended === null || !isWorthTelling(membersMended, nowMs)
    ? pass('members', 'The member list continues the one that this device knows.')
    : warn(
        'members',
        `The server was restored and had another member list; this device signed again: ${mendedText(membersMended)}.`,
        'Check `cairn devices`, and revoke devices that should not be there.',
      );

/** `offset`: the difference of the clocks when the server answered last. Null before the first answer. */
const clockCheck = (offset: SyncFacts['offset'], state: SyncStatus['state']): Check => {
  const told = offset === null ? null : clockDifference(offset);
  if (told !== null) return warn('clock', told.message, told.fix);
  if (offset === null) return pass('clock', 'It was not compared yet: the server has not answered yet.');
  return pass(
    'clock',
    state === 'waiting'
      ? 'The clock agreed with the server when it last answered.'
      : 'The clock agrees with the server.',
  );
};

const deadCheck = async (deps: DoctorDeps, { dead, refused }: SyncFacts, fix: boolean): Promise<Check> => {
  if (dead === 0) return pass('dead', 'The server has refused nothing.');
  const message = `The server refused ${dead} changes: ${listed(refused, refusalText)}.`;
  if (!fix)
    return warn(
      'dead',
      message,
      'They are sent again once a day; `cairn sync retry` sends them now. Refused changes stay on this device only.',
    );
  await deps.retryDead();
  return fixed('dead', `${dead} refused changes are tried again.`);
};

const removedCheck = (removed: number): Check =>
  removed === 0
    ? pass('removed', 'No other device forgot many memories at once.')
    : warn(
        'removed',
        `Other devices forgot ${removed} memories at once; they are kept aside for 30 days.`,
        'Run `cairn sync removed`: --restore saves them again, --drop deletes the copies.',
      );

/** The advice depends on the most frequent reason. */
const quarantineCheck = (facts: SyncFacts): Check => {
  const { unread } = facts;
  const [first] = Object.entries(unread).sort(([, a], [, b]) => b - a);
  if (first === undefined) return pass('quarantine', 'Everything that was received can be read.');
  const [reason] = first;
  return warn(
    'quarantine',
    `Some entries cannot be read here; they are kept unchanged: ${listed(unread, unreadText)}. ${namedText(unreadNamedOf(facts))}`,
    unreadAdvice(reason),
  );
};

const verifiedCheck = ({ verified, pending, unread }: SyncFacts): Check => {
  if (verified === null)
    return pass(
      'verified',
      `Not compared with the server yet${pending === 0 ? '' : ': changes wait'}; \`cairn sync verify\` compares.`,
    );
  const at = new Date(verified.at).toISOString();
  const waiting = Object.values(awaited(unread)).reduce((sum, count) => sum + count, 0);
  if (verified.differing === 0 && waiting > 0)
    return warn(
      'verified',
      `This device and the server held the same at the last comparison, ${at}. This device cannot read ${waiting} of it yet, so other devices may show more.`,
      'See what is said about the entries that cannot be read.',
    );
  return verified.differing === 0
    ? pass('verified', `This device and the server held the same at the last comparison: ${at}.`)
    : warn(
        'verified',
        `This device and the server differed in ${verified.differing} places at the last comparison: ${at}.`,
        'Run `cairn sync repair`.',
      );
};

const mebibytes = (bytes: number): string =>
  bytes < 10_737_418_240
    ? `${(bytes / 1_048_576).toFixed(bytes < 10_485_760 ? 1 : 0)} MiB`
    : `${(bytes / 1_073_741_824).toFixed(0)} GiB`;
