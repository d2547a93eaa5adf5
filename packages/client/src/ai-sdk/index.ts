/**
 * `@cairn/client/ai-sdk`: a memory as tools of the AI SDK (`ai`). Nothing of that library is loaded: its tools are plain
 * objects, and the test holds these against the real one.
 */
import type { CallOptions, Memory } from '../memory/memory.ts';
import { type MemoryTool, memoryToolList } from '../tools/memory-tools.ts';

const toolOf = <I>(memory: Memory, { description, input, run }: MemoryTool<I>) => ({
  description,
  inputSchema: input,
  execute: (given: I, { abortSignal }: { readonly abortSignal?: AbortSignal | undefined } = {}) => {
    const options: CallOptions = { signal: abortSignal };
    return run(memory, given, options);
  },
});

/**
 * For `tools` of `generateText`, `streamText` and agents. A failure is thrown, which the AI SDK shows to the model as the
 * tool's error. Take out what a model should not have: `const { memory_forget, ...tools } = memoryTools(memory)`.
 */
export const memoryTools = (memory: Memory) => ({
  memory_save: toolOf(memory, memoryToolList.memory_save),
  memory_search: toolOf(memory, memoryToolList.memory_search),
  memory_get: toolOf(memory, memoryToolList.memory_get),
  memory_forget: toolOf(memory, memoryToolList.memory_forget),
  memory_context: toolOf(memory, memoryToolList.memory_context),
});
