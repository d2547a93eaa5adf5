// An agent of a hundred lines that remembers: across runs, and on all of your devices. README.md says how to try it.
// OPENAI_BASE_URL=http://127.0.0.1:11434/v1 OPENAI_API_KEY=none MODEL=qwen3 node examples/agent/main.ts "I live in Berlin"

import { connectMemory, MemoryError } from '@cairn/client';
import { openAiTools } from '@cairn/client/openai';
import OpenAI from 'openai';
import { type ChatMessage, isUnanswered, openSession } from './session.ts';

const TURNS_MAX = 8;
/** What the model of this agent can take. */
const TOKENS_MAX = Number(process.env.MODEL_TOKENS ?? 16_000);
const MODEL = process.env.MODEL ?? 'qwen3';
const SESSION = process.env.SESSION ?? 'example-agent';
const BASE_URL = process.env.OPENAI_BASE_URL ?? 'http://127.0.0.1:11434/v1';

process.once('uncaughtException', (error) => {
  const from = error instanceof MemoryError ? 'the memory' : `the model at ${BASE_URL} (OPENAI_BASE_URL)`;
  console.error(`${from}: ${error.message}`);
  process.exit(1);
});

const said = process.argv.slice(2).join(' ').trim();
if (said === '') {
  console.error('Say something: node examples/agent/main.ts "I live in Berlin"');
  process.exit(2);
}

const model = new OpenAI({ baseURL: BASE_URL, apiKey: process.env.OPENAI_API_KEY ?? 'none' });
const memory = await connectMemory({ agent: 'example-agent' });
// Forgetting is left to people here.
const tools = openAiTools(memory, { only: ['memory_save', 'memory_search', 'memory_get'] });

// 1. Go on where the last run ended.
const session = await openSession(memory, SESSION, TOKENS_MAX);
const conversation: ChatMessage[] = [...session.messages];
const keep = async (...messages: readonly ChatMessage[]): Promise<void> => {
  conversation.push(...messages);
  await session.append(messages);
};
if (!isUnanswered(conversation, said)) await keep({ role: 'user', content: said });

// The same bytes all through the run, so that the provider's cache holds; what is learnt meanwhile is in the next one.
let system: string | null = null;

for (let turn = 0; turn < TURNS_MAX; turn++) {
  // 2. What the model is told: who it is, what it knows, what was said. `prompt.messages` may hold steering, so it is not kept.
  const prompt = await memory.prompt({
    ...{ session: SESSION, messages: conversation, query: said, model: MODEL, maxTokens: TOKENS_MAX },
    slots: { tools: 'You have a terminal of one line: answer in plain text.' },
  });
  system ??= prompt.static;
  const { choices } = await model.chat.completions.create({
    model: MODEL,
    messages: [
      { role: 'system', content: `${system}\n\n${prompt.suffix}` },
      ...(prompt.messages as ChatMessage[]),
    ],
    tools: tools.chatTools,
  });
  const answer = choices[0]?.message;
  if (answer === undefined) break;

  // 3. Keep what it said, do what it asked for, and go on until it asks for nothing.
  const { content, tool_calls: calls = [] } = answer;
  const asked = calls.filter((call) => call.type === 'function');
  const results: ChatMessage[] = [];
  for (const call of asked) results.push(await tools.answerChat(call));
  await keep(
    { role: 'assistant', content: content ?? '', ...(asked.length === 0 ? {} : { tool_calls: asked }) },
    ...results,
  );
  if (asked.length === 0) {
    console.log(content ?? '');
    break;
  }
}

// 4. What was learnt is taken from the session now, and is on the other devices with the next sync.
await session.end();
await memory.close();
