/** An event of an agent's session, in one shape for all agents. An adapter per agent reads the event and writes the answer. */

/** The words of the command line and of the route. */
export const HOOK_KINDS = ['session-start', 'prompt', 'tool', 'compact', 'stop', 'session-end'] as const;
export type HookKind = (typeof HOOK_KINDS)[number];

export interface ToolUse {
  readonly name: string;
  readonly input: unknown;
  readonly output: unknown;
}

/** A field that the agent does not send is null. */
export interface HookEvent {
  readonly agent: string;
  readonly kind: HookKind;
  /** The agent's own id of the session. */
  readonly session: string | null;
  readonly cwd: string | null;
  /** The reason of a session's start: `startup`, `resume`, `clear`, `compact`, … */
  readonly source: string | null;
  readonly prompt: string | null;
  readonly tool: ToolUse | null;
  /** The assistant's last words. */
  readonly message: string | null;
  /** The path of the agent's own transcript. */
  readonly transcript: string | null;
}

/** One per agent, in `agents/AGENT/hook.ts`. */
export interface HookAdapter {
  readonly agent: string;
  /** Accepts anything. A field that is missing or of another type is null. */
  parse(kind: HookKind, input: unknown): HookEvent;
  /** The kinds whose output the agent gives to its model. Nothing is looked up for others. */
  readonly hears: readonly HookKind[];
  /** The most characters of context that the agent accepts unchanged. */
  readonly contextCharsMax: number;
  /** Returns the output for the agent, with exactly the fields of the agent's own contract. */
  render(kind: HookKind, context: string): Readonly<Record<string, unknown>>;
}

/** Returns the kind of an event by our name or an agent's own (`UserPromptSubmit`, `session.idle`); null if the name is unknown. */
export const hookKindOf = (name: string): HookKind | null => {
  const folded = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return HOOK_KINDS.find((kind) => NAMES[kind].includes(folded)) ?? null;
};

/** In lower case, letters only. */
const NAMES: Readonly<Record<HookKind, readonly string[]>> = {
  'session-start': ['sessionstart', 'sessioncreated'],
  prompt: [
    'prompt',
    'userpromptsubmit',
    'userpromptsubmitted',
    'beforesubmitprompt',
    'beforeagent',
    'chatmessage',
  ],
  tool: [
    'tool',
    'posttooluse',
    'aftertool',
    'toolexecuteafter',
    'afterfileedit',
    'aftershellexecution',
    'aftermcpexecution',
  ],
  compact: ['compact', 'precompact', 'postcompact', 'precompress', 'sessioncompacted'],
  stop: ['stop', 'agentstop', 'afteragent', 'sessionidle'],
  'session-end': ['sessionend'],
};
