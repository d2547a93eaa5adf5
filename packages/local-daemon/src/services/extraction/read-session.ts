/**
 * Extracts memories from a session: by a model if one is configured, else by set phrases. If the model does not answer,
 * explicit requests to remember are still stored.
 */
import {
  checkItems,
  type Engine,
  EXTRACTION_ANSWER,
  type Extracted,
  extractionMessages,
  findStatements,
  isCovered,
  type Message,
  nextWindow,
  parseExtraction,
  type Window,
} from '@cairn/core';
import {
  err,
  LIMITS,
  type Memory,
  ok,
  type Result,
  type SessionInfo,
  type SessionMessage,
} from '@cairn/schema';
import type { SharedDeps } from '../shared-deps.ts';
import type { ModelAsker, NoAnswer } from '../summaries/ask-model.ts';

export interface Reading {
  /** Ids of new memories. */
  readonly written: readonly string[];
  /** Why messages are left unread. Null when none are. `more`: the next run continues. `open`: the assistant has not answered yet. */
  readonly left: Exclude<NoAnswer, 'off'> | 'more' | 'open' | null;
}

/** Dependencies of all that learns from sessions. */
export interface ReadingDeps extends Pick<SharedDeps, 'engine' | 'clock'> {
  readonly asker: ModelAsker;
  /** Returns true once the daemon ends. Nothing is written then. */
  readonly isOver: () => boolean;
}

const NOTHING: Reading = { written: [], left: null };
/** Count of earlier messages to read. It exceeds a window, because tool messages are left out. */
const BEFORE_READ = 5 * LIMITS.extractContextMessages;
/** A shorter answer without a person's message is mere politeness, and is not read. */
const ANSWER_CHARS_MIN = 200;
/** questions about the same messages that a model may leave without an answer while it answers others. */
const TRIES_MAX = 3;

export const createSessionReader = ({ engine, asker, isOver }: ReadingDeps) => {
  /** By session: the messages after which one no model answered. While no model answers anything, only the first try counts. */
  const refusals = new Map<string, { readonly after: number; readonly answered: number; tries: number }>();

  const refused = (session: string, after: number): void => {
    const known = refusals.get(session);
    if (known?.after !== after) refusals.set(session, { after, answered: asker.answered(), tries: 1 });
    else if (asker.answered() > known.answered) known.tries += 1;
  };

  const isGivenUp = (session: string, after: number): boolean => {
    const known = refusals.get(session);
    return known?.after === after && known.tries >= TRIES_MAX;
  };

  const ask = async (window: Window): Promise<Result<readonly Extracted[], NoAnswer>> => {
    if (!isWorthAsking(window)) return ok([]);
    const known = await knownKeys(engine());
    const answer = await asker.ask({
      purpose: 'extraction',
      messages: extractionMessages(window.lines, known),
      format: { answer: EXTRACTION_ANSWER, answerTokensMax: LIMITS.extractAnswerTokensMax },
      read: (text) => {
        const items = parseExtraction(text);
        return items === null ? err('unreadable') : checkItems(items, window);
      },
    });
    return answer.ok ? ok(answer.value.value) : answer;
  };

  /** Stores the findings. Returns the ids of new memories. `read`: null marks no messages as read. */
  const keep = async (
    session: string,
    findings: readonly Extracted[],
    read: { readonly after: number; readonly upto: number } | null,
  ): Promise<readonly string[]> => {
    if (isOver() || (read === null && findings.length === 0)) return [];
    const kept = await engine().keepExtracted({ session, findings, read });
    return kept.ok ? kept.value.written : [];
  };

  /**
   * Returns the oldest unread messages. One read of the engine returns the newest of its range, so older ranges follow. `isAll`: false when
   * newer messages are unread too.
   */
  const unreadOf = async ({ id, extractedUpto: after }: SessionInfo) => {
    let messages = messagesOf(await engine().sessionMessages({ session: id, after }));
    let isAll = true;
    for (let [first] = messages; messages.length >= LIMITS.sessionMessagesReadMax; [first] = messages) {
      const upto = (first?.sequence ?? 0) - 1;
      const older = messagesOf(await engine().sessionMessages({ session: id, after, upto }));
      if (older.length === 0) break;
      messages = older;
      isAll = false;
    }
    return { messages, isAll };
  };

  /** Reads without a model, as many messages as one read returns. */
  const readPlainly = async (info: SessionInfo): Promise<Reading> => {
    const { messages, isAll } = await unreadOf(info);
    const upto = messages.at(-1)?.sequence ?? info.extractedUpto;
    const span = { after: info.extractedUpto, upto };
    const written = await keep(info.id, findStatements(messages, info.extractedUpto), span);
    return { written, left: isAll ? null : 'more' };
  };

  const readByModel = async (info: SessionInfo, isHurried: boolean): Promise<Reading> => {
    const { messages: fresh, isAll } = await unreadOf(info);
    const last = fresh.at(-1);
    const isAnswered = last?.role === 'assistant' && last.content.trim() !== '';
    if (!isHurried && isAll && !isAnswered) return { written: [], left: 'open' };
    const before = { session: info.id, upto: info.extractedUpto, last: BEFORE_READ };
    const messages = [...messagesOf(await engine().sessionMessages(before)), ...fresh];
    const written: string[] = [];
    let after = info.extractedUpto;
    for (let count = 0; count < LIMITS.extractWindowsMax; count++) {
      const window = nextWindow(messages, after);
      if (window === null) return { written, left: isAll ? null : 'more' };
      const { upto } = window;
      const stated = findStatements(
        fresh.filter(({ sequence }) => sequence <= upto),
        after,
      );
      const found = isGivenUp(info.id, after) ? ok([]) : await ask(window);
      if (!found.ok) {
        if (found.error === 'failed') refused(info.id, after);
        written.push(...(await keep(info.id, stated, null)));
        return { written, left: found.error === 'off' ? null : found.error };
      }
      const unsaid = stated.filter((one) => !isCovered(one, found.value));
      const told = found.value.map((one) => ({ ...one, states: textsOf(stated, one) }));
      written.push(...(await keep(info.id, [...told, ...unsaid], { after, upto })));
      after = upto;
      refusals.delete(info.id);
    }
    return { written, left: after < info.lastSequence ? 'more' : null };
  };

  return {
    /** `isHurried`: true to read without waiting for the assistant's next answer. */
    async read(session: string, isHurried: boolean): Promise<Reading> {
      const info = await engine().session(session);
      if (info === null || info.extractedUpto >= info.lastSequence || isOver()) return NOTHING;
      return asker.state() === null ? readPlainly(info) : readByModel(info, isHurried);
    },
    /** Returns how often no model answered a question about the session's next messages. */
    triesOf: (session: string): number => refusals.get(session)?.tries ?? 0,
  };
};

/** Returns the texts of the statements that the finding says too. */
const textsOf = (stated: readonly Extracted[], finding: Extracted): readonly string[] =>
  stated.filter((one) => isCovered(one, [finding])).map(({ content }) => content);

const isWorthAsking = ({ lines }: Window): boolean =>
  lines.some(({ role, isFresh, text }) => isFresh && (role === 'user' || text.length >= ANSWER_CHARS_MIN));

/** Returns keys of known subjects, so that the model reuses them. */
const knownKeys = async (engine: Pick<Engine, 'list'>): Promise<readonly string[]> => {
  const limit = LIMITS.extractKnownKeysMax / 2;
  const lists = await Promise.all([
    engine.list({ namespace: 'tacit', limit }),
    engine.list({ namespace: 'entity', limit }),
  ]);
  return lists.flatMap((one) => (one.ok ? one.value.memories.flatMap(knownKeyOf) : []));
};

const CATEGORY_OF: Readonly<Record<string, string>> = {
  'tacit/preferences': 'preferences',
  'tacit/artifacts': 'artifacts',
  'tacit/personality': 'styles',
  'entity/default': 'entities',
};

const knownKeyOf = ({ namespace, key }: Memory): readonly string[] => {
  const category = CATEGORY_OF[namespace ?? ''];
  if (category === undefined || key === null) return [];
  if (category !== 'styles') return [`${category}: ${key}`];
  return key.startsWith('style/') ? [`${category}: ${key.slice('style/'.length)}`] : [];
};

export const messagesOf = (messages: readonly SessionMessage[]): readonly Message[] =>
  messages.map(({ at, ...message }) => ({ ...message, at: Date.parse(at) }));
