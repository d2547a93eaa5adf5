/** Chooses the three commands that are most useful now, from facts that are already known. */

export interface Seen {
  /** Whether this device has a database at all. */
  readonly isNew: boolean;
  /** Null if the daemon does not run. */
  readonly memories: number | null;
  /** Whether the device is in a vault; null if the daemon does not run. */
  readonly isSynced: boolean | null;
  /** Whether `status` shows anything in yellow or red. */
  readonly hasTrouble: boolean;
  /** Names of the agents on this machine that do not use Cairn yet. */
  readonly agentsLeft: readonly string[];
  readonly agentsIn: readonly string[];
  /** A folder with an agent's sessions that could be imported, as a person would type it. */
  readonly transcripts: string | null;
}

const STEPS_MAX = 3;
/** With fewer memories, contradictions are rare. */
const REVIEW_FROM = 20;

export const nextSteps = (seen: Seen) =>
  candidates(seen)
    .flatMap(([isUseful, command, why]) => (isUseful ? [{ command, why }] : []))
    .slice(0, STEPS_MAX);

const candidates = (seen: Seen): readonly (readonly [isUseful: boolean, command: string, why: string])[] => {
  const { isNew, memories, isSynced, hasTrouble, agentsLeft, agentsIn, transcripts } = seen;
  const isEmpty = isNew || memories === 0;
  const isApart = isSynced === false && agentsIn.length > 0;
  const mayReview = (memories ?? 0) >= REVIEW_FROM;
  return [
    [hasTrouble, 'cairn doctor', 'something is wrong; this says what, and how to fix it'],
    [isNew, 'cairn init', 'set this device up: agents, other devices, a language model'],
    [isEmpty, 'cairn save "Prefers pnpm to npm"', 'save your first memory'],
    [isEmpty && transcripts !== null, `cairn import ${transcripts}`, 'bring in the sessions you already had'],
    [!isNew && agentsLeft.length > 0, 'cairn install', `let ${listed(agentsLeft)} share this memory`],
    [isEmpty, 'cairn help all', 'every command'],
    [isApart, 'cairn init --vault create', 'share it with your other devices'],
    [true, 'cairn search "what was it…"', 'find by words and by meaning'],
    [mayReview, 'cairn review', 'memories that contradict each other or are probably out of date'],
    [isSynced === true, 'cairn invite', 'let another device join'],
    [true, 'cairn context -p .', 'what an agent is told in this folder'],
    [true, 'cairn status --watch', 'the state of the daemon, the store and sync, live'],
  ];
};

const NAMES_MAX = 3;

/** "Cursor", "Cursor and Zed", "Cursor, Zed, Codex CLI and 2 more" */
export const listed = (names: readonly string[]): string => {
  if (names.length > NAMES_MAX)
    return `${names.slice(0, NAMES_MAX).join(', ')} and ${names.length - NAMES_MAX} more`;
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
};
