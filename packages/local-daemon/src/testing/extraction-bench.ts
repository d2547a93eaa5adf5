/** Extraction over a real engine in memory, with manual time and a scripted model. */
import { CATEGORIES, type Engine, type LanguageModel, type ModelCall } from '@cairn/core';
import { createEngineBench, type EngineBench, mustBe } from '@cairn/core/testing';
import { err, type MessageInput, ok } from '@cairn/schema';
import { createEventBus } from '../services/events.ts';
import { createExtractionService } from '../services/extraction/extraction-service.ts';
import { createModelAsker } from '../services/summaries/ask-model.ts';
import { createPass } from './pass-time.ts';

const EMPTY = Object.fromEntries(CATEGORIES.map((category) => [category, []]));
/** Returns an answer with these lists; the others are empty. */
export const knowledge = (
  lists: Partial<Record<(typeof CATEGORIES)[number], { key: string; value: string }[]>>,
) => JSON.stringify({ ...EMPTY, ...lists });
export const PNPM = knowledge({ preferences: [{ key: 'packages', value: 'Uses pnpm for everything' }] });

type Reply = string | 'down' | Promise<string>;
/** The model's answers by the purpose of the question. */
export type Replies = (purpose: string, call: ModelCall) => Reply;

interface SceneOptions {
  readonly replies?: Replies;
  readonly isOn?: boolean;
  /** The state that an earlier daemon left. */
  readonly bench?: EngineBench;
}

export const extractionScene = ({ replies, isOn = true, bench = createEngineBench() }: SceneOptions = {}) => {
  const { read, write, time, clock } = bench;
  const events = createEventBus();
  const engine: Engine = Object.assign(Object.create(null), read, write, { readOnly: null });
  bench.follow(events.publish);
  const calls: ModelCall[] = [];
  const model: LanguageModel = {
    async ask(call) {
      calls.push(call);
      const reply = await replies?.(call.format?.answer?.name ?? '', call);
      return reply === undefined || reply === 'down'
        ? err({ kind: 'unreachable', message: 'it is down', status: null, retryAfterMs: null })
        : ok({ text: reply, promptTokens: 10, completionTokens: 10 });
    },
  };
  const settings = { models: ['small'], tokensPerDay: 1_000_000 };
  const inUse = replies === undefined ? null : { settings, model };
  const asker = createModelAsker({ inUse: () => inUse, engine: () => engine, clock });
  const told: string[] = [];
  const service = createExtractionService({
    isOn,
    engine: () => engine,
    asker,
    events,
    clock,
    timers: time,
    wrote(ids) {
      told.push(...ids);
      events.publish({ kind: 'changed', ids });
    },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  service.begin();
  const say = (...messages: (string | MessageInput)[]) =>
    mustBe(
      engine.appendMessages({
        session: { name: 's' },
        project: 'p',
        agent: 'codex',
        messages: messages.map((one, at) =>
          typeof one === 'string' ? { role: at % 2 === 0 ? 'user' : 'assistant', content: one } : one,
        ),
      }),
    );
  const pass = createPass(time);
  const contents = async () => (await mustBe(read.list({}))).memories.map(({ content }) => content).sort();
  return { ...bench, engine, asker, calls, contents, events, pass, say, service, told };
};
