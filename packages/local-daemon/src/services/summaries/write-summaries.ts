/**
 * Writes summaries. An extract is written at once without a model. A model rewords it later; until it succeeds, the
 * extract stays. [SU-1, SU-3, SU-6]
 */
import {
  boundsOf,
  type Clock,
  checkSummary,
  type DraftSentence,
  extract,
  isBatchDue,
  parseSummaryAnswer,
  SUMMARY_ANSWER,
  type SummaryTask,
  type SummaryTrigger,
  type SummaryType,
  summaryMessages,
  summaryRowOf,
} from '@cairn/core';
import { err, HOUR_MS, LIMITS, ok, type Result } from '@cairn/schema';
import type { EngineCalls } from '../shared-deps.ts';
import type { ModelAsker, NoAnswer } from './ask-model.ts';

export type SummaryWriter = ReturnType<typeof createSummaryWriter>;

/** Projects of a run; null stands for all. */
export type Projects = readonly (string | null)[] | null;

export interface SummaryWriterDeps {
  readonly engine: () => EngineCalls;
  readonly asker: ModelAsker;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly answerTokensMax: number;
}

/** Summaries of one project in a run, at most. The next run writes the rest. */
const TASKS_MAX = 1_000;
/**
 * Failures after which a summary stays extractive until the daemon restarts. For a compaction, attempts without an
 * answer after which it is extractive.
 */
const FAILURES_MAX = 3;
const NARRATIVE_EVERY_MS = HOUR_MS;
const PURPOSES: Readonly<Record<SummaryType, string>> = {
  incremental: 'summary',
  compacted: 'compaction',
  narrative: 'narrative',
};

export const createSummaryWriter = (deps: SummaryWriterDeps) => {
  const { engine, asker, clock } = deps;
  const failures = new Map<string, number>();
  let narrativeAtMs = Number.NEGATIVE_INFINITY;

  const keep = (task: SummaryTask, drafted: readonly DraftSentence[], model: string | null) =>
    engine().keepSummary({
      summary: summaryRowOf(task, drafted, { id: deps.newId(), model, nowMs: clock.nowMs() }),
      replaces: task.replaces,
      marks: task.marks,
    });
  const keepExtract = (task: SummaryTask) => keep(task, extract(task.notes, boundsOf(task.type)), null);

  const askModel = async (task: SummaryTask): Promise<Result<boolean, NoAnswer>> => {
    const answer = await asker.ask({
      purpose: PURPOSES[task.type],
      messages: summaryMessages(task.type, task.notes),
      format: { answer: SUMMARY_ANSWER, answerTokensMax: deps.answerTokensMax },
      read: (text): Result<readonly DraftSentence[], string> => {
        const parsed = parseSummaryAnswer(text);
        return parsed === null ? err('unreadable') : checkSummary(parsed, task.notes);
      },
    });
    return answer.ok ? ok(await keep(task, answer.value.value, answer.value.model)) : err(answer.error);
  };

  const noteFailure = (name: string): number => {
    const count = (failures.get(name) ?? 0) + 1;
    failures.set(name, count);
    return count;
  };

  /** Summarises until no memory waits: first a backlog, then the newest, batch by batch. */
  const summariseProject = async (project: string | null): Promise<number> => {
    for (let count = 0; count < TASKS_MAX; count++) {
      const found = await engine().findSummaryWork({ kind: 'batch', project });
      if (found === null || !(await keepExtract(found.task))) return count;
      if (found.older !== null) await engine().markBacklog(project, found.older);
    }
    return TASKS_MAX;
  };

  /** Whether two of the summaries to merge have waited for a day since they could be merged. */
  const isOverdue = async ({ project, replaces }: SummaryTask): Promise<boolean> => {
    const untilMs = clock.nowMs() - 2 * LIMITS.compactAfterMs;
    const old = (await engine().summaries([project])).filter(
      ({ id, type, createdAt }) => type === 'incremental' && createdAt <= untilMs && replaces.includes(id),
    );
    return old.length >= 2;
  };

  const compactProject = async (project: string | null, trigger: 'daily' | 'asked'): Promise<boolean> => {
    const found = await engine().findSummaryWork({ kind: 'compact', project, trigger });
    if (found === null) return false;
    const name = `compact ${project}`;
    const written = await askModel(found.task);
    if (written.ok) failures.delete(name);
    if (written.ok) return written.value;
    const isHopeless = written.error === 'off' || trigger === 'asked';
    // A model in backoff or without tokens did not fail. It may still answer within a day.
    const isFailure = written.error === 'failed' || (await isOverdue(found.task));
    if (!isHopeless && (!isFailure || noteFailure(name) < FAILURES_MAX)) return false;
    failures.delete(name);
    return keepExtract(found.task);
  };

  const rewordProject = async (project: string | null): Promise<NoAnswer | null> => {
    const tried: string[] = [];
    for (;;) {
      const hopeless = [...failures].filter(([, count]) => count >= FAILURES_MAX).map(([id]) => id);
      const except = [...tried, ...hopeless];
      const found = await engine().findSummaryWork({ kind: 'rewrite', project, except });
      const id = found?.task.replaces[0];
      if (found === null || id === undefined) return null;
      tried.push(id);
      const written = await askModel(found.task);
      if (written.ok) continue;
      if (written.error === 'failed') noteFailure(id);
      return written.error;
    }
  };

  const projectsIn = (projects: Projects, known: readonly (string | null)[]) =>
    projects === null ? known : known.filter((project) => projects.includes(project));

  return {
    /** Writes extractive summaries of the memories that wait in these projects. `left` counts those that still wait. */
    async summarise(trigger: SummaryTrigger, projects: Projects) {
      const { waiting } = await engine().summaryProjects();
      let written = 0;
      let left = 0;
      for (const { project, count } of waiting) {
        const isWanted = projects === null || projects.includes(project);
        if (isWanted && isBatchDue(trigger, count)) written += await summariseProject(project);
        else left += count;
      }
      return { written, left };
    },
    async compact(trigger: 'daily' | 'asked', projects: Projects): Promise<number> {
      let count = 0;
      for (const project of projectsIn(projects, (await engine().summaryProjects()).summarised))
        if (await compactProject(project, trigger)) count++;
      return count;
    },
    /** SU-5: writes what is known about the user, if that has changed. */
    async narrate(): Promise<void> {
      const found = await engine().findSummaryWork({ kind: 'narrative' });
      if (found === null) return;
      const present = (await engine().summaries([null])).find(({ type }) => type === 'narrative');
      if (present === undefined || present.model === null) {
        await keepExtract(found.task);
        return;
      }
      // A narrative by a model is not replaced by an extract. Its struck sentences are hidden until the model writes a
      // new one.
      const nowMs = clock.nowMs();
      // The clock may have been set back.
      if (Math.abs(nowMs - narrativeAtMs) < NARRATIVE_EVERY_MS) return;
      narrativeAtMs = nowMs;
      const written = await askModel(found.task);
      if (!written.ok && written.error === 'off') await keepExtract(found.task);
    },
    /** Lets a model reword extracts. Returns why it ended, or null when no extract is left. */
    async reword(projects: Projects): Promise<NoAnswer | null> {
      if (asker.state() === null) return 'off';
      for (const project of projectsIn(projects, (await engine().summaryProjects()).summarised)) {
        const ended = await rewordProject(project);
        if (ended !== null) return ended;
      }
      return null;
    },
  };
};
