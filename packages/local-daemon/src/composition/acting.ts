/** Tools of schedules that act: the tools of MCP that only read or add. [SC-6] */
import type { Engine } from '@cairn/core';
import { LIMITS, ok, runSession } from '@cairn/schema';
import { openTasks } from '../mcp/tools/open-tasks.ts';
import { saveByItself } from '../mcp/tools/save.ts';
import { search } from '../mcp/tools/search.ts';
import type { Tool, ToolAnswer, ToolDeps } from '../mcp/tools/tool.ts';
import type { Gate } from '../services/gate.ts';
import type { Prompts } from '../services/prompts.ts';
import { type ActingParts, isMemoryId } from '../services/schedules/ask-goal.ts';

export interface ActingDeps {
  readonly engine: () => Pick<Engine, 'sessions'>;
  readonly gate: Gate;
  /** Returns services that are created later. */
  readonly tools: () => ToolDeps;
  readonly prompts: () => Pick<Prompts, 'heartbeat'>;
}

const AGENT = 'schedule';

export const createActing = (deps: ActingDeps): ActingParts => {
  const { engine, gate } = deps;
  const tasksOf = (folder: string | null): readonly string[] => {
    const found = deps.prompts().heartbeat(folder ?? undefined);
    return found.ok ? found.value.tasks : [];
  };
  return {
    openTasks: tasksOf,
    tools(row, run) {
      const { project } = row;
      const tasksNow = async () => {
        const limit = LIMITS.heartbeatTasksMax;
        const { sessions } = await engine().sessions({ project, state: 'working', limit });
        const tasks = sessions.flatMap(({ activeTask }) => activeTask ?? []);
        return [...new Set([...tasksOf(row.act?.folder ?? null), ...tasks])];
      };
      const { memories, ...others } = deps.tools();
      // No person looked, so the access does not count.
      const looking: Pick<typeof memories, 'search'> = {
        search: (input) => memories.search({ ...input, preview: true }),
      };
      const caller = { agent: AGENT, session: runSession(row.id, run), project, cwd: null, turn: run };
      const made = (tool: Tool) => ({
        ...{ name: tool.name, description: tool.description, inputSchema: tool.inputSchema() },
        call: async (args: unknown) => {
          const signal = new AbortController().signal;
          const done = await gate.share(() =>
            tool.call({ ...others, memories: { ...memories, ...looking } }, args, { ...caller, signal }),
          );
          return done.ok
            ? ok({ text: done.value.text, brief: briefOf(done.value), ids: idsIn(done.value.structured) })
            : done;
        },
      });
      return [search, saveByItself, openTasks(tasksNow)].map(made);
    },
  };
};

/** Returns the ids of all memories in an answer, including those similar to a save. Ids that a text only mentions are left out. */
const idsIn = (told: unknown): readonly string[] => {
  if (Array.isArray(told)) return told.flatMap(idsIn);
  if (typeof told !== 'object' || told === null) return [];
  return Object.entries(told).flatMap(([name, value]) =>
    name === 'id' && typeof value === 'string' ? (isMemoryId(value) ? [value] : []) : idsIn(value),
  );
};

/** Describes an answer by ids instead of texts, so that a forgotten memory can be found and removed here. [ST-4] */
const briefOf = ({ structured }: ToolAnswer): string => {
  const { id, status, results, passages, tasks } = structured;
  if (typeof id === 'string') return `${status} ${id}`;
  if (Array.isArray(tasks)) return `${tasks.length} open`;
  const ids = Array.isArray(results) ? results.map((one) => String(Object(one).id)) : [];
  const passageCount = Array.isArray(passages) ? passages.length : 0;
  return [...ids, ...(passageCount === 0 ? [] : [`${passageCount} passages`])].join(' ') || 'nothing';
};
