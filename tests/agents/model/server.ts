// A scripted model on loopback. It answers in the API in which it is asked, and records every question.

import { createServer, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { freePort } from '@cairn/test-support';
import { anthropic } from './anthropic.ts';
import { chat } from './chat.ts';
import { gemini } from './gemini.ts';
import { field, type Json, parseJson } from './json.ts';
import type { Answer, Protocol, Reply, Said, Tool } from './protocol.ts';
import { responses } from './responses.ts';

/** One answer of the model. `call` is the end of a tool's name. `silent` never answers. */
export type Step =
  | { readonly say: string }
  | { readonly call: string; readonly args: { readonly [name: string]: Json } }
  | { readonly silent: true };

export interface Asked {
  /** Wall-clock time in milliseconds. */
  readonly at: number;
  readonly protocol: Protocol['name'];
  readonly tools: readonly Tool[];
  readonly said: readonly Said[];
}

export interface FakeModel {
  readonly url: string;
  /** Questions of conversations, which are those that offer tools. */
  readonly asked: readonly Asked[];
  /** Sets the next answers. After the last one, the model says that it is done. */
  follow(steps: readonly Step[]): void;
  stop(): Promise<void>;
}

const PROTOCOLS = [anthropic, responses, chat, gemini];
const DONE: Step = { say: 'Nothing more to do.' };

export const startFakeModel = async (): Promise<FakeModel> => {
  const asked: Asked[] = [];
  let steps: readonly Step[] = [];
  let searchedFor: Step | null = null;
  let calls = 0;

  const replyTo = (tools: readonly Tool[], text: string): Reply | null => {
    const [step = DONE, ...others] = steps;
    if ('silent' in step) return null;
    const found = 'call' in step ? toolFor(step, tools, text, searchedFor === step) : null;
    // An agent that defers tools is told once to search for the tool. The step stays for its next question.
    if (found?.isSearch === true && searchedFor !== step) searchedFor = step;
    else steps = others;
    if ('say' in step) return { kind: 'text', text: step.say };
    // A tool that is not offered is not called.
    if (found === null) return replyTo(tools, text);
    calls += 1;
    return { kind: 'call', id: `c${calls}`, tool: found.tool, args: found.args ?? step.args };
  };

  const server = createServer(async (request, response) => {
    const text = await readText(request);
    const path = request.url ?? '/';
    const body = parseJson(text);
    const protocol = PROTOCOLS.find((one) => request.method === 'POST' && one.path.test(path));
    if (protocol === undefined) return sendOther(response, path);
    const tools = protocol.tools(body);
    // Questions for titles, topics and the like offer no tools and use no step.
    const isMain = tools.length > 0;
    if (isMain) asked.push({ at: Date.now(), protocol: protocol.name, tools, said: protocol.said(body) });
    const reply: Reply | null = isMain ? replyTo(tools, text) : { kind: 'text', text: 'ok' };
    if (reply !== null) send(response, protocol.answer({ path, body }, reply));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    follow: (next) => {
      steps = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

interface Found {
  readonly tool: Tool;
  /** Arguments; null for those of the step. */
  readonly args: Json;
  readonly isSearch: boolean;
}

/**
 * Returns the tool, or the agent's own search for tools when the tool is deferred: `ToolSearch` of Claude Code, `tool_search` of Codex
 * and Qwen Code. Qwen Code calls a found tool by `tool_call`.
 */
const toolFor = (
  { call: wanted, args }: Extract<Step, { readonly call: string }>,
  tools: readonly Tool[],
  text: string,
  isSearched: boolean,
): Found | null => {
  const tool = tools.find(({ name }) => name === wanted || name.endsWith(wanted));
  if (tool !== undefined) return { tool, args: null, isSearch: false };
  const search = tools.find(({ name }) => /^tool_?search$/i.test(name));
  if (search === undefined) return null;
  const full = new RegExp(String.raw`mcp__\w+?__${wanted}\b`).exec(text)?.[0] ?? wanted;
  const caller = tools.find(({ name }) => name === 'tool_call');
  if (isSearched && caller !== undefined)
    return { tool: caller, args: { name: full, arguments: args }, isSearch: false };
  const query = search.name === 'ToolSearch' ? `select:${full}` : full;
  return { tool: search, args: { query, max_results: 5 }, isSearch: true };
};

const sendOther = (response: ServerResponse, path: string): void => {
  const value = /count_?tokens/i.test(path)
    ? { input_tokens: 100, totalTokens: 100 }
    : /\/models(?:$|\?)/.test(path)
      ? { object: 'list', data: [], models: [] }
      : null;
  if (value !== null) send(response, { kind: 'json', value });
  else response.writeHead(404).end();
};

const send = (response: ServerResponse, answer: Answer): void => {
  if (answer.kind === 'json') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.value));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const event of answer.events) {
    const name = answer.isNamed ? `event: ${String(field(event, 'type'))}\n` : '';
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end(answer.end ?? '');
};
