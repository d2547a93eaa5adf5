/** The tool `memory_forget`. [M-3, M-10, SY-M3] */
import { quoteName } from '@cairn/core';
import { ok, refuse } from '@cairn/schema';
import * as z from 'zod';
import { whichProject } from '../which-project.ts';
import { nameInput, nameOf } from './get.ts';
import { cancelled, defineTool } from './tool.ts';

export const forget = defineTool({
  name: 'memory_forget',
  title: 'Forget a memory',
  description:
    'Remove a memory, with everything it replaced, on all devices. Only when the person wants it gone; they can bring it back on this device for 30 days by `cairn trash`. What has changed is not forgotten but saved again, with supersedes. By the id from memory_search, or by its key; a key that several projects have needs its project.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    ...nameInput,
    for_good: z.boolean().optional().describe('keep nothing of it in the trash either'),
  }),
  output: z.object({
    forgotten: z.array(z.string()),
    namespaces: z.array(z.string()).optional().describe('of the key: where it was'),
  }),
  async run({ memories }, { for_good: forGood = false, project, ...asked }, caller) {
    const name = nameOf(asked);
    if (!name.ok) return name;
    if (caller.signal.aborted) return cancelled();
    const { id, key, namespace } = name.value;
    const place = whichProject(caller, project, 'search');
    if (!place.ok) return place;
    const only = project === undefined ? {} : place.value;
    const what = id === null ? { key, namespace, ...only } : { ids: [id] };
    const done = await memories.forget({ ...what, trash: !forGood }, place.value);
    if (!done.ok) return done;
    const { forgotten, namespaces, replaced = 0 } = done.value;
    if (forgotten.length === 0)
      return refuse(
        'not_found',
        `No memory has the ${id === null ? `key ${key}` : `id ${id}`}. It may be forgotten already; memory_search shows the ids of existing memories.`,
      );
    const where = namespaces === undefined ? '' : ` from ${namespaces.map(quoteName).join(', ')}`;
    return ok({
      structured: {
        forgotten,
        ...(namespaces === undefined ? {} : { namespaces: namespaces.map(quoteName) }),
      },
      text: `Forgotten${where}: ${forgotten.join(', ')}.${replaced === 0 ? '' : ` ${replaced} more were forgotten with it, which it had replaced.`}`,
    });
  },
});
