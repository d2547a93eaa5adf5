/** `cairn session list`, `show`, `compact`, `restore`, `delete` and `task`. */
import {
  type DeleteSessionResult,
  LIMITS,
  ok,
  type Result,
  type SessionsResult,
  type SourcesResult,
} from '@cairn/schema';
import { confirmOnTerminal } from '../ask.ts';
import { answered, eachDone, type Run } from '../command.ts';
import { type Answer, type Failure, misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { messageLines, printableLines, sessionRows, transcriptRows } from '../output/session-lines.ts';
import { count } from '../output/short-time.ts';
import { projectOf } from '../request-input.ts';
import { joined, printable } from '../style.ts';
import { waitingLines } from './session-handover.ts';

const NO_SESSIONS = 'No sessions. Hooks keep them (`cairn install`), and so does `cairn session append`.';
const NO_MATCH = 'No session matches these options. Leave one out to see more.';

export const list: Run = async (given, io) => {
  const project = projectOf(given, io);
  const narrowing = { ...project, state: given.text('state') };
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  const query = { limit: given.int('limit'), ...narrowing };
  const listed = await io.ask('GET /v1/sessions', { query });
  if (!listed.ok) return listed;
  const { sessions, total } = listed.value;
  const others = given.flag('all') ? await transcripts(io) : ok([]);
  if (!others.ok) return others;
  const waiting = await io.ask('GET /v1/handovers', { query: project });
  const handovers = waiting.ok ? waiting.value.handovers : [];
  const isEmpty = sessions.length + others.value.length + handovers.length === 0;
  return ok({
    json: { ...listed.value, ...(given.flag('all') ? { transcripts: others.value } : {}), handovers },
    human: (style) =>
      joined('\n\n', [
        handovers.length === 0 ? '' : `${style.bold('Handed over')}\n${waitingLines(handovers, io.nowMs)}`,
        sessions.length === 0 ? '' : sessionRows(sessions, style, io.nowMs),
        others.value.length === 0 ? '' : transcriptRows(others.value, style, io.nowMs),
      ]),
    notes: [
      isEmpty ? (isNarrowed ? NO_MATCH : NO_SESSIONS) : '',
      total > sessions.length ? `${sessions.length} of ${count(total, 'session')}; -n shows more.` : '',
    ],
  });
};

/** Returns the transcripts that belong to no session of this device. */
const transcripts = async (io: Io): Answer<SourcesResult['sources']> => {
  const found = await io.ask('GET /v1/transcripts');
  if (!found.ok) return found;
  const left = new Map(found.value.sources.map((source) => [source.id, source]));
  let before: string | undefined;
  do {
    const page: Result<SessionsResult, Failure> = await io.ask('GET /v1/sessions', {
      query: { limit: LIMITS.sessionsLimitMax, before },
    });
    if (!page.ok) return page;
    for (const { id } of page.value.sessions) left.delete(id);
    before = page.value.next ?? undefined;
  } while (before !== undefined);
  return ok([...left.values()]);
};

const SHOWN_DEFAULT = 100;

export const show: Run = (given, io) => {
  const query = { last: given.int('limit') ?? SHOWN_DEFAULT };
  const shown = io.ask('GET /v1/sessions/:id/messages', { at: { id: given.arg(0) }, query });
  return answered(shown, ({ session, messages }) => ({
    human: (style) => messages.map((message) => messageLines(message, style, io.nowMs)).join('\n'),
    notes: [
      messages.length === 0 && 'Nothing was said in it yet.',
      session.messages > messages.length &&
        `${count(session.messages - messages.length, 'earlier message')}; -n shows more.`,
    ],
  }));
};

export const compact: Run = (given, io) => {
  const body = { keep: given.int('keep'), maxTokens: given.int('max-tokens') };
  const done = io.ask('POST /v1/sessions/:id/compact', { at: { id: given.arg(0) }, body });
  return answered(done, ({ compacted, kept, summary }) => ({
    human: (style) =>
      compacted === 0
        ? ''
        : `${style.green('Compacted')} ${count(compacted, 'message')}, ${kept} kept.\n${summary ?? ''}`.trimEnd(),
    notes: [compacted === 0 ? `Nothing to compact: it has ${count(kept, 'message')}.` : ''],
  }));
};

export const restore: Run = (given, io) => {
  const query = { max_tokens: given.int('max-tokens'), files: given.flag('files') || undefined };
  const restored = io.ask('GET /v1/sessions/:id/restore', { at: { id: given.arg(0) }, query });
  return answered(restored, ({ messages, summary, activeTask, tokens, left, contents = [] }) => ({
    human: (style) =>
      joined('\n', [
        activeTask === null ? '' : `${style.bold('Task')}\n${activeTask}`,
        summary === null ? '' : `${style.bold('Before')}\n${summary}`,
        ...contents.map(
          ({ path, text, reason }) =>
            `${style.bold(printable(path))}\n${text === null ? `(${reason})` : printableLines(text)}`,
        ),
        ...messages.map((message) => messageLines(message, style, io.nowMs)),
      ]),
    notes: [
      `${count(tokens, 'token')}${left === 0 ? '' : `; ${count(left, 'message')} did not fit (--max-tokens)`}.`,
    ],
  }));
};

/** Deletes a session, or an imported transcript. */
export const remove: Run = async (given, io) => {
  const ids = [...new Set(given.args)];
  const asked = await confirmOnTerminal(given, io, `Delete ${ids.join(', ')} with all messages, for good?`);
  if (!asked.ok) return asked;
  return eachDone(ids, removeOne(io), (deleted) => ({
    json: { deleted },
    human: (style) => deleted.map(({ id, name }) => `${style.green('Deleted')} ${id} (${name})`).join('\n'),
  }));
};

const removeOne =
  (io: Io) =>
  async (id: string): Answer<DeleteSessionResult> => {
    const done = await io.ask('DELETE /v1/sessions/:id', { at: { id } });
    if (done.ok || done.error.kind !== 'not_found') return done;
    const source = await io.ask('DELETE /v1/transcripts/:id', { at: { id } });
    return source.ok ? ok({ ...source.value, messages: 0 }) : done;
  };

/** Shows or sets the task of a session. [SE-5] */
export const task: Run = async (given, io) => {
  const [id = '', ...words] = given.args;
  const text = words.join(' ').trim();
  const isCleared = given.flag('clear');
  if (isCleared && text !== '') return misuse('Give a task, or --clear, not both.');
  const at = { id };
  const found =
    isCleared || text !== ''
      ? io.ask('POST /v1/sessions/:id/task', { at, body: { task: isCleared ? null : text } })
      : io.ask('GET /v1/sessions/:id/messages', { at, query: { last: 1 } });
  return answered(found, ({ session: { id: session, activeTask } }) => ({
    json: { session, activeTask },
    human: () => activeTask ?? '',
    notes: [activeTask === null ? 'No task is known.' : ''],
  }));
};
