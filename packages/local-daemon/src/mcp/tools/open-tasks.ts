/** The tool `open_tasks` of schedules that act: open tasks in HEARTBEAT.md and in the project's sessions. [SC-6, SC-7] */
import { quoteForContext } from '@cairn/core';
import { ok } from '@cairn/schema';
import * as z from 'zod';
import { dataBlock } from '../memory-text.ts';
import { defineTool } from './tool.ts';

export const openTasks = (tasksNow: () => Promise<readonly string[]>) =>
  defineTool({
    name: 'open_tasks',
    title: 'List open tasks',
    description:
      'List what is open: the tasks of HEARTBEAT.md in the folder of the project, and what its sessions that are not over were working on. Quoted data.',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: z.strictObject({}),
    output: z.object({ tasks: z.array(z.string()) }),
    async run({ fence }) {
      const tasks = (await tasksNow()).map(quoteForContext);
      const lines = tasks.map((task) => `- [ ] ${task}`);
      return ok({
        structured: { tasks },
        text: lines.length === 0 ? 'Nothing is open.' : dataBlock(lines, fence),
      });
    },
  });
