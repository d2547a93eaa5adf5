/**
 * An event of an agent's session, in one shape for all agents. Each agent has an adapter that reads its event and
 * writes its answer.
 */

/** Kinds of events, as the command line and the route name them. */
export const HOOK_KINDS = ['session-start', 'prompt', 'tool', 'compact', 'stop', 'session-end'] as const;
export type HookKind = (typeof HOOK_KINDS)[number];

/** An agent's names of its events, each with its kind. */
export type HookNames = readonly (readonly [event: string, kind: HookKind])[];

/** `events`: an agent's names with spaces between, in the order of `HOOK_KINDS`. */
export const hookNames = (events: string): HookNames => {
  const names = events.split(' ');
  return HOOK_KINDS.map((kind, at) => [names[at] ?? kind, kind]);
};

export interface ToolUse {
  readonly name: string;
  readonly input: unknown;
  readonly output: unknown;
}

/** Fields of an event. A field that the agent does not send is null. */
export interface HookEvent {
  readonly agent: string;
  readonly kind: HookKind;
  /** Id that the agent gave the session. */
  readonly session: string | null;
  readonly cwd: string | null;
  /** Reason of a session's start: `startup`, `resume`, `clear`, `compact`, … */
  readonly source: string | null;
  readonly prompt: string | null;
  readonly tool: ToolUse | null;
  /** Last words of the assistant. */
  readonly message: string | null;
  /** Path of the agent's own transcript. */
  readonly transcript: string | null;
}

/** Adapter of one agent, in `hook-adapters.ts`. */
export interface HookAdapter {
  readonly agent: string;
  /** Parses any input. A field that is missing or of another type is null. */
  parse(kind: HookKind, input: unknown): HookEvent;
  /** Kinds whose output the agent passes to its model. For other kinds nothing is looked up. */
  readonly hears: readonly HookKind[];
  /** Most characters of context that the agent accepts unchanged. */
  readonly contextCharsMax: number;
  /** Returns the output for the agent, with exactly the fields that the agent's documentation names. */
  render(kind: HookKind, context: string): Readonly<Record<string, unknown>>;
}

/**
 * Returns the kind for Cairn's name of an event or an agent's own (`UserPromptSubmit`, `session.idle`). Returns null
 * for an unknown name.
 */
export const hookKindOf = (name: string): HookKind | null => {
  const folded = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return HOOK_KINDS.find((kind) => NAMES[kind].split(' ').includes(folded)) ?? null;
};

/** Names of each kind in lower case, with letters only. */
const NAMES: Readonly<Record<HookKind, string>> = {
  'session-start': 'sessionstart sessioncreated',
  prompt: 'prompt userpromptsubmit userpromptsubmitted beforesubmitprompt beforeagent chatmessage',
  tool: 'tool posttooluse aftertool toolexecuteafter afterfileedit aftershellexecution aftermcpexecution',
  compact: 'compact precompact postcompact precompress sessioncompacted',
  stop: 'stop agentstop afteragent sessionidle',
  'session-end': 'sessionend',
};
