/**
 * `@cairn/client/ai-sdk`: a memory as tools of the AI SDK (`ai`). That library is not loaded, because its tools are plain objects. A
 * test compares these tools with the real library.
 */
import type { CallOptions, Memory } from '../memory/memory.ts';
import { MemoryError } from '../memory/memory-error.ts';
import { type MemoryTool, memoryToolList } from '../tools/memory-tools.ts';

const toolOf = <I>(memory: Memory, { description, lenient, runChecked }: MemoryTool<I>) => ({
  description,
  inputSchema: lenient,
  execute: async (given: I, { abortSignal }: { readonly abortSignal?: AbortSignal | undefined } = {}) => {
    const options: CallOptions = { signal: abortSignal };
    const done = await runChecked(memory, given, options);
    if (!done.ok) throw new MemoryError(done.error);
    return done.value;
  },
});

/**
 * Returns tools for `generateText`, `streamText` and agents. A failure is thrown, and the AI SDK shows it to the model as the tool's
 * error. Remove tools that a model should not have: `const { memory_forget, ...tools } = memoryTools(memory)`.
 */
export const memoryTools = (memory: Memory) => ({
  memory_save: toolOf(memory, memoryToolList.memory_save),
  memory_search: toolOf(memory, memoryToolList.memory_search),
  memory_get: toolOf(memory, memoryToolList.memory_get),
  memory_forget: toolOf(memory, memoryToolList.memory_forget),
  memory_context: toolOf(memory, memoryToolList.memory_context),
});
