/** `cairn-server admin …`: runs a command in the running server, or on the database itself. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { ok } from '@cairn/schema';
import { askRunningServer } from '../../adapters/admin-socket.ts';
import { drainToOutput, spoolInput, standardStreams } from '../../adapters/backup-streams.ts';
import { refusalToRoot } from '../../adapters/open-database.ts';
import type { ServerConfig } from '../../config.ts';
import { allDatabases } from '../../config-database.ts';
import type { BackupFiles } from '../../ports/backup-files.ts';
import {
  type AdminAnswer,
  type AdminAnswered,
  type AdminFailure,
  type AdminRequest,
  fail,
} from '../../services/admin-request.ts';
import type { Terminal } from '../serve.ts';
import { askYes } from './ask-yes.ts';
import { checkBackup } from './check-backup.ts';
import { moveVault } from './move-vault.ts';
import { type CommandDeps, onDatabase } from './on-database.ts';
import { answerText } from './output.ts';
import { parseAdmin } from './parse.ts';
import { unusableBackup } from './unusable-backup.ts';

export interface AdminProgram {
  readonly terminal: Terminal;
  /** Returns null if the settings are wrong, after printing the errors. */
  readonly config: () => ServerConfig | null;
  readonly version: string;
}

/** Returns whether the person says yes; false without a terminal. */
const askAgreement = async (question: string): Promise<boolean> => {
  if (!isatty(0) || !isatty(2)) return false;
  return askYes(question, process.stdin, process.stderr);
};

/** The database of a command. */
interface Place {
  readonly settings: ServerConfig['database'];
  readonly deps: CommandDeps;
}

/** Only a restore makes a database, and only of a file that is a backup. */
const onMade = async (
  request: AdminRequest,
  { settings, deps }: Place,
  files?: BackupFiles,
): AdminAnswered => {
  const refusal = refusalToRoot(settings);
  if (refusal !== null) return fail('unavailable', refusal);
  const isFile = request.command === 'restore' && files === undefined;
  const unusable = isFile ? await unusableBackup(request.path) : null;
  if (unusable !== null) return fail('bad_file', unusable);
  return onDatabase(settings, deps, (admin) => admin(request), {
    files,
    mayMake: request.command === 'restore',
  });
};

const ask = async (request: AdminRequest, place: Place): AdminAnswered => {
  const { settings } = place;
  const running = settings.kind === 'pglite' ? await askRunningServer(settings.folder, request) : null;
  return running ?? onMade(request, place);
};

type StreamRequest = Extract<AdminRequest, { command: 'backup' | 'restore' }>;

/** Replaces the path of the temporary file in the answer by the requested path. */
const named = (answer: Awaited<AdminAnswered>, path: string, name: string): Awaited<AdminAnswered> => {
  if (!answer.ok) return fail(answer.error.kind, answer.error.message.replaceAll(path, name));
  return ok('path' in answer.value ? { ...answer.value, path: name } : answer.value);
};

/**
 * Copies a streamed backup through a file in the data folder. A running server cannot use the streams of this program.
 * While this program has the embedded database open, no other process can use it, so it must not wait for a slow pipe.
 */
const overSpool = async (request: StreamRequest, place: Place, folder: string): AdminAnswered => {
  const path = join(folder, `backup-stream.${process.pid}.part`);
  try {
    if (request.command === 'restore') await spoolInput(path);
    const answer = await ask({ ...request, path }, place);
    if (request.command === 'backup' && answer.ok) await drainToOutput(path);
    return named(answer, path, request.path);
  } finally {
    await rm(path, { force: true });
  }
};

/** Error codes of a reader or writer of the pipe that left. */
const PIPE_ENDED: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Returns the sentence for a failed copy. Null for a bug. */
const copyFailure = (command: StreamRequest['command'], error: unknown): string | null => {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (PIPE_ENDED.has(String(error.code)))
    return `The pipe ended before the ${command} was complete (${error.message}).`;
  return 'syscall' in error ? `The ${command} failed (${error.message}).` : null;
};

const overStreams = async (request: StreamRequest, place: Place): AdminAnswered => {
  const { settings } = place;
  try {
    return settings.kind === 'pglite'
      ? await overSpool(request, place, settings.folder)
      : await onMade(request, place, standardStreams);
  } catch (error) {
    const message = copyFailure(request.command, error);
    if (message === null) throw error;
    return fail('bad_file', message);
  }
};

/** Returns the refusal when a person at a terminal forgot to redirect the backup; else null. */
const terminalSentence = ({ command }: StreamRequest): string | null => {
  if (command === 'backup')
    return isatty(1)
      ? 'A backup is not for a terminal: add > FILE, and with docker compose exec the option -T.'
      : null;
  return isatty(0)
    ? 'A backup is read from standard input: add < FILE, and with docker compose exec the option -T.'
    : null;
};

/** Runs the command and returns the exit code. */
export const runAdmin = async (args: readonly string[], program: AdminProgram): Promise<number> => {
  const { terminal, version } = program;
  const deps: CommandDeps = { clock: { nowMs: () => Date.now() }, random: { bytes: randomBytes }, version };
  const refuse = ({ kind, message }: AdminFailure, isJson: boolean): number => {
    if (isJson) terminal.say(JSON.stringify({ error: { kind, message } }));
    terminal.complain(message);
    return kind === 'usage' ? 2 : 1;
  };
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) {
    terminal.say(ADMIN_HELP.trimEnd());
    return args.length === 0 ? 2 : 0;
  }
  const line = parseAdmin(args, process.cwd());
  if (!line.ok) return refuse({ kind: 'usage', message: line.error }, args.includes('--json'));
  const { request, isJson, question, isStream } = line.value;
  const stream = isStream && 'path' in request && request.command !== 'check' ? request : null;
  const misled = stream === null ? null : terminalSentence(stream);
  if (misled !== null) return refuse({ kind: 'usage', message: misled }, isJson);
  const tell = (answer: AdminAnswer): number => {
    const text = isJson ? JSON.stringify(answer) : answerText(answer);
    // Standard output holds the backup.
    if (stream?.command === 'backup') terminal.complain(text);
    else terminal.say(text);
    return 'findings' in answer && answer.findings.length > 0 ? 5 : 0;
  };
  if (request.command === 'check') {
    const checked = await checkBackup(request.path, deps);
    return checked.ok ? tell(checked.value) : refuse(checked.error, isJson);
  }
  const given = program.config();
  if (given === null) return 1;
  if (request.command === 'move') {
    const moved = await moveVault(given, request, deps);
    return moved.ok ? tell(moved.value) : refuse(moved.error, isJson);
  }
  const chosen = allDatabases(given).find(({ name }) => name === line.value.database);
  if (chosen === undefined)
    return refuse({ kind: 'usage', message: `CAIRN_DATABASES names no "${line.value.database}".` }, isJson);
  if (question !== null && (isJson || !(await askAgreement(question)))) {
    return refuse({ kind: 'usage', message: `${question} Nothing was done. Add --yes to say so.` }, isJson);
  }
  const place = { settings: chosen.database, deps };
  const answer = await (stream === null ? ask(request, place) : overStreams(stream, place));
  return answer.ok ? tell(answer.value) : refuse(answer.error, isJson);
};

export const ADMIN_HELP = `cairn-server admin: manage a sync server

  vaults [--limit N]                    vaults, the most recently seen first
  devices VAULT                         devices of a vault, and how far each has synced
  quota VAULT [--registers N|default]   show or set how many registers a vault may hold
  registration [open|close|default]     show or set who may make vaults; default: as CAIRN_REGISTRATION says
  revoke VAULT DEVICE                   shut a device out, as \`cairn devices revoke\` does
  epoch new VAULT                       make every device pull everything and push what is missing here
  delete vault VAULT                    remove a vault with all its data
  move vault VAULT --to NAME            move it to another database of CAIRN_DATABASES, while its devices go on
  prune                                 remove what has expired: invitations, old commits
  rebuild [VAULT]                       rebuild the table of readable memories, of all vaults or one
  verify                                check that the database is correct; exit 5 when it is not
  backup FILE|-                         copy everything into a new file, or to standard output, while the server runs
  check FILE                            restore a backup into a temporary database and verify it; exit 5 when something is wrong
  restore FILE|- [--replace]            bring a backup back, also from standard input; into an empty database unless --replace

Options: --json (one document), --yes (ask nothing), --in NAME (a database of CAIRN_DATABASES), --help

Takes the settings of the server (CAIRN_SERVER_DATA or DATABASE_URL). With the embedded database and a running server, the
server runs the command. Nothing here can read a memory of a sealed vault.

Examples:
  cairn-server admin vaults
  cairn-server admin backup /backups/cairn-$(date +%F).ndjson
  DATABASE_URL=postgres://… cairn-server admin restore /backups/cairn-2026-11-22.ndjson
  docker compose exec api /cairn/bin/cairn-server admin verify --json
  docker compose exec -T api /cairn/bin/cairn-server admin backup - | gzip > cairn.ndjson.gz

Exit codes: 0 ok, 1 error, 2 usage, 5 verify or check found something.
`;
