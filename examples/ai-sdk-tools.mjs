// An agent of the AI SDK that remembers. Any OpenAI-compatible endpoint:
// OPENAI_BASE_URL=http://127.0.0.1:11434/v1 OPENAI_API_KEY=none MODEL=qwen3 node examples/ai-sdk-tools.mjs "Where do we deploy?"

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { connectMemory, MemoryError } from '@cairn/client';
import { memoryTools } from '@cairn/client/ai-sdk';
import { generateText, isStepCount } from 'ai';

const prompt = process.argv[2] ?? 'Remember that we deploy to Frankfurt.';
const baseURL = process.env.OPENAI_BASE_URL ?? 'http://127.0.0.1:11434/v1';
process.once('uncaughtException', (error) => {
  const from = error instanceof MemoryError ? 'the memory' : `the model at ${baseURL} (OPENAI_BASE_URL)`;
  console.error(`${from}: ${error.message}`);
  process.exit(1);
});

const provider = createOpenAICompatible({
  name: 'local',
  baseURL,
  apiKey: process.env.OPENAI_API_KEY ?? 'none',
});

const memory = await connectMemory({ agent: 'ai-sdk-example' });
const { text: instructions } = await memory.context({ maxTokens: 1_000, form: 'prompt' });
// Forgetting is left to people here.
const { memory_forget: _, ...tools } = memoryTools(memory);

const { text, steps } = await generateText({
  model: provider(process.env.MODEL ?? 'qwen3'),
  instructions,
  prompt,
  tools,
  stopWhen: isStepCount(5),
});
for (const { toolResults } of steps)
  for (const { toolName, output } of toolResults) console.log(`${toolName} → ${JSON.stringify(output)}`);
console.log(text);
await memory.close();
