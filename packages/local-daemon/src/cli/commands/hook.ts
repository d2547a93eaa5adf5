/**
 * `cairn hook AGENT EVENT`. An agent waits for this command, so it is short and silent, and never refuses. It sends the agent's event to
 * the daemon and prints the answer. Errors are noted for `cairn status`, and the agent goes on without context. [HK-1, HK-2]
 */

import { connect } from '@cairn/client/device';
import { err, LIMITS, ok, orElse, parseJson, type Result } from '@cairn/schema';
import { noteHookCall, noteHookFailure } from '../../adapters/hook-files.ts';
import { hookKindOf } from '../../agents/hook-event.ts';
import { OTHER_NAMES } from '../../agents/other-names.ts';
import type { Run } from '../command.ts';
import type { Io } from '../io.ts';
import { readWithout } from '../read-without.ts';
import type { ToldEvent } from '../spool-hook.ts';

export const hook: Run = async (given, io) => {
  if (io.env.CAIRN_BYPASS === '1') return ok(null);
  const [agent = '', name = ''] = given.args;
  const event = hookKindOf(name) ?? name;
  const endMs = BUDGETS_MS[event] ?? LIMITS.hookOtherMsMax;
  const note = (message: string): void => noteFailure(io, agent, event, message);
  noteCall(io, agent, name);
  const turn = createTurn(io);
  // Ends the process when the time is up. A turn that no daemon has accepted is stored first.
  const end = setTimeout(() => {
    note(`It took longer than ${endMs} ms.`);
    void turn
      .keepUntold()
      .then((lost) => lost === '' || note(lost.trim()))
      .finally(() => process.exit(0));
  }, leftOf(endMs));
  try {
    const problem = await deliver(io, turn, { agent, event, endMs: endMs - RESERVE_MS });
    if (problem !== null) note(problem);
  } catch (error) {
    note(`It failed: ${error instanceof Error ? error.name : 'unknown'}.`);
  } finally {
    clearTimeout(end);
  }
  return ok(null);
};

const BUDGETS_MS: Readonly<Record<string, number>> = {
  'session-start': LIMITS.hookStartMsMax,
  prompt: LIMITS.hookPromptMsMax,
  tool: LIMITS.hookEndMsMax,
  stop: LIMITS.hookEndMsMax,
  'session-end': LIMITS.hookEndMsMax,
};
/** Time that is reserved to store the turn, note the reason and end. */
const RESERVE_MS = 250;
/** An agent writes its event at once, so the hook does not wait longer for a pipe that stays open. */
const INPUT_MS_MAX = 500;
/** The least time for reading. A busy machine may start the hook too late, but then the event is already in the pipe. */
const INPUT_MS_MIN = 100;
/** Events that start a daemon. Other events only report, and the next session starts one. */
const STARTING: ReadonlySet<string> = new Set(['session-start', 'prompt']);

/** Milliseconds left. `endMs` counts from the start of this process. */
const leftOf = (endMs: number): number => Math.max(1, Math.round(endMs - performance.now()));

const LOST = ` The turn was dropped, because ${LIMITS.hookSpoolEntriesMax} turns wait for the daemon already.`;

const createTurn = (io: Io) => {
  let heard: Promise<ToldEvent | null> = Promise.resolve(null);
  let isTold = false;
  let keeping: Promise<string> | null = null;
  const keep = async (): Promise<string> => {
    const told = await heard;
    return told === null || (await import('../spool-hook.ts')).spoolHook(io, told) ? '' : LOST;
  };
  return {
    /** Sets the event that is being read. It resolves to null if it cannot be read. */
    hear(told: Promise<ToldEvent | null>): void {
      heard = told;
    },
    /** Marks the turn as accepted by the daemon. */
    isTold(): void {
      isTold = true;
    },
    /** Writes the turn into a file once, unless the daemon has accepted it. Returns a sentence to add if the turn is lost, else ''. */
    async keepUntold(): Promise<string> {
      if (!isTold) keeping ??= keep();
      return (await keeping) ?? '';
    },
  };
};

/** Returns null, or what went wrong. */
const deliver = async (
  io: Io,
  turn: ReturnType<typeof createTurn>,
  { agent, event, endMs }: Pick<ToldEvent, 'agent' | 'event'> & { readonly endMs: number },
): Promise<string | null> => {
  const reading = readInput(Math.max(INPUT_MS_MIN, Math.min(INPUT_MS_MAX, leftOf(endMs))));
  const id = idOf(io);
  turn.hear(reading.then((read) => (read.ok ? { agent, event, input: read.value, id } : null)));
  const read = await reading;
  if (!read.ok) return read.error;
  if (io.env.CAIRN_HOOK_LATE === '1') {
    return `The daemon did not answer in time.${await turn.keepUntold()}`;
  }
  const answer = await tell(io, { agent, event, input: read.value, id }, endMs);
  if (!answer.ok) return `${answer.error}${await turn.keepUntold()}`;
  turn.isTold();
  if (answer.value !== null) await io.out(`${JSON.stringify(answer.value)}\n`);
  return null;
};

/**
 * Returns the id by which a turn is deduplicated. If the daemon accepts a turn but answers too late, the turn is also stored in a file.
 * The launcher has already sent the id of the environment. [HK-8]
 */
const idOf = ({ env, nowMs }: Io): string =>
  env.CAIRN_HOOK_ID ||
  [nowMs, process.pid, Math.floor(Math.random() * 2 ** 48)].map((part) => part.toString(36)).join('-');

const tell = async (
  io: Io,
  { agent, event, input, id }: ToldEvent,
  endMs: number,
): Promise<Result<unknown, string>> => {
  const found = await connect(io.paths, { start: STARTING.has(event), startMsMax: leftOf(endMs) });
  const reading = found.ok ? null : await readWithout(io, found.error);
  const client = found.ok ? found.value : reading;
  if (client === null) return err(found.ok ? '' : found.error.message);
  const route = [agent, event].map(encodeURIComponent).join('/');
  const query = `id=${id}&cwd=${encodeURIComponent(io.cwd)}${isUnattended(io.env) ? '&unattended=1' : ''}`;
  const timeoutMs = leftOf(endMs);
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await client.request('POST', `/v1/hooks/${route}?${query}`, input, { timeoutMs, signal });
  client.close();
  if (answer.ok) return ok(answer.value);
  return err(
    signal.aborted
      ? `The daemon did not answer in the ${timeoutMs} ms that were left.`
      : answer.error.message,
  );
};

/** Returns true on a build server, or if a program runs the agent: Claude Code says so with `-p` and in its SDK. [CX-14] */
const isUnattended = ({ CI, CLAUDE_CODE_ENTRYPOINT }: Io['env']): boolean =>
  !['', '0', 'false'].includes(CI ?? '') || CLAUDE_CODE_ENTRYPOINT?.startsWith('sdk') === true;

/** Reads JSON from standard input. No input is an empty event. The pipe need not be closed. */
const readInput = (waitMs: number): Promise<Result<unknown, string>> =>
  new Promise((resolve) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const settle = (result: Result<unknown, string>): void => {
      clearTimeout(late);
      process.stdin.removeAllListeners();
      process.stdin.on('error', () => undefined);
      process.stdin.destroy();
      resolve(result);
    };
    const finish = (): void => settle(parseInput(Buffer.concat(parts).toString('utf8')));
    // Node runs overdue timers before it reads input. `setImmediate` lets it read the input that has arrived.
    const late = setTimeout(() => setImmediate(finish), waitMs);
    process.stdin.on('data', (part: Buffer) => {
      bytes += part.length;
      parts.push(part);
      if (bytes > LIMITS.hookInputBytesMax)
        settle(err(`The agent sent more than ${LIMITS.hookInputBytesMax} bytes.`));
    });
    process.stdin.on('end', finish);
    process.stdin.on('error', finish);
  });

const parseInput = (text: string): Result<unknown, string> => {
  const input = text.trim() === '' ? {} : parseJson(text.replace(/^\uFEFF/, ''));
  return input === undefined ? err('The input of the agent is not JSON.') : ok(input);
};

/** Notes the call even if no daemon answers, if the home can be written. Otherwise `cairn doctor` reports it. [IN-6] */
const noteCall = (io: Io, agent: string, name: string): void => {
  const event = hookKindOf(name);
  if (event !== null && AGENT.test(agent))
    orElse(() => noteHookCall(io.paths, OTHER_NAMES.get(agent) ?? agent, event, io.nowMs), undefined);
};
const AGENT = /^[a-z-]{1,40}$/;

/** Notes a failure, if the home can be written. */
const noteFailure = (io: Io, agent: string, event: string, message: string): void => {
  const at = new Date(io.nowMs).toISOString();
  orElse(() => noteHookFailure(io.paths, { at, agent, event, message }), undefined);
};
