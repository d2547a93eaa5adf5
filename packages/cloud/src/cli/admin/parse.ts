/** Parses the words after `cairn-server admin` into a request. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { err, ok, type Result } from '@cairn/schema';
import { FIRST } from '../../config-database.ts';
import {
  type AdminRequest,
  adminRequest,
  type CheckRequest,
  checkRequest,
  type MoveRequest,
  moveRequest,
} from '../../services/admin-request.ts';

export interface AdminLine {
  readonly request: AdminRequest | CheckRequest | MoveRequest;
  /** The name of one of the server's databases. */
  readonly database: string;
  readonly isJson: boolean;
  /** What the person must agree to first; null if nothing. */
  readonly question: string | null;
  /** Whether FILE is `-`: the backup is read from standard input, or written to standard output. */
  readonly isStream: boolean;
}

/** Paths that replace `-` in the request and in sentences. */
const STREAM_NAMES = { backup: '/dev/stdout', restore: '/dev/stdin' } as const;

const LIMIT_DEFAULT = 100;

const options = {
  json: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  replace: { type: 'boolean' },
  registers: { type: 'string' },
  limit: { type: 'string' },
  to: { type: 'string' },
  in: { type: 'string' },
} as const;

type Flags = ReturnType<typeof parseArgs<{ readonly options: typeof options }>>['values'];

/** The options and words of a command. `words`: the allowed numbers of words. */
interface Shape {
  readonly usage: string;
  readonly options?: readonly (keyof Flags)[];
  readonly words: readonly number[];
  readonly toRequest: (words: readonly string[], flags: Flags) => object;
  readonly question?: (words: readonly string[], flags: Flags) => string | null;
}

const registrationOf = (word: string | undefined) =>
  word === undefined ? {} : { to: word === 'default' ? null : word === 'close' ? 'closed' : word };
const quotaOf = (given: string | undefined) =>
  given === undefined ? {} : { registersMax: given === 'default' ? null : Number(given) };

const SHAPES: Readonly<Record<string, Shape>> = {
  vaults: {
    usage: 'vaults [--limit N]',
    options: ['limit'],
    words: [0],
    toRequest: (_, { limit }) => ({ limit: limit === undefined ? LIMIT_DEFAULT : Number(limit) }),
  },
  devices: { usage: 'devices VAULT', words: [1], toRequest: ([vault]) => ({ vault }) },
  quota: {
    usage: 'quota VAULT [--registers N|default]',
    options: ['registers'],
    words: [1],
    toRequest: ([vault], { registers }) => ({ vault, ...quotaOf(registers) }),
  },
  registration: {
    usage: 'registration [open|close|default]',
    words: [0, 1],
    toRequest: ([word]) => registrationOf(word),
  },
  revoke: {
    usage: 'revoke VAULT DEVICE',
    words: [2],
    toRequest: ([vault, device]) => ({ vault, device }),
    question: ([, device]) => `The device ${device} is revoked permanently.`,
  },
  'epoch new': { usage: 'epoch new VAULT', words: [1], toRequest: ([vault]) => ({ vault }) },
  'delete vault': {
    usage: 'delete vault VAULT',
    words: [1],
    toRequest: ([vault]) => ({ vault }),
    question: ([vault]) =>
      `Everything of ${vault} is removed from this server. Its devices keep what they hold, and cannot sync any more.`,
  },
  'move vault': {
    usage: 'move vault VAULT --to NAME',
    options: ['to'],
    words: [1],
    toRequest: ([vault], { to }) => ({ vault, to }),
  },
  prune: { usage: 'prune', words: [0], toRequest: () => ({}) },
  rebuild: { usage: 'rebuild [VAULT]', words: [0, 1], toRequest: ([vault]) => ({ vault }) },
  verify: { usage: 'verify', words: [0], toRequest: () => ({}) },
  backup: { usage: 'backup FILE|-', words: [1], toRequest: ([path]) => ({ path }) },
  check: { usage: 'check FILE', words: [1], toRequest: ([path]) => ({ path }) },
  restore: {
    usage: 'restore FILE|- [--replace]',
    options: ['replace'],
    words: [1],
    toRequest: ([path], { replace = false }) => ({ path, replace }),
    question: (_, { replace }) =>
      replace === true ? 'Every vault that is in this database now is lost, unless the backup has it.' : null,
  },
};

const SEE = 'See cairn-server admin --help.';
const usage = (sentence: string) => err(`${sentence} ${SEE}`);

const split = (args: readonly string[]) => {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return ok({ flags: values, positionals });
  } catch (error) {
    return usage(`${error instanceof Error ? error.message.split(/\.\s/)[0] : String(error)}.`);
  }
};

/** Finds the command, whose name is one word or two. */
const shapeOf = (positionals: readonly string[]) => {
  const [first = '', second = '', ...rest] = positionals;
  const two = SHAPES[`${first} ${second}`];
  if (two !== undefined) return { name: first, shape: two, words: rest };
  const one = Object.hasOwn(SHAPES, first) ? SHAPES[first] : undefined;
  return one === undefined ? null : { name: first, shape: one, words: positionals.slice(1) };
};

const NAMES = {
  vault: 'VAULT',
  device: 'DEVICE',
  limit: '--limit',
  registersMax: '--registers',
  to: 'The word',
};

/** Parses the arguments. The error is a sentence. `cwd`: the base of relative paths. */
export const parseAdmin = (args: readonly string[], cwd: string): Result<AdminLine, string> => {
  const given = split(args);
  if (!given.ok) return given;
  const { flags, positionals } = given.value;
  const found = shapeOf(positionals);
  if (found === null) {
    const said = positionals.join(' ');
    return usage(said === '' ? 'Which command?' : `There is no command "admin ${said}".`);
  }
  const { name, shape, words } = found;
  if (!shape.words.includes(words.length)) return usage(`Usage: cairn-server admin ${shape.usage}.`);
  const stray = Object.keys(flags).find(
    (flag) => !['json', 'yes', 'in', ...(shape.options ?? [])].includes(flag),
  );
  if (stray !== undefined) return usage(`--${stray} is not an option of "admin ${name}".`);
  // A server asks its first database who may make vaults, so an answer about another one would be untrue.
  if (name === 'registration' && (flags.in ?? FIRST) !== FIRST)
    return usage('Vaults are made in the first database: "admin registration" takes no --in.');
  const made = shape.toRequest(words, flags);
  const path = 'path' in made && typeof made.path === 'string' ? made.path : null;
  const isStream = path === '-' && name !== 'check';
  const paths =
    path === null
      ? {}
      : { path: isStream ? STREAM_NAMES[name === 'backup' ? name : 'restore'] : resolve(cwd, path) };
  const form = name === 'check' ? checkRequest : name === 'move' ? moveRequest : adminRequest;
  const request = form.safeParse({ command: name, ...made, ...paths });
  if (!request.success) {
    const [field] = request.error.issues[0]?.path ?? [];
    const label =
      name === 'move' && field === 'to'
        ? '--to'
        : (Object.entries(NAMES).find(([key]) => key === field)?.[1] ?? 'A word');
    return usage(`${label} is not of the right form. Usage: cairn-server admin ${shape.usage}.`);
  }
  if (isStream && name === 'backup' && flags.json === true)
    return usage('A backup on standard output leaves no room for --json.');
  const question = flags.yes === true ? null : (shape.question?.(words, flags) ?? null);
  const database = flags.in ?? FIRST;
  return ok({ request: request.data, database, isJson: flags.json === true, question, isStream });
};
