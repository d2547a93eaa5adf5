import { type CairnError, cairnError } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createBranches } from './branches.ts';
import { createGate } from './gate.ts';

const noted = () => {
  const notes: string[] = [];
  const state: { isFull: boolean; readOnly: CairnError | null } = { isFull: false, readOnly: null };
  const branches = createBranches({
    engine: () => ({
      readOnly: state.readOnly,
      noteBranch: async ({ subject, branch, project }) => {
        if (state.isFull) throw new Error('full');
        notes.push(`${subject} ${branch} ${project}`);
      },
    }),
    projects: { projectOf: async (folder) => folder.split('/')[2] ?? 'p', canonical: (project) => project },
    branchOf: (folder) => folder.split('/')[1] ?? null,
    gate: createGate(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const note = async (folder: string): Promise<void> => {
    branches.note('s', folder);
    await branches.end();
  };
  return { notes, state, note };
};

test('[M-15] a branch is noted once, and again when it changes', async () => {
  const { notes, note } = noted();
  for (const folder of ['/main', '/main', '/fix', '/main']) await note(folder);
  expect(notes).toEqual(['s main p', 's fix p', 's main p']);
});

test('[M-15] a branch of the same name in another project is noted', async () => {
  const { notes, note } = noted();
  for (const folder of ['/main/a', '/main/b', '/main/b']) await note(folder);
  expect(notes).toEqual(['s main a', 's main b']);
});

test('[M-15] a branch that could not be noted is noted by the next call', async () => {
  const { notes, state, note } = noted();
  state.isFull = true;
  await note('/main');
  state.isFull = false;
  state.readOnly = cairnError('storage_read_only', 'read-only');
  await note('/main');
  state.readOnly = null;
  await note('/main');
  expect(notes).toEqual(['s main p']);
});
