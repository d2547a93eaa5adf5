/** The `Io` of a real process. */
import { isUtf8 } from 'node:buffer';
import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';
import {
  connect,
  type DaemonClient,
  type Paths,
  type RequestOptions,
  resolvePaths,
  scopePaths,
  surroundings,
  workingFolder,
} from '@cairn/client/device';
import {
  type AnswerOf,
  type CallArguments,
  err,
  ok,
  type RouteName,
  requestOf,
  type StatusResult,
} from '@cairn/schema';
import type { Reading } from '../reading.ts';
import { PERSONAL } from '../services/scopes/scope-file.ts';
import { type Answer, fail, failureOf } from './failure.ts';
import type { Io } from './io.ts';
import { readWithout } from './read-without.ts';
import { createStyle, isColoured, printable, type Style } from './style.ts';
import { createWaitingNote, DAEMON_WAIT, waitingSentence } from './waiting-note.ts';

export type ProcessIo = ReturnType<typeof createProcessIo>;

export const terminalStyle = (): Style => {
  const isTerminal = isatty(1);
  return createStyle(isColoured(process.env, isTerminal), isTerminal ? process.stdout.columns : null);
};

/** Returns the key of this terminal. The system reuses a terminal's number, so the key includes the shell's process id. */
const terminalKey = (): string | null => {
  const fd = [1, 0, 2].find((one) => isatty(one));
  return fd === undefined ? null : `${fstatSync(fd).rdev}-${process.ppid}`;
};

/** `scope`: the scope of all requests. [SP-2] */
export const createProcessIo = (json: boolean, scope?: string) => {
  const { env } = process;
  const isOutTerminal = isatty(1);
  const isErrTerminal = isatty(2);
  const isAtTerminal = isatty(0) && isErrTerminal;
  const own = resolvePaths(surroundings());
  const paths = scope === undefined || scope === PERSONAL ? own : scopePaths(own, scope);
  const note = (line: string): void => void process.stderr.write(`${line}\n`);
  const daemon = daemonOf(paths, env, note, scope);
  // Overwrites a line of progress.
  const noted = createWaitingNote((line) => note(`${isErrTerminal ? '\r\u001b[2K' : ''}${printable(line)}`));
  const io: Io = {
    env,
    cwd: workingFolder(),
    paths,
    scope: scope === undefined || scope === PERSONAL ? null : scope,
    nowMs: Date.now(),
    json,
    isAtTerminal,
    canAsk: isAtTerminal && !json,
    terminal: terminalKey(),
    isOutTerminal,
    isErrTerminal,
    noteStyle: createStyle(isColoured(env, isErrTerminal), isErrTerminal ? process.stderr.columns : null),
    outStyle: terminalStyle,
    out: writeOut,
    note,
    noteRaw: (text) => void process.stderr.write(text),
    readStdin,
    daemon: daemon.get,
    ask: async <R extends RouteName>(route: R, ...[input, options]: CallArguments<R, RequestOptions>) => {
      const client = await daemon.getToRead();
      if (!client.ok) return client;
      const asked = requestOf(route, input);
      const { method, path, body } = asked;
      const syncServer = async (): Promise<string | undefined> => {
        const status = await client.value.request('GET', '/v1/status');
        return status.ok && isAnswer<StatusResult>(status.value)
          ? (status.value.sync.server ?? status.value.account?.server ?? undefined)
          : undefined;
      };
      const answer = await noted(
        () => client.value.request(method, path, body, options),
        () => waitingSentence(asked, syncServer),
        isErrTerminal ? DAEMON_WAIT : undefined,
      );
      if (!answer.ok) return err(failureOf(answer.error));
      daemon.noteReading();
      if (isAnswer<AnswerOf<R>>(answer.value)) return ok(answer.value);
      return fail('internal', 'The daemon answered without a document. `cairn logs` shows why.');
    },
  };
  return { io, close: daemon.close };
};

const daemonOf = (
  paths: Paths,
  env: NodeJS.ProcessEnv,
  note: (line: string) => void,
  scope: string | undefined,
) => {
  let client: DaemonClient | null = null;
  let reading: Reading | null = null;
  let why: string | null = null;
  const get = async (start = true): Answer<DaemonClient> => {
    if (client !== null) return ok(client);
    const found = await connect(paths, { start, scope });
    if (!found.ok) return err(failureOf(found.error));
    client = found.value;
    // `down` and `status` accept the daemon as it is.
    const stale = start ? staleStoreNote(env.CAIRN_STORE_URL, client.daemon().store) : null;
    if (stale !== null) note(stale);
    return ok(client);
  };
  return {
    get,
    /** Returns the daemon, or a reader without a daemon if nothing can be written. [RL-22] */
    getToRead: async (): Answer<Pick<DaemonClient, 'request'>> => {
      if (reading !== null) return ok(reading);
      const found = await get();
      // Reading without a daemon supports no scopes.
      if (found.ok || (scope !== undefined && scope !== PERSONAL)) return found;
      const opened = await readWithout({ paths, env }, found.error);
      if (opened === null) return found;
      reading = opened;
      why = found.error.message;
      return ok(reading);
    },
    /** Notes once that no daemon runs. Called after an answer, because a refusal already says it. */
    noteReading: (): void => {
      if (why !== null) note(`cairn: read only. ${why}`);
      why = null;
    },
    close: (): void => {
      client?.close();
      reading?.close();
    },
  };
};

const writeOut = (text: string): Promise<void> =>
  new Promise((resolve) => {
    // The handler of standard output's errors handles the callback's error (a reader that left).
    process.stdout.write(text, () => resolve());
  });

const readStdin = async (bytesMax: number): Answer<string> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of process.stdin) {
    const buffer = Buffer.from(part);
    bytes += buffer.length;
    if (bytes > bytesMax)
      return fail('invalid_input', `Standard input has more than ${bytesMax} bytes. Split it.`);
    parts.push(buffer);
  }
  const all = Buffer.concat(parts);
  if (!isUtf8(all)) return fail('invalid_input', 'Standard input is not UTF-8 text.');
  return ok(all.toString('utf8').replace(/^\ufeff/, ''));
};

/**
 * Checks an answer without zod. Our own daemon sent it: its token proves that, and a newer version keeps the contract. Loading and
 * building the schemas takes longer than the rest of a save.
 */
export const isAnswer = <T>(value: unknown): value is T => typeof value === 'object' && value !== null;

/**
 * Returns the note for a command that names another place for memories than the running daemon's [ST-3]; null if both are the same. It
 * never shows the token.
 */
export const staleStoreNote = (wanted: string | undefined, running: string | null): string | null => {
  const named = wanted?.trim() ?? '';
  if (named === '' || placeOf(named) === placeOf(running ?? '')) return null;
  return `The running daemon keeps memories in ${running ?? 'a file of this device'}. It reads CAIRN_STORE_URL when it starts: run \`cairn down\`, then this command again.`;
};

/** Returns one form of an address: `libsql:` and `https:` name the same place. */
const placeOf = (address: string): string => {
  if (!URL.canParse(address)) return address;
  // The parser keeps the case of letters if it does not know the protocol.
  const { host, pathname } = new URL(
    address.replace(/^(?:libsql|wss?):/i, 'https:').replace(/^http:/i, 'https:'),
  );
  return `${host.toLowerCase()}${pathname.replace(/(?<!\/)\/+$/, '')}`;
};
