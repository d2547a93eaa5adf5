/** The tool `memory_save`. [M-3, M-4, M-7, M-9] */
import { type Answer, quoteForContext } from '@cairn/core';
import {
  ASKED_NAMES,
  defined,
  LIMITS,
  MEMORY_NAMES,
  ok,
  recordOf,
  type SaveResult,
  type SimilarReason,
  type Source,
  saveResult,
} from '@cairn/schema';
import * as z from 'zod';
import { shortened } from '../budget.ts';
import type { Caller } from '../caller.ts';
import { plainTags } from '../memory-text.ts';
import { PROJECT_HELP, whichProject } from '../which-project.ts';
import { cancelled, defineTool, type ToolDeps } from './tool.ts';

const SIMILAR_CHARS_MAX = 200;

const WORDS = {
  name: 'memory_save',
  title: 'Save a memory',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
} as const;
const WHAT = `Save one fact that will still matter in another session: what the person asks to remember, a correction, a preference, a decision with its reason, a convention of the project, how a hard problem was solved.

Write one or two sentences that make sense on their own, with names and reasons: "The web app uses pnpm because of workspaces", not "uses pnpm". One fact per call.

Do not save what is in the repository or was found in memory already, what only matters for this task, or secrets.`;

const input = z.strictObject({
  content: z.string().describe(`the fact, 1 to ${LIMITS.contentCharsMax} characters`),
  tags: z.array(z.string()).optional().describe('one or two, such as preference, decision, person, fix'),
  pin: z.boolean().optional().describe('always part of the context; only for what must never be missed'),
  project: z.string().optional().describe(PROJECT_HELP),
  ...recordOf(ASKED_NAMES, (name) => z.string().optional().describe(MEMORY_NAMES[name].asked.model)),
  supersedes: z.string().optional().describe('id of the memory that this one replaces'),
});

const output = z.object({
  id: z.string(),
  status: z.enum(['saved', 'duplicate', 'updated', 'reinforced']),
  similar: z.array(saveResult.shape.similar.element.omit({ score: true })),
  warnings: z.array(z.string()),
});

const runAs =
  (source: Source) =>
  async (
    { memories, notePace, turnOf }: ToolDeps,
    { project, tags, ...asked }: z.infer<typeof input>,
    caller: Caller,
  ): Answer<{ readonly structured: z.infer<typeof output>; readonly text: string }> => {
    const given = { ...asked, ...defined({ tags: plainTags(tags) }) };
    const named = whichProject(caller, project, 'save');
    if (!named.ok) return named;
    if (caller.signal.aborted) return cancelled();
    // By default, a memory stays in the project of the memory that it replaces.
    const place = given.supersedes !== undefined && project === undefined ? {} : named.value;
    const { agent, session } = caller;
    const turn = caller.turn ?? (await turnOf(caller));
    const saved = await memories.save({ ...given, ...place, source, agent, session, turn });
    if (!saved.ok) return saved;
    const structured = shownSave(saved.value, turn === null && session !== null ? notePace(session) : 0);
    // An automatic save must not replace a memory, so it is shown no similar ones.
    const told = source === 'auto' ? { ...structured, similar: [] } : structured;
    return ok({ structured, text: textOf(told) });
  };

export const save = defineTool({
  ...WORDS,
  description: `${WHAT} When a fact has changed, give the old memory's id as supersedes.

At most ${LIMITS.savesPerTurnMax} saves a turn. Saving the same words again changes nothing. The answer names similar memories: if one of them is outdated by this, save again with supersedes.`,
  input,
  output,
  run: runAs('agent'),
});

/** The tool for a model without a person. It only adds memories in its schedule's project, and replaces none. [SC-6] */
export const saveByItself = defineTool({
  ...WORDS,
  description: `${WHAT}

At most ${LIMITS.savesPerTurnMax} saves in all.`,
  input: input.pick({ content: true, tags: true }),
  output,
  run: runAs('auto'),
});

const shownSave = ({ id, status, similar, warnings = [] }: SaveResult, pace: number) => ({
  id,
  status,
  similar: similar.map(({ id: other, content, reason }) => ({
    id: other,
    content: shortened(quoteForContext(content), SIMILAR_CHARS_MAX),
    reason,
  })),
  warnings: [
    ...warnings,
    ...(pace > LIMITS.savesPerTurnMax
      ? [`${pace} saves within a minute. Keep to what will matter in another session.`]
      : []),
  ],
});

const SAID: Readonly<Record<SaveResult['status'], string>> = {
  saved: 'Saved as',
  duplicate: 'Already known as',
  updated: 'Updated',
  reinforced: 'Seen again:',
};
const WHY: Readonly<Record<SimilarReason, string>> = {
  same_key: 'same key',
  same_subject: 'same subject, says otherwise',
  same_words: 'same words',
};

const textOf = ({ id, status, similar, warnings }: ReturnType<typeof shownSave>): string =>
  [
    `${SAID[status]} ${id}.`,
    ...warnings,
    ...(similar.length === 0
      ? []
      : [
          'Similar memories, quoted as data. If this one outdates one of them, save it again with supersedes set to its id:',
          ...similar.map((one) => `- ${one.id} ${one.content} (${WHY[one.reason]})`),
        ]),
  ].join('\n');
