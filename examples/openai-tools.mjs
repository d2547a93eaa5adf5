// The loop of tools with the `openai` package, and a memory in a file of this process: no daemon, no account.
// OPENAI_BASE_URL=http://127.0.0.1:11434/v1 OPENAI_API_KEY=none MODEL=qwen3 node examples/openai-tools.mjs "Where do we deploy?"

import { openMemory } from '@cairn/client/engine';
import { openAiTools } from '@cairn/client/openai';
import OpenAI from 'openai';

const TURNS_MAX = 8;
process.once('uncaughtException', (error) => {
  console.error(
    error instanceof OpenAI.OpenAIError
      ? `the model: ${error.message} OPENAI_BASE_URL names its address, OPENAI_API_KEY its key ("none" for a local one).`
      : `${error.name}: ${error.message}`,
  );
  process.exit(1);
});

const client = new OpenAI();
const memory = await openMemory({
  path: process.env.MEMORY_FILE ?? '/tmp/openai-tools-example/memory.db',
});
const tools = openAiTools(memory, { only: ['memory_save', 'memory_search'] });

/** @type {OpenAI.ChatCompletionMessageParam[]} */
const messages = [{ role: 'user', content: process.argv[2] ?? 'Remember that we deploy to Frankfurt.' }];
for (let turn = 0; turn < TURNS_MAX; turn++) {
  const { choices } = await client.chat.completions.create({
    model: process.env.MODEL ?? 'qwen3',
    messages,
    tools: tools.chatTools,
  });
  const message = choices[0]?.message;
  if (message === undefined) break;
  messages.push(message);
  if (!message.tool_calls?.length) {
    console.log(message.content);
    break;
  }
  for (const call of message.tool_calls) {
    const answer = await tools.answerChat(call);
    console.log(`${call.id} → ${answer.content}`);
    messages.push(answer);
  }
}
await memory.close();
