/**
 * Identifies the caller over MCP and the caller's folder. `cairn mcp` sends these facts once, in the head of its
 * connection. A host that speaks HTTP itself may send the same headers with every request. [M-8, M-9]
 */
import { LIMITS, orElse } from '@cairn/schema';

export interface CallerFacts {
  /** Name from `--agent`, or the client's own name. */
  readonly agent: string | null;
  readonly session: string | null;
  /** Project from `--project`, which overrides the folder's project. */
  readonly project: string | null;
  /** Absolute path of the agent's working folder. */
  readonly cwd: string | null;
}

export interface Caller extends CallerFacts {
  /** Turn of the agent, if the host sends it. [M-7] */
  readonly turn: string | null;
  /** Aborts when the client cancels. */
  readonly signal: AbortSignal;
}

const CALLER_HEADERS = {
  agent: 'cairn-agent',
  session: 'cairn-session',
  project: 'cairn-project',
  cwd: 'cairn-cwd',
} as const;

/** Name of the turn in a request's `_meta`. */
export const TURN_META = 'cairn/turn';

/** Reads the caller from headers. Values are percent-encoded, because a folder may have any name. */
export const readCaller = (header: (name: string) => string | undefined): CallerFacts => {
  const read = (name: string, charsMax: number): string | null => cleanName(decoded(header(name)), charsMax);
  return {
    agent: read(CALLER_HEADERS.agent, LIMITS.agentCharsMax),
    session: read(CALLER_HEADERS.session, LIMITS.sessionCharsMax),
    project: read(CALLER_HEADERS.project, LIMITS.projectCharsMax),
    cwd: folderIn(decoded(header(CALLER_HEADERS.cwd))),
  };
};

/** Returns the path unchanged, because a cleaned or shortened path names another folder. */
const folderIn = (path = ''): string | null =>
  path === '' || path.includes('\0') || path.length > LIMITS.documentPathCharsMax ? null : path;

const decoded = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : orElse(() => decodeURIComponent(value), value);

/** Puts the name into one line and shortens it to the limit, so that no save fails because of a client's name. */
export const cleanName = (name: unknown, charsMax: number): string | null => {
  if (typeof name !== 'string') return null;
  const clean = name.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  return clean === '' ? null : [...clean].slice(0, charsMax).join('');
};
