/**
 * Handles the events of an agent's session: start, prompt, tool, compaction and end. The daemon gives context once, and stores what was
 * said so that it is found later. [HK-3, HK-4]
 */
import { type Answer, countTokens, type FenceKey, whereYouWere } from '@cairn/core';
import { type AppendMessagesInput, type ContextInput, err, exhaustive, LIMITS, ok } from '@cairn/schema';
import type { HookAdapter, HookEvent } from '../agents/hook-event.ts';
import { fileOf, hookMessageOf } from '../agents/hook-message.ts';
import type { Finding } from './finding.ts';
import { fitting } from './fitting-context.ts';
import type { GivenContexts } from './given-contexts.ts';
import { createOnce, type Keeping } from './hook-once.ts';
import type { HookSpool } from './hook-spool.ts';
import { warningOf } from './log.ts';
import { messagesOf, missingOf, type SaidTurn } from './missing-turns.ts';
import { setNewest } from './newest.ts';
import { createQueue } from './queue.ts';
import type { RunNews } from './schedules/run-news.ts';
import { type PersonalFile, withPersonText } from './scopes/about-person.ts';
import type { Handovers } from './sessions/handovers.ts';
import type { SessionFiles } from './sessions/session-files.ts';
import type { SharedDeps } from './shared-deps.ts';
import type { SummaryService } from './summaries/summary-service.ts';
import type { Turns } from './turns.ts';
import { waitingTurnOf } from './waiting-turn.ts';

export interface HookEvents {
  /**
   * Returns the context for the agent's model, or null without one. If the caller disconnects before the context is ready (`signal`),
   * the context does not count as given. It can then be given later.
   */
  handle(adapter: HookAdapter, event: HookEvent, request: HookRequest): Answer<string | null>;
  /** SP-2: stores a turn that was left in a file, once. Returns null, or why the turn could not be written. */
  keepLeft(id: string, turn: AppendMessagesInput): Keeping;
  /** Stores turns that were left in files while no daemon ran, and looks for more from then on. */
  begin(): void;
  /** Resolves when all accepted events are written. */
  end(): Promise<void>;
}

export interface HookRequest {
  /** The event's id. Null when the caller never leaves the event in a file. */
  readonly id: string | null;
  /** Whether a person may answer the agent. [CX-14] */
  readonly isAttended: boolean;
  readonly signal: AbortSignal;
}

export interface HookEventsDeps extends Pick<SharedDeps, 'engine' | 'nowMs' | 'timers' | 'projects' | 'log'> {
  /** CX-1: finds memories for a prompt by meaning too. */
  readonly finding: Finding;
  /** Returns true for a folder that is not a project, such as the home or the root. */
  readonly isNoProject: (folder: string) => boolean;
  /** Pulls the changes of other devices before a session starts, but only for a short time. [SY-P5] */
  readonly sync: { pullBriefly(): Promise<void> };
  readonly summaries: Pick<SummaryService, 'sessionBegan' | 'summarise'>;
  readonly spool: HookSpool;
  /** Removes private parts, and replaces secrets. [G-1] */
  readonly guard: (text: string) => string;
  /** HK-6: returns what the assistant said, from the agent's own transcript. Empty without a readable transcript. */
  readonly readSaid: (event: HookEvent) => Promise<readonly SaidTurn[]>;
  /** HK-7: makes the name of the fence around quoted session text unguessable. */
  readonly fence: FenceKey;
  /** CX-12: reads the session's last files in their current state. */
  readonly sessionFiles: SessionFiles;
  /** SE-7: offers a session of another device that can continue here. */
  readonly handovers: Pick<Handovers, 'offerFor'>;
  /** SC-8: reports which schedules acted here. */
  readonly runNews: RunNews;
  /** MC-6: what an agent saves over MCP counts in its turn. */
  readonly turns: Turns;
  /** CX-7: keeps the contexts that sessions began with. */
  readonly given: GivenContexts;
  /** Finds the hooks of the scope that a turn belongs to. Null: no turn belongs to another file. [SP-2] */
  readonly scopes?: {
    of(place: { project: string | null; cwd?: string }): Answer<{ readonly hooks: HookEvents } | null>;
  } | null;
  /** In a scope: the personal file, for memories about the person. [SP-3] */
  readonly personal?: (() => PersonalFile) | null;
}

/**
 * Delays after which the daemon looks for turns in files. A hook that started this daemon may time out during the start. A hook whose
 * answer is late may have ended. Both write their turns to files a moment later, and no further event may follow.
 */
const STARTED_MS: readonly number[] = [2_000, 10_000];
const GONE_MS: readonly number[] = [1_500, 10_000];
/** Maximum of sessions that lost their context and did not get it again yet. */
const LOST_MAX = 1_000;
/** Delays before a transcript is read again. Some agents write their answer only there, and a moment after the hook. [HK-6] */
const WRITTEN_MS: readonly number[] = [250, 2_000];
/** Maximum of known events. The file of an older event was stored long ago. */
const SEEN_MAX = 10_000;
/** Interval of looking for files. A hook that did not reach a running daemon cannot report its file. */
const LOOK_MS = 60_000;
/** Agents' words for the start of a session that exists already. */
const GOES_ON: ReadonlySet<string> = new Set(['compact', 'resume']);
const BETWEEN = '\n\n';

export const createHookEvents = (deps: HookEventsDeps): HookEvents => {
  const { engine, projects, sync, summaries, spool, turns, log } = deps;
  const projectOf = async (cwd: string | null): Promise<string | null> =>
    cwd === null || deps.isNoProject(cwd) ? null : projects.projectOf(cwd);

  const lost = new Map<string, true>();
  const keepOnce = createOnce(SEEN_MAX);
  const writing = new Set<Promise<unknown>>();
  /** Count of prompts without an event id. */
  let unnamed = 0;

  const logged = (what: string, work: Promise<unknown>): Promise<unknown> =>
    work.catch(warningOf(log, `${what} failed`));

  /** Runs work in the background, after the agent has its answer. */
  const behind = (what: string, work: Promise<unknown>): void => {
    const run = logged(what, work).finally(() => writing.delete(run));
    writing.add(run);
  };

  /**
   * Stores messages. Returns null, or why they could not be written. Returns null for invalid messages too, because another try would not
   * help.
   */
  const keep = async (messages: AppendMessagesInput): Keeping => {
    const { readOnly } = engine();
    if (readOnly !== null) return readOnly;
    const kept = await engine().appendMessages(messages);
    if (kept.ok) return null;
    log.warn('a turn of a session was not kept', { kind: kept.error.kind });
    return kept.error.kind === 'invalid_input' ? null : kept.error;
  };

  const keepLeft: HookEvents['keepLeft'] = (id, turn) => keepOnce(id, () => keep(turn));

  const takeSpool = (): void => {
    if (engine().readOnly) return;
    behind(
      'taking in what hooks had left',
      spool.takeAll(async ({ id, session, cwd, message }) => {
        const project = await projectOf(cwd);
        const there = (await deps.scopes?.of({ project })) ?? ok(null);
        if (!there.ok) return false;
        const agent = session.split(':', 1)[0] ?? session;
        const turn = { session: { name: session }, project, agent, messages: [message] };
        return (await (there.value?.hooks.keepLeft ?? keepLeft)(id, turn)) === null;
      }),
    );
  };

  const looks = new Set<() => void>();
  let isOver = false;
  const lookAgain = (ms: number, then = (): void => undefined): void => {
    if (isOver) return;
    const cancel = deps.timers.after(ms, () => {
      looks.delete(cancel);
      if (spool.hasAny()) takeSpool();
      then();
    });
    looks.add(cancel);
  };

  const unread = new Set<() => void>();
  const readLater = (event: HookEvent, place: Place): void => {
    for (const ms of WRITTEN_MS) {
      const read = (): void => {
        cancel();
        unread.delete(read);
        behind('reading a transcript', keepMissing(event, place));
      };
      const cancel = deps.timers.after(ms, read);
      unread.add(read);
    }
  };

  const keepLooking = (): void => {
    lookAgain(LOOK_MS, keepLooking);
  };

  const lookLater = (): void => {
    for (const ms of GONE_MS) lookAgain(ms);
  };

  /** Notes that the session has lost the context that it was given. */
  const lose = async (session: string): Promise<void> => {
    setNewest(lost, session, true, LOST_MAX);
    if (!engine().readOnly) await engine().noteInjected(session, [], true);
  };

  /** Lets the next prompt give the context of a start whose hook timed out, such as on a busy machine. */
  const missed = (session: string) => {
    setNewest(lost, session, true, LOST_MAX);
    return ok(null);
  };

  const contextOf = (adapter: HookAdapter, input: ContextInput, signal: AbortSignal, charsKept = 0) => {
    const room = { between: BETWEEN, charsMax: adapter.contextCharsMax - charsKept };
    return withPersonText(deps.personal ?? null, input, room, (own, chars) =>
      contextHere(own, room.charsMax - chars, signal),
    );
  };

  const contextHere = async (
    input: ContextInput,
    charsMax: number,
    signal: AbortSignal,
  ): Promise<string | null> => {
    const options = await deps.finding.forPrompt(input);
    const made = await fitting(engine(), input, charsMax, options);
    if (made === null || signal.aborted) return null;
    const { session, again } = input;
    if (input.query === undefined) deps.given.note({ ...input, maxTokens: made.maxTokens }, made.result);
    if (session != null && !engine().readOnly) await engine().noteInjected(session, made.ids, again === true);
    return made.text;
  };

  /** Returns the part of the stored session that an agent needs to continue. [HK-7] */
  const whereOf = async (event: HookEvent, session: string): Promise<string | null> => {
    const restored = await engine().restoreSession({ id: session, maxTokens: LIMITS.whereTokensMax });
    if (!restored.ok) return null;
    const said = await engine().sessionMessages({ session, last: LIMITS.hookTranscriptMessagesMax });
    // The present prompt may be stored already.
    const now = hookMessageOf(event, deps.guard)?.content;
    const asked = said.findLast(({ role, content }) => role === 'user' && content !== now)?.content ?? null;
    const { fence, sessionFiles: contents } = deps;
    return whereYouWere({ restored: restored.value, asked, fence, countTokens, contents });
  };

  const startOf = async (
    adapter: HookAdapter,
    { session, project }: Place,
    where: string | null,
    signal: AbortSignal,
  ): Promise<string | null> => {
    lost.delete(session);
    summaries.sessionBegan();
    const kept = where === null ? 0 : where.length + BETWEEN.length;
    const known = await contextOf(adapter, { project, session, again: true }, signal, kept);
    return known === null || where === null ? (known ?? where) : `${known}${BETWEEN}${where}`;
  };

  const keepOf = async (event: HookEvent, place: Place, id: string | null): Keeping => {
    const message = hookMessageOf(event, deps.guard);
    if (message === null) return null;
    const { session, project } = place;
    const turn = {
      session: { name: session },
      project,
      agent: event.agent,
      messages: [{ ...message, at: deps.nowMs() }],
    };
    const problem = await (id === null ? keep(turn) : keepOnce(id, () => keep(turn)));
    const file = problem === null ? fileOf(event.tool) : null;
    if (file !== null) await engine().noteFile(session, file);
    return problem;
  };

  /** Stores the assistant's words that no hook reported, before those that this hook reports. [HK-6] */
  const readMissing = async (event: HookEvent, place: Place): Keeping => {
    const said = await deps.readSaid(event);
    if (said.length === 0) return null;
    const messages = messagesOf(event, said, deps.guard);
    const [coming] = messagesOf(event, [{ text: event.message ?? '', at: 0 }], deps.guard);
    const { session, project } = place;
    const last = LIMITS.hookTranscriptMessagesMax;
    const kept = await engine().sessionMessages({ session, last });
    const missing = missingOf(messages, kept, coming?.content ?? null);
    if (missing.length === 0) return null;
    return keep({ session: { name: session }, project, agent: event.agent, messages: [...missing] });
  };

  /** Transcripts are read one after another, because each reading needs what the previous one stored. */
  const inTurn = createQueue();
  const keepMissing = (event: HookEvent, place: Place): Keeping => inTurn(() => readMissing(event, place));

  /** Stores a prompt whose hook was answered already. If that fails, the prompt waits in a file, as without a daemon. */
  const keepPrompt = async (event: HookEvent, place: Place, id: string | null): Promise<void> => {
    const atMs = deps.nowMs();
    const problem = await keepOf(event, place, id).catch((error: unknown) => error);
    const message = problem === null ? null : hookMessageOf(event, deps.guard);
    if (message === null) return;
    unnamed++;
    const { session } = place;
    const turn = waitingTurnOf({ id: id ?? `${atMs}-${unnamed}`, session, cwd: event.cwd, message, atMs });
    if (!spool.leave(turn)) log.warn('a prompt was not kept: too many turns wait');
  };

  const promptOf = async (
    adapter: HookAdapter,
    event: HookEvent,
    place: Place,
    where: Promise<string | null> | null,
    signal: AbortSignal,
  ) => {
    const { session, project } = place;
    // No pull here, because a person waits.
    if (where !== null) return startOf(adapter, place, await where, signal);
    return event.prompt === null
      ? null
      : contextOf(
          adapter,
          { project, session, query: deps.guard(event.prompt.slice(0, LIMITS.hookTextCharsMax)) },
          signal,
        );
  };

  const handle: HookEvents['handle'] = async (adapter, event, { id, isAttended, signal }) => {
    const place = { session: sessionOf(event), project: await projectOf(event.cwd) };
    const { session, project } = place;
    if (spool.hasAny()) takeSpool();
    if (signal.aborted) lookLater();
    else signal.addEventListener('abort', lookLater, { once: true });
    const hears = adapter.hears.includes(event.kind);
    switch (event.kind) {
      case 'session-start': {
        if (!hears) return ok(null);
        await sync.pullBriefly();
        if (signal.aborted) return missed(session);
        const goesOn = GOES_ON.has(event.source ?? '');
        const offer = goesOn ? null : await deps.handovers.offerFor(project);
        const news = goesOn ? null : await deps.runNews(project);
        const mayAsk = isAttended && !goesOn && !engine().readOnly && deps.personal == null;
        const asked = mayAsk ? await engine().onboardingLine() : null;
        const notes = [asked, offer?.text, news?.text].flatMap((text) => text ?? []).join(BETWEEN);
        const where = goesOn ? await whereOf(event, session) : notes === '' ? null : notes;
        const given = await startOf(adapter, place, where, signal);
        if (signal.aborted) return missed(session);
        for (const note of [offer, news]) await note?.told();
        if (asked !== null) await engine().noteOnboardingTold();
        return ok(given);
      }
      case 'prompt': {
        if (event.prompt !== null) turns.begin({ agent: event.agent, project }, session);
        // Read before the prompt is stored, because the prompt may change the task.
        const where = hears && lost.has(session) ? whereOf(event, session) : null;
        behind('keeping a prompt', keepPrompt(event, place, id));
        return ok(hears ? await promptOf(adapter, event, place, where, signal) : null);
      }
      case 'tool':
      case 'stop': {
        if (event.kind === 'stop') turns.rest(session);
        if (event.kind === 'stop') await logged('reading a transcript', keepMissing(event, place));
        if (event.kind === 'stop' && event.message === null && event.transcript !== null)
          readLater(event, place);
        const problem = await keepOf(event, place, id);
        return problem === null ? ok(null) : err(problem);
      }
      case 'compact':
        await Promise.all(writing);
        await lose(session);
        if (!engine().readOnly) behind('compacting a session', engine().compactSession({ id: session }));
        return ok(null);
      case 'session-end':
        lost.delete(session);
        turns.end(session);
        await Promise.all(writing);
        await logged('reading a transcript', keepMissing(event, place));
        if (!engine().readOnly) await engine().endSession(session);
        // The daemon's stop does not wait for it, because a model may be slow.
        void logged(
          'summing up a session',
          summaries.summarise('session_end', project === null ? [null] : [project, null]),
        );
        return ok(null);
      default:
        return exhaustive(event.kind);
    }
  };

  return {
    ...{ handle, keepLeft },
    begin: () => {
      if (spool.hasAny()) takeSpool();
      for (const ms of STARTED_MS) lookAgain(ms);
      keepLooking();
    },
    async end() {
      isOver = true;
      for (const cancel of looks) cancel();
      for (const read of unread) read();
      await Promise.all(writing);
    },
  };
};

interface Place {
  readonly session: string;
  readonly project: string | null;
}

/** Returns the session's name. All events of one folder are one session when an agent names none. */
export const sessionOf = ({ agent, session, cwd }: Pick<HookEvent, 'agent' | 'session' | 'cwd'>): string =>
  [...`${agent}:${session ?? cwd ?? 'session'}`].slice(0, LIMITS.sessionCharsMax).join('');
