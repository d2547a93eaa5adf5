// The stage for the rows of docs/specification.md: a real daemon in its own home, its command line, API and MCP, and a model server for
// the daemon's questions to models.

import { connectMemory, type DaemonMemory, MemoryError } from '@cairn/client';
import { type ModelRequest, type ModelServer, startModelServer, waitUntil } from '@cairn/test-support';
import { afterAll, beforeAll } from 'vitest';
import { type Device, device } from '../e2e/cairn.ts';
import { type Host, host } from '../e2e/mcp/host.ts';

export interface Item {
  readonly key: string;
  readonly value: string;
}
type Category = 'preferences' | 'entities' | 'decisions' | 'styles' | 'artifacts';
export type Knowledge = Partial<Record<Category, readonly Item[]>>;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Stage {
  readonly own: Device;
  readonly memory: DaemonMemory;
  readonly model: ModelServer;
  /** Returns an answer of the API. */
  api(method: Method, path: string, body?: object): Promise<unknown>;
  /** Returns the kind and sentence of a refusal, as one text. */
  refused(method: Method, path: string, body?: object): Promise<string>;
  say(session: string, ...lines: readonly (object | string)[]): Promise<unknown>;
  contents(): Promise<readonly string[]>;
  until(what: string, check: () => Promise<boolean>): Promise<unknown>;
  /** Starts an MCP host inside a test. It ends with the test. */
  mcp(): Promise<Host>;
  /** Sets what the model finds in conversations from here on, and its answers to the three questions at a session's end. */
  teach(knowledge: Knowledge, notes?: Readonly<Record<string, string>>): void;
}

/** Returns a message. A text has the form "user: …", and an object is a message with its tools. */
const messageOf = (line: object | string): object => {
  if (typeof line !== 'string') return line;
  const at = line.indexOf(': ');
  return { role: line.slice(0, at), content: line.slice(at + 2) };
};

const NOTHING = { preferences: [], entities: [], decisions: [], styles: [], artifacts: [] };

/** Returns the first note in a question for a summary, unchanged. */
const firstNote = (text: string): string => {
  const { messages } = JSON.parse(text);
  const asked = String(messages?.at(-1)?.content ?? '');
  const note = /^\s*\[?1[\].):]*\s*(.+)$/m.exec(asked)?.[1] ?? asked;
  return note.replace(/^[[(]20[\d-]+[\])]\s*/, '').slice(0, 300);
};

const replyOf =
  (state: { knowledge: Knowledge; notes: Readonly<Record<string, string>> }) =>
  ({ text }: ModelRequest): string => {
    const note = Object.entries(state.notes).find(([words]) => text.includes(words));
    if (text.includes('You read a piece of a conversation'))
      return JSON.stringify({ ...NOTHING, ...state.knowledge });
    if (text.includes('\\"note\\"')) return JSON.stringify({ note: note?.[1] ?? 'NONE' });
    if (text.includes('\\"directive\\"'))
      return JSON.stringify({ directive: 'You keep answers short and dry. You give reasons first.' });
    if (text.includes('\\"sentences\\"'))
      return JSON.stringify({ sentences: [{ text: firstNote(text), from: [1] }] });
    return '{"output":"All is well."}';
  };

export interface StageOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Whether there is a model. Without one, the daemon asks nothing. */
  readonly isWithModel?: boolean;
}

/** Starts one daemon for a file of rows. */
export const onStage = ({ env = {}, isWithModel = false }: StageOptions = {}): (() => Stage) => {
  let stage: Stage | null = null;
  let end = async (): Promise<void> => undefined;
  beforeAll(async () => {
    const taught: { knowledge: Knowledge; notes: Readonly<Record<string, string>> } = {
      ...{ knowledge: {}, notes: {} },
    };
    const model = await startModelServer({ script: [{ kind: 'reply', text: replyOf(taught) }] });
    const settings = isWithModel ? { CAIRN_LLM_BASE_URL: model.baseUrl, CAIRN_LLM_MODEL: 'small' } : {};
    const own = await device('specification', { ...settings, ...env });
    await own.run(['up']);
    const memory = await connectMemory({ home: own.home });
    end = async () => {
      await memory.close();
      await own.end();
      await model.close();
    };
    const api: Stage['api'] = (method, path, body) => memory.request(method, path, body);
    stage = {
      ...{ own, memory, model, api },
      refused: async (method, path, body) => {
        try {
          const answer = await memory.request(method, path, body);
          throw new Error(`${method} ${path} was not refused: ${JSON.stringify(answer)}`);
        } catch (error) {
          if (error instanceof MemoryError) return `${error.kind}: ${error.message}`;
          throw error;
        }
      },
      say: (session, ...lines) =>
        api('POST', '/v1/sessions', { session: { name: session }, messages: lines.map(messageOf) }),
      contents: async () => (await memory.list({ limit: 1_000 })).memories.map(({ content }) => content),
      until: (what, check) => waitUntil(check, { timeoutMs: 60_000, what }),
      mcp: () => host({ home: own.home, env: { ...inherited(), ...homeOf(own), ...settings, ...env } }),
      teach: (knowledge, notes = {}) => Object.assign(taught, { knowledge, notes }),
    };
  }, 180_000);
  afterAll(() => end());
  return () => {
    if (stage === null) throw new Error('the stage is not set');
    return stage;
  };
};

const homeOf = ({ home }: Device) => ({ CAIRN_HOME: home, CAIRN_PORT: '0', CAIRN_EMBED: 'off' });

const inherited = (): Readonly<Record<string, string>> => {
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined && !/^(CAIRN_|NODE_OPTIONS|VITEST)/.test(name)) own[name] = value;
  return own;
};
