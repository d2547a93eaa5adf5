/** Reports once, to an agent that starts in a project, which schedules ran there since the last session. [SC-8] */
import { type Engine, type FenceKey, toldRuns } from '@cairn/core';

/** Returns the news, or null if there are none. The caller calls `told` once the agent has received the text. */
export type RunNews = (
  project: string | null,
) => Promise<{ readonly text: string; readonly told: () => Promise<void> } | null>;

export const createRunNews =
  (engine: () => Pick<Engine, 'untoldRuns' | 'noteRunsTold' | 'readOnly'>, fence: FenceKey): RunNews =>
  async (project) => {
    if (engine().readOnly !== null) return null;
    const runs = await engine().untoldRuns(project);
    const text = toldRuns(runs, fence);
    return text === null ? null : { text, told: () => engine().noteRunsTold(runs.map(({ run }) => run.id)) };
  };
