/**
 * Keeps growing sessions small. The oldest messages are folded into the summary, and too many are compacted, at once
 * and without a model. A model rewords the summary afterwards, unless the summary has changed by then. No new message
 * waits for this. [SE-2, SE-3]
 */
import {
  checkSummary,
  parseSummaryAnswer,
  parseTaskAnswer,
  SESSION_ANSWER,
  type SessionSummaryQuestion,
  type SummarisedPart,
  sessionSummaryQuestion,
  toolsUsed,
} from '@cairn/core';
import { err, ok, type SessionDue } from '@cairn/schema';
import { warningOf } from '../log.ts';
import { setNewest } from '../newest.ts';
import type { EngineCalls, SharedDeps } from '../shared-deps.ts';
import type { ModelAsker, NoAnswer } from '../summaries/ask-model.ts';

export interface SessionServiceDeps extends Pick<SharedDeps, 'nowMs' | 'timers' | 'events' | 'log'> {
  readonly engine: () => EngineCalls;
  readonly asker: Pick<ModelAsker, 'ask' | 'restsUntilMs'>;
  readonly answerTokensMax: number;
}

type Purpose = 'session_rolling' | 'session_compaction';

/** Bad answers after which a summary keeps its text. */
const FAILURES_MAX = 3;
/** Summaries that wait for a model, at most. Beyond that, the oldest keep their text. */
const WAITING_MAX = 200;

export const createSessionService = (deps: SessionServiceDeps) => {
  const { engine, asker, events, timers, log } = deps;
  const underWay = new Set<string>();
  const writing = new Set<Promise<void>>();
  const waiting = new Map<string, { readonly purpose: Purpose; readonly failures: number }>();
  let unsubscribe: () => void = () => undefined;
  let cancelRetry: (() => void) | null = null;
  let isRewording = false;
  let isOver = false;

  /** Summarises a session, one run at a time. Work that is due stays due with the session's next message. */
  const followUp = async (session: string, due: readonly SessionDue[]): Promise<void> => {
    if (due.includes('compact')) {
      // The event of the compaction starts the rewording.
      await engine().compactSession({ id: session });
    } else if (due.includes('roll')) {
      const rolled = await engine().rollSession(session);
      if (rolled.ok && rolled.value.applied) rewordSoon(session, 'session_rolling');
    }
  };

  const careBehind = (session: string, due: readonly SessionDue[]): void => {
    if (isOver || underWay.has(session) || !(due.includes('compact') || due.includes('roll'))) return;
    underWay.add(session);
    const run: Promise<void> = followUp(session, due)
      .catch(warningOf(log, 'a session was not summarised'))
      .finally(() => {
        underWay.delete(session);
        writing.delete(run);
      });
    writing.add(run);
  };

  const rewordSoon = (session: string, purpose: Purpose): void => {
    setNewest(waiting, session, { purpose, failures: 0 }, WAITING_MAX);
    void rewordAll();
  };

  /** Rewords what waits, in one run at a time: two would ask the model for the same session. */
  const rewordAll = async (): Promise<void> => {
    if (isRewording) return;
    isRewording = true;
    try {
      for (const [session, one] of waiting) {
        if (isOver) return;
        const { purpose, failures } = one;
        const problem = await reword(session, purpose);
        // The session was summarised again meanwhile. The answer is useless, and the loop reaches the session once more.
        if (waiting.get(session) !== one) continue;
        const isHopeless = problem === 'failed' && failures + 1 >= FAILURES_MAX;
        if (problem === null || problem === 'off' || isHopeless) waiting.delete(session);
        else {
          if (problem === 'failed') waiting.set(session, { purpose, failures: failures + 1 });
          return retryLater();
        }
      }
    } catch (error) {
      log.warn('a summary of a session was not reworded', { error: String(error) });
    } finally {
      isRewording = false;
    }
  };

  const retryLater = (): void => {
    cancelRetry?.();
    const untilMs = asker.restsUntilMs();
    // Without a time, the day's tokens of an endpoint are spent. The next summary tries again.
    if (untilMs === null) return;
    cancelRetry = timers.after(Math.max(0, untilMs - deps.nowMs()), () => void rewordAll());
  };

  const reword = async (id: string, purpose: Purpose): Promise<NoAnswer | null> => {
    const part = await engine().summarisedPart(id);
    const question = part === null ? null : sessionSummaryQuestion(part.messages, part.earlier);
    if (part === null || question === null) return null;
    const earlier = part.earlier ?? '';
    const answer = await asker.ask({
      purpose,
      messages: question.messages,
      format: { answer: SESSION_ANSWER, answerTokensMax: deps.answerTokensMax },
      read: (text) => {
        const sentences = parseSummaryAnswer(text);
        const checked =
          sentences === null ? err('not_a_summary') : checkSummary(sentences, question.notes, earlier);
        return checked.ok
          ? ok({ sentences: checked.value, task: taskIn(text, question.notes, earlier) })
          : checked;
      },
    });
    if (!answer.ok) return answer.error;
    const { value, model } = answer.value;
    const text = worded(value.sentences, part);
    await engine().rewordSummary({ id, text, task: value.task, model, expectedEpoch: part.epoch });
    return null;
  };

  return {
    begin(): void {
      unsubscribe = events.subscribe((event) => {
        if (event.kind !== 'session') return;
        if (event.what === 'appended') careBehind(event.session, event.due);
        else if (event.what === 'compacted') rewordSoon(event.session, 'session_compaction');
        else if (event.what === 'deleted') waiting.delete(event.session);
      });
    },
    /** Resolves when all writes are complete. Does not wait for a model's answer. */
    async end(): Promise<void> {
      isOver = true;
      unsubscribe();
      cancelRetry?.();
      await Promise.all(writing);
    },
  };
};

/** Returns the task in the answer if the messages support it, else null. [SE-5] */
const taskIn = (answer: string, notes: SessionSummaryQuestion['notes'], earlier: string): string | null => {
  const task = parseTaskAnswer(answer);
  const checked = task === null ? null : checkSummary([{ text: task, from: [] }], notes, earlier);
  return checked?.ok === true ? (checked.value[0]?.text ?? null) : null;
};

/** Returns the model's sentences and a line about the tools that were used. The model is not asked about tools. */
const worded = (sentences: readonly { readonly text: string }[], { messages }: SummarisedPart): string => {
  const tools = toolsUsed(messages.map(({ toolCalls }) => toolCalls));
  return [...sentences.map(({ text }) => text), ...(tools === '' ? [] : [tools])].join('\n');
};
