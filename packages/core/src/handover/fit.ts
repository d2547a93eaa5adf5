/** Shortens a session to what fits into a handover. [SE-6] */
import { HANDOVER_LIMITS, type HandedSession, LIMITS, type RestoreSessionResult } from '@cairn/schema';

/** Keeps the task and the end of the summary, then file names, then the newest messages. A long one keeps its beginning. */
export const handedOf = (restored: RestoreSessionResult): HandedSession => {
  const { session, activeTask, summary } = restored;
  const handed = {
    project: session.project,
    agent: session.agent,
    task: activeTask === null ? null : beginning(activeTask, LIMITS.activeTaskCharsMax),
    summary: summary === null ? null : summary.slice(-HANDOVER_LIMITS.textUnitsMax).toWellFormed(),
    files: [],
    messages: [],
  };
  let left = HANDOVER_LIMITS.bytesMax - bytesOf(handed);
  const fits = (part: unknown): boolean => {
    left -= bytesOf(part) + 1;
    return left >= 0;
  };
  const files = restored.files.filter((path) => path.length <= HANDOVER_LIMITS.textUnitsMax && fits(path));
  const messages: HandedSession['messages'] = [];
  for (const { role, content, at } of restored.messages.toReversed()) {
    if (role === 'system' || content === '') continue;
    const message = { role, content: beginning(content, HANDOVER_LIMITS.textUnitsMax), at: Date.parse(at) };
    if (!fits(message)) break;
    messages.unshift(message);
  }
  return { ...handed, files, messages };
};

const bytesOf = (part: unknown): number => Buffer.byteLength(JSON.stringify(part));

const beginning = (text: string, unitsMax: number): string =>
  text.length <= unitsMax ? text : `${text.slice(0, unitsMax).toWellFormed()}…`;
