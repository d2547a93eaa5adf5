/** Refuses arguments of a wrong type, which programs without TypeScript can pass, with a sentence. [SD-3] */
import { cairnError, isRecord, METHODS, ok } from '@cairn/schema';
import { type Answer, MemoryError } from './memory-error.ts';

export interface CallOptions {
  /** Aborts the call, which then throws the signal's reason. The daemon still does what it has already accepted. */
  readonly signal?: AbortSignal | undefined;
  /** Longest silence of the daemon, in milliseconds. Default 120,000; 0 for none. An in-process memory ignores it. */
  readonly timeoutMs?: number | undefined;
}

/** A condition of one argument. `is` completes the sentence "This call needs …". */
export interface Argument {
  readonly is: string;
  fits(value: unknown): boolean;
}

const isText = (value: unknown): boolean => typeof value === 'string';

const fieldOf = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

/** Whether the field is absent or a text. */
export const isTextIfGiven = (value: unknown, name: string): boolean =>
  fieldOf(value, name) === undefined || isText(fieldOf(value, name));

const isListIfGiven = (value: unknown): boolean => value === undefined || Array.isArray(value);

export const ID: Argument = { is: 'an id, which is a text', fits: isText };
export const TEXT: Argument = { is: 'a text', fits: isText };
export const TEXT_OR_NULL: Argument = {
  is: 'a text or null',
  fits: (value) => value === null || isText(value),
};
export const FIELDS: Argument = { is: 'an object with fields', fits: isRecord };
export const FIELDS_IF_ANY: Argument = {
  is: 'an object with fields, or nothing',
  fits: (value) => value === undefined || isRecord(value),
};
/** A list is refused later, by the schema. */
export const TEXT_OR_FIELDS: Argument = {
  is: 'a text or an object with fields',
  fits: (value) => isText(value) || (typeof value === 'object' && value !== null),
};
export const MESSAGES: Argument = {
  is: 'a message, or a list of messages',
  fits: (value) => Array.isArray(value) || isRecord(value),
};
export const METHOD: Argument = {
  is: 'a method, which is GET, POST, PATCH or DELETE',
  fits: (value) => METHODS.some((one) => one === value),
};
export const PATH: Argument = {
  is: 'the path of a route, which begins with a slash',
  fits: (value) => isText(value) && /^\/(?![/\\])/.test(String(value)),
};
export const ANYTHING: Argument = { is: 'anything', fits: () => true };
export const ID_OR_KEY: Argument = {
  is: 'an id, which is a text, or `{ key }`',
  fits: (value) => isText(value) || isText(fieldOf(value, 'key')),
};
export const IDS_OR_KEY: Argument = {
  is: 'an id, which is a text, a list of ids, or `{ key }`',
  fits: (value) => Array.isArray(value) || ID_OR_KEY.fits(value),
};
export const TAG_CHANGE: Argument = {
  is: '`{ add, remove }` with lists of tags',
  fits: (value) => isRecord(value) && ['add', 'remove'].every((name) => isListIfGiven(fieldOf(value, name))),
};
export const PROMPT: Argument = {
  is: 'an object whose `messages` are a list, or nothing',
  fits: (value) => FIELDS_IF_ANY.fits(value) && isListIfGiven(fieldOf(value, 'messages')),
};

const isSignal = (value: unknown): value is AbortSignal | null | undefined =>
  value == null || typeof fieldOf(value, 'addEventListener') === 'function';
const SIGNAL: Argument = { is: 'an `AbortSignal` as `signal`', fits: isSignal };
const TIMEOUT: Argument = {
  is: 'a number of milliseconds as `timeoutMs`, 0 for no limit',
  fits: (value) => value === undefined || (Number.isFinite(value) && Number(value) >= 0),
};

/**
 * Makes a call that first checks its arguments, and the options behind them. It throws the signal's reason if that aborted, else a
 * `MemoryError` for a failure.
 */
export const checked =
  <A extends readonly unknown[], T>(
    needs: readonly Argument[],
    call: (...given: A) => Answer<T>,
  ): ((...given: A) => Promise<T>) =>
  async (...given) => {
    for (const [at, need] of needs.entries()) check(need, given[at]);
    const signal = signalOf(given[needs.length]);
    const work = call(...given);
    const result = await (signal == null ? work : untilAborted(work, signal));
    if (result.ok) return result.value;
    throw new MemoryError(result.error);
  };

/** Returns one field of an answer. */
export const its = async <T, N extends keyof T>(name: N, asked: Answer<T>): Answer<T[N]> => {
  const found = await asked;
  return found.ok ? ok(found.value[name]) : found;
};

const untilAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  const left = Promise.withResolvers<never>();
  const leave = (): void => left.reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    return await Promise.race([left.promise, work]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
};

/** Checks the options of a call, and returns their signal. */
export const signalOf = (options: unknown): AbortSignal | null | undefined => {
  check(FIELDS_IF_ANY, options);
  // Fields beside a text, such as `save('x', { tags })`, would be lost.
  refuseUnknown(
    Object(options),
    ['signal', 'timeoutMs'],
    ' All other fields go into the object before them.',
  );
  const signal = fieldOf(options, 'signal');
  check(SIGNAL, signal);
  check(TIMEOUT, fieldOf(options, 'timeoutMs'));
  return isSignal(signal) ? signal : null;
};

/** Throws an error that says what the call needs. */
export const check = ({ is, fits }: Argument, value: unknown): void => {
  if (fits(value)) return;
  throw new MemoryError(cairnError('invalid_input', `This call needs ${is}, and got ${nameOf(value)}.`));
};

const DEFAULTS = ['project', 'cwd', 'agent', 'session'];

/** Throws an error that names an unknown option, as a misspelt one is. `own`: the options beside the defaults of all calls. */
export const checkOptions = (options: object, own: readonly string[]): void =>
  refuseUnknown(options, [...own, ...DEFAULTS]);

const refuseUnknown = (options: object, names: readonly string[], hint = ''): void => {
  const [unknown] = Object.keys(options).filter((name) => !names.includes(name));
  if (unknown === undefined) return;
  const message = `There is no option "${unknown}". The options are ${names.join(', ')}.${hint}`;
  throw new MemoryError(cairnError('invalid_input', message));
};

/** The value if it is short and no secret, else its type. */
const nameOf = (value: unknown): string =>
  value == null || typeof value === 'number' ? String(value) : Array.isArray(value) ? 'a list' : typeof value;
