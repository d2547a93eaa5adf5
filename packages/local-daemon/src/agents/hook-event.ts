/** An event of an agent's session, in one shape for all agents. An adapter per agent reads the event and writes the answer. */

/** The words are those of the command line and of the route. */
export const HOOK_KINDS = ['session-start', 'prompt', 'tool', 'compact', 'stop', 'session-end'] as const;
export type HookKind = (typeof HOOK_KINDS)[number];

export interface ToolUse {
  readonly name: string;
  readonly input: unknown;
  readonly output: unknown;
}

/** A field that an agent does not tell is null. */
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
  /** Where the agent keeps the session's transcript. */
  readonly transcript: string | null;
}

/** One per agent, in `agents/AGENT/hook.ts`. */
export interface HookAdapter {
  readonly agent: string;
  /** Takes anything: what is missing, or of another type, is null. */
  parse(kind: HookKind, input: unknown): HookEvent;
  /** The kinds whose output the agent gives to its model. Nothing is looked up for the others. */
  readonly hears: readonly HookKind[];
  /** The most characters of context that the agent takes as they are. */
  readonly contextCharsMax: number;
  /** The output for the agent: exactly the fields that the agent's own contract names. */
  render(kind: HookKind, context: string): Readonly<Record<string, unknown>>;
}

/** The kind of an event by its name, ours or an agent's own (`UserPromptSubmit`, `session.idle`); null when nobody calls it so. */
export const hookKindOf = (name: string): HookKind | null => {
  const folded = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return HOOK_KINDS.find((kind) => NAMES[kind].includes(folded)) ?? null;
};

/** Lower case, letters only. */
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
