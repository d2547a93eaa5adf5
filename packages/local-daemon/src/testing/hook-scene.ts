/** The hooks' service over a real engine in memory. */
import type { Engine } from '@cairn/core';
import { createEngineBench, mustBe } from '@cairn/core/testing';
import { claudeCodeHook } from '../agents/hook-adapters.ts';
import type { HookAdapter, HookKind } from '../agents/hook-event.ts';
import { createFinding } from '../services/finding.ts';
import { createGate } from '../services/gate.ts';
import { createGivenContexts } from '../services/given-contexts.ts';
import { createHookEvents } from '../services/hook-events.ts';
import { createHookSpool } from '../services/hook-spool.ts';
import type { SaidTurn } from '../services/missing-turns.ts';
import { createSessionFiles } from '../services/sessions/session-files.ts';
import { createTurns } from '../services/turns.ts';

type Part = Pick<Engine, 'context' | 'noteInjected' | 'appendMessages' | 'readOnly'>;

/** `change` replaces a part of the engine. `said`: the content of the agent's transcript. */
export const hookScene = (change: (part: Part) => Partial<Part> = () => ({})) => {
  const { read, write, time } = createEngineBench();
  const part: Part = { ...{ context: read.context, readOnly: null }, ...write };
  const engine = { ...read, ...write, ...part, ...change(part) };
  const files = new Map<string, string>();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  let pulls = 0;
  const said: SaidTurn[] = [];
  const given = createGivenContexts({ engine: () => engine, gate: createGate(), nowMs: time.nowMs, log });
  const events = createHookEvents({
    engine: () => Object.assign(Object.create(null), engine),
    projects: { projectOf: async (folder) => folder, canonical: (project) => project },
    runNews: async () => null,
    finding: createFinding({
      engine: () => engine,
      meaningOf: async () => ({ kind: 'none', reason: null }),
    }),
    isNoProject: (folder) => folder === '/',
    sync: {
      pullBriefly: async () => {
        pulls++;
      },
    },
    summaries: {
      sessionBegan: () => undefined,
      summarise: async () => ({ written: 0, withoutModel: null }),
    },
    spool: createHookSpool(
      {
        list: () => [...files.keys()].sort(),
        read: (name) => files.get(name) ?? '',
        drop: (name) => void files.delete(name),
        add: (atMs, unique, text) => files.size < 1 && files.set(`${atMs}-${unique}`, text).size > 0,
      },
      log,
    ),
    guard: (text) => text,
    readSaid: async () => said,
    fence: { secret: 'scene', reader: '' },
    handovers: { offerFor: async () => null },
    sessionFiles: createSessionFiles((path) => ({
      kind: 'text',
      text: `export const path = '${path}';\n`,
      modifiedAt: 0,
    })),
    turns: createTurns(time.nowMs),
    nowMs: time.nowMs,
    timers: time,
    given,
    log,
  });
  const tell = (
    kind: HookKind,
    input: object,
    { signal = new AbortController().signal, id = null }: { signal?: AbortSignal; id?: string | null } = {},
    adapter: HookAdapter = claudeCodeHook,
  ) =>
    events.handle(adapter, adapter.parse(kind, { session_id: 's', cwd: '/shop', ...input }), {
      ...{ signal, id, isAttended: false },
    });
  const save = (content: string) => mustBe(write.remember({ content, source: 'user' }));
  const turns = async (query: string) =>
    (await mustBe(read.search({ query, in: ['sessions'] }))).passages?.map(({ text }) => text) ?? [];
  return { events, given, tell, save, turns, files, time, pulls: () => pulls, read, said };
};
