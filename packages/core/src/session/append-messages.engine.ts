/**
 * Appends messages to their session and makes them searchable, in one transaction. A long passage that its speaker repeats in the
 * session is found only at its first place. [SE-1, SE-4, F-8, G-1]
 */
import { type AppendMessagesInput, type AppendMessagesResult, type Checked, LIMITS, ok } from '@cairn/schema';
import { countLongText } from '../engine/count-tokens.ts';
import type { Answer, WriteDeps } from '../engine/deps.ts';
import { parseName } from '../memory/draft.ts';
import { invalid } from '../memory/invalid-input.ts';
import { parseMetadata } from '../memory/mask-json.ts';
import { sessionSource } from '../passages/session-turns.engine.ts';
import { GLOBAL_SCOPE, sessionIdOf, sessionKeyOf } from '../passages/source-id.ts';
import { NEIGHBOURS, turnPieces, withFollowing } from '../passages/turn-passages.ts';
import type {
  MessageRow,
  PassageRow,
  SessionRow,
  StoreTransaction,
  WhichWaiting,
  WriteSet,
  WriteStore,
} from '../ports/store.ts';
import { duesOf } from './due.ts';
import { type ParsedMessage, parseMessages, wordedMessage } from './message.ts';
import { splitRepeats } from './repeats.ts';
import { type NewSession, newSession, summaryOf, withMessages } from './session-row.ts';

export const appendMessages = async (
  deps: WriteDeps,
  input: AppendMessagesInput,
): Answer<AppendMessagesResult> => {
  const named = parseNames(input);
  if (!named.ok) return named;
  const metadata = parseMetadata(input.metadata);
  if (!metadata.ok) return metadata;
  const nowMs = deps.clock.nowMs();
  return deps.store.write(async (tx) => {
    const { id } = named.value;
    const source = await tx.source(id);
    const present = await tx.session(id);
    const isInNoScope = named.value.scope === GLOBAL_SCOPE && named.value.scopeId === '';
    const renamed = present === null && isInNoScope ? await freeName(tx, named.value.name, id) : [];
    const before = await tx.lastPassages(id, NEIGHBOURS);
    const row =
      present ?? newSession({ ...named.value, project: source?.project ?? named.value.project }, nowMs);
    const last = Math.max(row.lastSequence, before.at(-1)?.ordinal ?? -1);
    const parsed = parseMessages(input.messages, last, nowMs);
    if (!parsed.ok) return parsed;
    const messages = parsed.value.map((message) => withTokens(id, message));
    const given = {
      maxTokens: input.maxTokens ?? row.maxTokens,
      metadata: metadata.value === undefined ? row.metadata : metadata.value,
    };
    const next = withMessages({ ...row, ...given }, messages, nowMs);
    const found = await planPassages(tx, { id, project: row.project }, messages, before);
    const said = messages.map(({ content: text, at }) => ({ text, at }));
    await tx.apply({
      ...found.set,
      sources: [
        sessionSource(source, { id, name: source?.name ?? next.name, project: next.project }, said, nowMs),
      ],
      sessions: [...renamed, next],
      messages,
    });
    const summary = summaryOf(next);
    return ok({
      session: id,
      last: next.lastSequence,
      messages: next.messages,
      tokens: next.tokens,
      passages: found.fresh,
      due: duesOf(next, summary === null ? 0 : countLongText(summary), deps.tuning),
    });
  });
};

const parseNames = (input: AppendMessagesInput): Checked<NewSession> => {
  const name = parseName('name of the session', input.session.name, LIMITS.sessionCharsMax);
  if (!name.ok) return name;
  if (name.value == null) return invalid('The session of the messages has no name. Give it one.');
  const scope = parseName('scope', input.session.scope, LIMITS.sessionScopeCharsMax);
  if (!scope.ok) return scope;
  const scopeId = parseName('id of the scope', input.session.scopeId, LIMITS.sessionScopeIdCharsMax);
  if (!scopeId.ok) return scopeId;
  const project = parseName('project', input.project, LIMITS.projectCharsMax);
  if (!project.ok) return project;
  const agent = parseName('agent', input.agent, LIMITS.agentCharsMax);
  if (!agent.ok) return agent;
  const names = { name: name.value, scope: scope.value ?? GLOBAL_SCOPE, scopeId: scopeId.value ?? '' };
  return ok({
    ...names,
    id: sessionIdOf(names.name, names.scope, names.scopeId),
    project: project.value ?? null,
    agent: agent.value ?? null,
    maxTokens: input.maxTokens ?? null,
  });
};

/**
 * Returns the sessions to write so that nobody else has the name: whose title it is takes its own name, and so on. An imported
 * session is named by its title, which may be the name of another. [SE-1, IM-10]
 */
export const freeName = async (
  tx: StoreTransaction,
  name: string,
  id: string,
): Promise<readonly SessionRow[]> => {
  const holder = await tx.sessionNamed(name);
  if (holder === null || holder.id === id) return [];
  const own = sessionKeyOf(holder.id);
  return [...(await freeName(tx, own, holder.id)), { ...holder, name: own }];
};

const withTokens = (session: string, message: ParsedMessage): MessageRow => ({
  ...message,
  session,
  tokens: wordedMessage(message).reduce((sum, text) => sum + countLongText(text), 0),
});

/** Plans the passages by which messages are found. System messages have none, because they are the same in every session. */
const planPassages = async (
  tx: StoreTransaction,
  { id, project }: Pick<NewSession, 'id' | 'project'>,
  messages: readonly MessageRow[],
  before: readonly PassageRow[],
): Promise<{ readonly set: WriteSet; readonly fresh: number }> => {
  const turns = messages
    .filter(({ role }) => role !== 'system')
    .map(({ sequence, role, content, at }) => ({ ordinal: sequence, author: role, text: content, at }));
  const pieces = turnPieces({ source: id, project }, turns);
  const long = pieces.filter(({ body }) => body.length >= LIMITS.repeatedUnitsMin);
  const said = await tx.saidIn(id, [...new Set(long.map(({ contentHash }) => contentHash))]);
  const { fresh, ...set } = splitRepeats(pieces, said, before);
  return { set, fresh };
};

/** Passages per transaction. A new index entry takes less than 0.1 ms; rewriting one takes some milliseconds. */
const STEPS: Readonly<Record<WhichWaiting, number>> = { unfound: 64, behind: 2 };

/**
 * Indexes a few waiting passages, each with the words that follow it. The newest `leave` passages keep waiting, because others may
 * follow them. `more`: whether more than these still wait. [F-12]
 */
export const settlePassages = (
  store: Pick<WriteStore, 'write'>,
  which: WhichWaiting,
  leave: number,
): Promise<{ readonly more: boolean }> =>
  store.write(async (tx) => {
    const count = (await tx.countWaitingPassages(which)) - leave;
    if (count <= 0) return { more: false };
    const waiting = await tx.waitingPassages(which, Math.min(STEPS[which], count));
    await tx.apply({ passagesSettled: waiting.map(withFollowing) });
    return { more: count > waiting.length };
  });
