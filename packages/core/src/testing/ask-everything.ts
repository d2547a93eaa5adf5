/** Calls every use case of the engine. None may fail because of what a member put into the vault. [TR-6] */
import { type EntityId, LIMITS } from '@cairn/schema';
import type { PromptSurroundings } from '../context/prompt-api.engine.ts';
import type { ReadEngine, WriteEngine } from '../engine/engine.ts';

export interface AskedEngine {
  readonly read: ReadEngine;
  readonly write: WriteEngine;
  /** Makes the written texts differ between calls. */
  readonly round: number;
  /** Ids of existing and unknown entities. */
  readonly ids: readonly EntityId[];
}

type Call = readonly [name: string, ask: () => Promise<unknown>];

/**
 * Returns the calls that failed through no fault of the caller, each with its error. Also returns the call that took the most
 * processor time, in milliseconds.
 */
export const askEverything = async (asked: AskedEngine) => {
  const failed: string[] = [];
  let slowest: readonly [string, number] = ['', 0];
  for (const [name, ask] of [...readCalls(asked), ...writeCalls(asked), ...readCalls(asked)]) {
    const started = process.cpuUsage();
    const problem = await ask().then(problemOf, (error: unknown) => String(error));
    const { user, system } = process.cpuUsage(started);
    const ms = (user + system) / 1_000;
    if (ms > slowest[1]) slowest = [name, ms];
    if (problem !== null) failed.push(`${name}: ${problem}`);
  }
  return { failed, slowest };
};

/** Returns an internal error. An error that a person can fix (not found, invalid, refused) counts as an answer. */
const problemOf = (answer: unknown): string | null => {
  const text = JSON.stringify(answer) ?? '';
  const isError = text.startsWith('{"ok":false');
  return isError && /"kind":"(?:storage_\w+|internal)"/.test(text) ? text : null;
};

const SURROUNDINGS: PromptSurroundings = { files: {}, machine: null, timezone: 'UTC' };
const MANY = 1_000;

const readCalls = ({ read, ids }: AskedEngine): readonly Call[] => [
  ['list', () => allPages((before) => read.list({ limit: 200, all: true, ...before }))],
  ['list, current', () => read.list({ limit: LIMITS.listLimitMax })],
  ['export', () => exportAll(read)],
  ...['tea', 'the staging database', 'word', 'ß', 'k\u00f8benhavn'].map(
    (query): Call => [`search ${query}`, () => read.search({ query, limit: LIMITS.searchLimitMax })],
  ),
  ['search as of', () => read.search({ query: 'tea', asOf: '2027-01-01', explain: true })],
  ['context', () => read.context({})],
  ['context of a project', () => read.context({ project: 'tea', maxTokens: LIMITS.contextTokensMax })],
  ['context of a prompt', () => read.context({ query: 'tea' })],
  ['prompt', () => read.prompt({}, SURROUNDINGS)],
  ['profile', () => read.profile()],
  ['history of the profile', () => read.profileHistory()],
  ['review', () => read.review({})],
  ['compare', () => read.compareNext(MANY)],
  ['schedules', () => read.schedules({ limit: LIMITS.scheduleListMax, offset: 0 })],
  ['due schedules', () => read.dueSchedules(MANY)],
  ['stats', () => read.stats()],
  ['counts', () => read.counts()],
  ['digest', () => read.digestRanges([{ from: '', to: null }], 0)],
  ['held', () => read.heldPage({ after: { entity: '', facet: '' }, to: null, above: 0 })],
  ['refused', () => read.deadLetters()],
  ['summaries', () => read.summaries([null, 'tea'])],
  ['scopes of summaries', () => read.summaryProjects()],
  ['batch to summarise', () => read.findSummaryWork({ kind: 'batch', project: null })],
  ['narrative', () => read.findSummaryWork({ kind: 'narrative' })],
  ['days of the context', () => read.contextDays({ project: null })],
  ['sessions', () => read.sessions({})],
  ['to be embedded', () => read.unembedded('model', MANY)],
  ...ids.flatMap((id): Call[] => [
    ['get', () => read.get(id)],
    ['history', () => read.history(id)],
    ['similar', () => read.similarTo(id)],
    ['get schedule', () => read.getSchedule(id)],
  ]),
  ['get by key', () => read.getByKey('tea', null)],
];

const allPages = async (page: (place: { readonly before?: string }) => ReturnType<ReadEngine['list']>) => {
  for (let place: { readonly before?: string } = {}; ; ) {
    const answer = await page(place);
    if (!answer.ok || answer.value.next === null) return answer;
    place = { before: answer.value.next };
  }
};

const exportAll = async (read: ReadEngine): Promise<unknown> => {
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<ReadEngine['exportPage']>> = await read.exportPage(after, MANY);
    if (!page.ok || page.value.next === null) return page;
    after = page.value.next;
  }
};

const writeCalls = ({ read, write, round, ids }: AskedEngine): readonly Call[] => [
  ['remember', () => write.remember({ content: `what was saved in round ${round}`, tags: ['tea'] })],
  ['remember a key', () => write.remember({ content: `value ${round}`, key: 'tea' })],
  [
    'remember a style',
    () => write.remember({ content: 'likes it short', key: 'tacit/personality/style/short' }),
  ],
  ['import', () => write.importRecords({ records: [{ content: `imported ${round}` }] })],
  ['name', () => write.changeProfile({ kind: 'fields', fields: { name: `Ada ${round}` } })],
  [
    'rule',
    () =>
      write.changeProfile({
        kind: 'item_add',
        document: 'rules',
        item: { section: 'S', text: `rule ${round}`, before: null },
      }),
  ],
  [
    'rules',
    () => write.changeProfile({ kind: 'replace', document: 'tools', text: `# Tools ${round}`, as: 'raw' }),
  ],
  ...ids.flatMap((id): Call[] => [
    ['patch', () => write.patch(id, { addTags: ['seen'], pinned: true })],
    ['supersede', () => write.supersede(id, { content: `instead of ${id} in round ${round}` })],
    ['patch schedule', () => write.patchSchedule(id, { notify: 'never' }, 'UTC')],
    ['take schedule', () => write.takeSchedule(id)],
    ['accept', () => write.acceptHeld(id)],
  ]),
  [
    'schedule',
    () => write.addSchedule({ goal: `look at ${round}`, cadence: { type: 'interval', seconds: 60 } }, 'UTC'),
  ],
  ['tend', () => tendAll(write)],
  ['run what is due', () => runDue(read, write)],
  ['compared', async () => write.noteCompared(await read.compareNext(MANY))],
  ['found', () => write.noteAccess(ids)],
  ['freeze', () => write.freezeBatch()],
  ['thaw', () => write.thawBatch(1, 'as_is')],
  ['retry', () => write.retryDead()],
  ['send refused ones again', () => write.retryRefused()],
  ['facts', () => write.syncFacts()],
  ['set aside', () => write.setIllAside('again')],
  ...ids.slice(0, Math.ceil(ids.length / 2)).map((id): Call => ['forget', () => write.forget({ ids: [id] })]),
  ['forget a key', () => write.forget({ key: 'tea' })],
];

/** More steps than this would be a loop. */
const STEPS_MAX = 50;

const tendAll = async (write: WriteEngine): Promise<unknown> => {
  for (let step = 0; step < STEPS_MAX; step++) if (!(await write.tendSchedules()).more) return null;
  throw new Error('schedules are never done');
};

const runDue = async (read: ReadEngine, write: WriteEngine): Promise<unknown> => {
  const { due } = await read.dueSchedules(STEPS_MAX);
  for (const id of due) {
    const begun = await write.beginRun(id, false);
    if (!begun.ok) return begun;
    if (begun.value === null) continue;
    const { run, dueAt, startedAt } = begun.value;
    const spent = { turns: 0, tokens: 0, cost: 0, currency: null, log: null };
    const failed = { status: 'failed', output: null, problem: 'no'.repeat(3_000) } as const;
    const ended = await write.endRun({ run, schedule: id, dueAt, startedAt, ...failed, ...spent });
    if (!ended.ok) return ended;
  }
  return null;
};
