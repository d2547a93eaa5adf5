/** Joins a vault by an invitation's code or by the recovery words, and shows progress. */
import { existsSync } from 'node:fs';
import { type JoinResult, ok, type StatusResult } from '@cairn/schema';
import { askSecret } from '../ask.ts';
import { answered, type Run } from '../command.ts';
import { type Answer, fail, misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { memories } from '../output/short-time.ts';
import { createProgress, type Progress, pause } from '../progress.ts';
import { noteRisk } from './vault.ts';

const WORDS_BYTES_MAX = 4_096;
const CODE_BYTES_MAX = 1_024;
const WORDS = 24;
const PROGRESS_MS = 500;
/** No timeout: the daemon ends the wait. */
const PATIENT = { timeoutMs: 0 };

export const join: Run = async (given, io) => {
  const read = await readCode(given.arg(0).trim(), io);
  if (!read.ok) return read;
  const text = read.value;
  const at = text.indexOf('@');
  const code = at < 0 ? text : text.slice(0, at);
  const server = at < 0 ? given.text('server') : text.slice(at + 1);
  if (server === '' || (server === undefined && !existsSync(io.paths.session)))
    return misuse('The server is missing: write CODE@URL, or add --server URL.');
  if (at >= 0 && given.text('server') !== undefined && given.text('server') !== server)
    return misuse('CODE@URL and --server name two servers. Give one.');
  if (server !== undefined) noteRisk(server, io);
  const body = { code, server, name: given.text('name'), timeoutS: given.int('timeout') };
  return enter(() => io.ask('POST /v1/vault/join', { body }, PATIENT), 'waiting for the inviting device', io);
};

/** Other users of the machine can read arguments in the list of processes. They cannot read a prompt or standard input. */
const readCode = async (argument: string, io: Io): Answer<string> => {
  if (argument !== '' && argument !== '-') return ok(argument);
  const code = await askOutside('The code of `cairn invite`', CODE_BYTES_MAX, io);
  return code.ok && code.value === ''
    ? misuse('The code is missing: give it as CODE, or on standard input.')
    : code;
};

/** Asks for a secret. On a terminal, a device that is in a vault fails before a person types. */
const askOutside: typeof askSecret = async (message, bytesMax, io) => {
  if (io.canAsk) {
    const status = await io.ask('GET /v1/status');
    if (!status.ok) return status;
    if (status.value.sync.vault !== null)
      return fail('already_in_vault', 'This device is in a vault. Run `cairn leave` first (memories stay).');
  }
  return askSecret(message, bytesMax, io);
};

export const recover: Run = async (given, io) => {
  const server = given.text('server');
  if (server === undefined)
    return misuse('--server is missing: the address of the sync server, like https://cairn.example.org.');
  const words = await readWords(io);
  if (!words.ok) return words;
  const count = words.value.split(' ').length;
  if (count !== WORDS) return misuse(`Recovery takes ${WORDS} words on standard input; there are ${count}.`);
  noteRisk(server, io);
  const body = { words: words.value, server, name: given.text('name') };
  return enter(() => io.ask('POST /v1/vault/recover', { body }, PATIENT), 'recovering', io);
};

const readWords = async (io: Io): Answer<string> => {
  const text = await askOutside('The 24 words, then Enter', WORDS_BYTES_MAX, io);
  if (!text.ok) return text;
  // The words may be numbered, as they were shown.
  const words = (text.value.toLowerCase().match(/\p{L}+/gu) ?? []).join(' ');
  return words === '' ? misuse('The 24 recovery words are missing: give them on standard input.') : ok(words);
};

const enter = async (work: () => Answer<JoinResult>, first: string, io: Io): ReturnType<Run> => {
  const progress = createProgress(io);
  progress.show(first);
  const stop = new AbortController();
  const watching = watch(io, stop.signal, progress);
  const joined = await work();
  stop.abort();
  await watching;
  progress.end();
  return answered(Promise.resolve(joined), ({ vault, device, renamed, memories: many }) => ({
    human: (style) => `${style.green('Joined')} ${vault} as ${device}. ${memories(many)} in all.`,
    notes: [
      renamed !== undefined &&
        `Another device of the vault is named "${renamed.from}", so this one is "${renamed.to}". \`cairn devices rename\` changes it.`,
    ],
  }));
};

/** Shows the daemon's messages about the join, and how many rows have come. */
const watch = async (io: Io, signal: AbortSignal, progress: Progress): Promise<void> => {
  const client = await io.daemon();
  if (!client.ok) return;
  const events = client.value.events((event) => {
    if (event.kind === 'join' && typeof event.message === 'string') progress.show(event.message);
  }, signal);
  while (!signal.aborted) {
    const status = await client.value.request('GET', '/v1/status', undefined, { signal });
    const bootstrap = status.ok ? bootstrapOf(status.value) : null;
    if (bootstrap !== null) {
      const [done, all] = [bootstrap.done, bootstrap.expected].map((n) => n.toLocaleString('en-US'));
      progress.showPart(bootstrap.done, bootstrap.expected, `receiving ${done} of ${all}`);
    }
    await pause(PROGRESS_MS, signal);
  }
  await events;
};

const bootstrapOf = (status: unknown): StatusResult['sync']['bootstrap'] => {
  const { sync }: Partial<StatusResult> = typeof status === 'object' && status !== null ? status : {};
  return sync?.bootstrap ?? null;
};
