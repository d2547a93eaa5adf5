/**
 * Runs a schedule whose model may call tools: question, calls and results alternate until the model answers or a limit
 * ends the run. A tool can only read, or add a memory that the guard has judged. Text that the model writes changes
 * nothing by itself. [SC-6, SC-8]
 */
import {
  type Answer,
  costOfAll,
  type ModelMessage,
  type ModelTool,
  type ToolCall,
  withoutSecrets,
} from '@cairn/core';
import {
  ACT_LIMITS,
  err,
  isRecord,
  LIMITS,
  ok,
  parseJson,
  type Result,
  type RunLog,
  type ScheduleAct,
} from '@cairn/schema';
import { type ModelAsker, type NoAnswer, tokensAsked } from '../summaries/ask-model.ts';

/**
 * Tool of a run. `brief` is the part of a result that the log keeps; it holds no words of a memory. `ids` are the
 * memories that the result shows.
 */
export interface ActTool extends ModelTool {
  call(args: unknown): Answer<ActResult>;
}

interface ActResult {
  readonly text: string;
  readonly brief: string;
  readonly ids: readonly string[];
}

export interface ActDeps {
  readonly asker: Pick<ModelAsker, 'ask' | 'state' | 'prices'>;
  readonly tools: readonly ActTool[];
  /** Saves the log after each turn. */
  readonly note: (log: RunLog) => Promise<void>;
  readonly read: (text: string) => Result<string, string>;
  readonly isOver: () => boolean;
}

export type Acted = Awaited<ReturnType<typeof actOn>>;

type Turn = RunLog['turns'][number];
type Answered = { readonly text: string; readonly calls: readonly ToolCall[] };

/** An answer with fewer tokens has no room for a sentence and a call. */
const ANSWER_TOKENS_MIN = 200;
const LAST_TURN = 'This is the last turn: call no tool, and write the result now.';

export const actOn = async (
  deps: ActDeps,
  act: ScheduleAct,
  {
    messages: first,
    asked,
    ids,
  }: { readonly messages: readonly ModelMessage[]; readonly asked: string; readonly ids: readonly string[] },
) => {
  const tools = deps.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const messages: ModelMessage[] = [...first];
  const turns: Turn[] = [];
  const given = new Set(ids);
  const logNow = (): RunLog => ({ asked: cut(asked, ACT_LIMITS.saidCharsMax), given: [...given], turns });
  let [tokens, cost] = [0, 0];
  let currency: string | null = null;
  /** Takes the text of the result, or the reason why there is none. */
  const ended = (end: Result<string, NoAnswer | { readonly problem: string }>) => ({
    ...{ end, log: logNow(), tokens, cost, currency },
  });
  for (;;) {
    if (turns.length >= act.turns) return ended(problem(`It called tools in all of its ${act.turns} turns.`));
    if (turns.length > 0 && turns.length === act.turns - 1)
      messages.push({ role: 'user', content: LAST_TURN });
    const promptTokens = tokensAsked({ messages, tools });
    const answerTokensMax = Math.min(LIMITS.scheduleAnswerTokensMax, act.tokens - tokens - promptTokens);
    if (answerTokensMax < ANSWER_TOKENS_MIN)
      return ended(problem(`Its ${act.tokens} tokens a run were used up after ${turns.length} turns.`));
    if (act.cost !== null && cost + dearest(deps.asker, promptTokens, answerTokensMax) > act.cost)
      return ended(problem(`Its money for a run was used up after ${turns.length} turns.`));
    const answer = await deps.asker.ask<Answered>({
      ...{ purpose: 'schedule', messages, tools, format: { answer: null, answerTokensMax } },
      read: (text, calls = []) =>
        text.trim() === '' && calls.length === 0 ? { ok: false, error: 'empty' } : ok({ text, calls }),
    });
    if (!answer.ok) return ended(answer);
    tokens += answer.value.tokens;
    cost += answer.value.cost?.amount ?? 0;
    currency = answer.value.cost?.currency ?? currency;
    const { text, calls } = answer.value.value;
    const turn: Turn = { said: cut(text, ACT_LIMITS.saidCharsMax), tokens: answer.value.tokens, calls: [] };
    turns.push(turn);
    if (calls.length === 0) {
      const output = deps.read(text);
      return ended(output.ok ? output : problem('The model answered nothing.'));
    }
    if (deps.isOver()) return ended(problem('The daemon stopped.'));
    const done = calls
      .slice(0, ACT_LIMITS.callsPerTurnMax)
      .map((call, nth) => sendable(call, turns.length, nth));
    messages.push({
      role: 'assistant',
      content: [...text].slice(0, ACT_LIMITS.resultCharsMax).join(''),
      calls: done,
    });
    for (const [nth, call] of done.entries()) {
      const { shown, kept, told } = await callTool(deps.tools, calls[nth] ?? call);
      for (const id of told) given.add(id);
      turn.calls.push(kept);
      messages.push({ role: 'tool', id: call.id, content: shown });
    }
    await deps.note(logNow());
  }
};

const problem = (text: string) => err({ problem: text });

/** Returns the cost of the next turn with the dearest model, or 0 where no price is known. */
const dearest = (
  { prices, state }: Pick<ModelAsker, 'prices' | 'state'>,
  promptTokens: number,
  completionTokens: number,
): number => {
  const costs = (state()?.models ?? []).map((model) =>
    costOfAll(prices(), [{ model, promptTokens, completionTokens }]),
  );
  return Math.max(0, ...costs.map((one) => one ?? 0));
};

/**
 * Returns the call in a form that can be sent to the model. Some servers refuse a call without an id, or with arguments
 * that are no JSON.
 */
const sendable = ({ id, name, arguments: given }: ToolCall, turn: number, nth: number): ToolCall => ({
  id:
    id === '' || id.length > ACT_LIMITS.callCharsMax
      ? `call${String(turn).padStart(3, '0')}${nth + 1}x`.slice(0, 9)
      : id,
  name: name.replace(/[^\w-]/g, '_').slice(0, 64) || 'unnamed',
  arguments: argumentsIn(given) === null ? '{}' : given,
});

/** Parses the arguments. Returns null if they are no object or too long. */
const argumentsIn = (given: string): object | null => {
  if (given.length > ACT_LIMITS.resultCharsMax) return null;
  const parsed = given.trim() === '' ? {} : parseJson(given);
  return isRecord(parsed) ? parsed : null;
};

const callTool = async (tools: readonly ActTool[], { name, arguments: given }: ToolCall) => {
  const answer = await resultOf(tools, name, given);
  const kept: Turn['calls'][number] = {
    tool: cut(name, ACT_LIMITS.callCharsMax),
    arguments: cut(given, ACT_LIMITS.callCharsMax),
    result: cut(answer.ok ? answer.value.brief : answer.error, ACT_LIMITS.callCharsMax),
    ok: answer.ok,
  };
  const shown = answer.ok ? answer.value.text : answer.error;
  return {
    shown: [...shown].slice(0, ACT_LIMITS.resultCharsMax).join(''),
    kept,
    told: answer.ok ? answer.value.ids : [],
  };
};

const resultOf = async (
  tools: readonly ActTool[],
  name: string,
  given: string,
): Promise<Result<ActResult, string>> => {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined)
    return err(`There is no tool of that name. There are ${tools.map((one) => one.name).join(', ')}.`);
  const args = argumentsIn(given);
  if (args === null) return err('The arguments are not a JSON object, or far too long. Nothing was done.');
  const done = await tool.call(args);
  return done.ok ? done : err(done.error.message);
};

/** Shortens the text and removes secrets, also those that the model wrote. */
const cut = (text: string, charsMax: number): string => {
  const near = text.slice(0, 4 * charsMax).replaceAll('\0', '');
  return [...withoutSecrets(near.toWellFormed())].slice(0, charsMax).join('');
};
