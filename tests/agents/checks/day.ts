// A day with one agent: install, ask, ask again, import, uninstall.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check, Hold } from '../check.ts';
import type { AgentRun, Machine } from '../machine.ts';
import { field, listIn, parseJson } from '../model/json.ts';
import { toolFaults } from '../model/tool-faults.ts';

const PINNED = 'Anna wants commit messages in the imperative mood.';
const FACT = 'The zebra service listens on port 7421; restart it with systemctl restart zebra.';
const QUESTION = 'On which port does the zebra service listen?';
/** Number of memories. A session's start has no room for all of them, so the relevant ones come with the prompt. */
const FILLERS = 120;
const STARTS_MAX = 3;

const remember = async ({ cairn, work }: Machine): Promise<void> => {
  await cairn(['save', '--pin', PINNED]);
  await cairn(['save', FACT]);
  const fillers = Array.from({ length: FILLERS }, (_, n) => ({
    content: `Team ${n} keeps its notes in folder ${n * 7}, reads them every ${(n % 6) + 2} weeks and asks group ${n % 11} before it changes anything.`,
  }));
  const file = join(work, '../fillers.ndjson');
  writeFileSync(file, fillers.map((one) => JSON.stringify(one)).join('\n'));
  await cairn(['import', file]);
};

const holdInstalled = async (machine: Machine, hold: Hold): Promise<void> => {
  const { agent, cairn, own, read } = machine;
  await cairn(['install', agent.name]);
  await cairn(['uninstall', agent.name]);
  const changed = [...own].filter(([path, text]) => read(path) !== text).map(([path]) => path);
  hold('install and uninstall leave every byte', changed.length === 0, changed);
  const { code, err } = await cairn(['install', agent.name]);
  hold('is installed', code === 0, err);
};

const holdGiven = (run: AgentRun, hold: Hold): void => {
  const given = run.said().filter(({ from }) => from !== 'call' && from !== 'tool');
  const placeOf = (words: string): number => given.findIndex(({ text }) => text.includes(words));
  hold('the first question has the context', placeOf(PINNED) >= 0, given);
  hold('and what is relevant to the prompt', placeOf('7421') >= 0, given);
  hold('the context stands first', placeOf(PINNED) <= placeOf('7421'));
  const faults = run.asked.flatMap(({ protocol, tools }) =>
    tools.filter(({ name }) => /memory_/.test(name)).flatMap((tool) => toolFaults(protocol, tool)),
  );
  hold("the tools' names and schemas are taken by the model's API", faults.length === 0, faults);
};

const holdAnswered = async ({ agent, cairn }: Machine, run: AgentRun, hold: Hold): Promise<void> => {
  hold('runs to its end', run.code === 0 && run.out.includes('FINAL-ANSWER'), [run.code, run.out, run.err]);
  const results = run.said(-1).flatMap(({ from, text }) => (from === 'tool' ? [text] : []));
  hold(
    'a search finds what was saved',
    results.some((text) => text.includes('7421')),
    results,
  );
  hold('and not the question itself', !results.some((text) => text.includes(QUESTION)), results);
  hold(
    'a wrong call is answered with a sentence',
    results.some((text) => text.includes('There is no memory with')),
    results,
  );
  const found = parseJson((await cairn(['search', 'falcon gateway', '--json'])).out);
  const names = listIn(found, 'results').map((one) => field(one, 'agent'));
  hold('a save is kept under its name', names.includes(agent.name), found);
};

const holdKept = async ({ turns }: Machine, hold: Hold): Promise<void> => {
  const kept = await turns();
  const holds = (role: string, words: string) =>
    kept.filter((turn) => turn.role === role && turn.content.includes(words)).length === 1;
  hold('the question is kept, once', holds('user', QUESTION), kept);
  hold('what a tool did is kept, once', holds('tool', 'shell-marker'), kept);
  hold('the answer is kept, once', holds('assistant', 'FINAL-ANSWER'), kept);
  hold('nothing that Cairn gave is kept', !kept.some(({ content }) => content.includes(PINNED)), kept);
};

const holdResumed = async ({ run, turns }: Machine, hold: Hold): Promise<void> => {
  const resumed = await run('And how is it restarted?', [{ say: 'SECOND-ANSWER' }], { isResumed: true });
  hold('a session that goes on is answered', resumed.out.includes('SECOND-ANSWER'), resumed);
  hold(
    'and has the context',
    resumed.said().some(({ text }) => text.includes(PINNED)),
    resumed.said(),
  );
  hold(
    'and is told where it was',
    resumed.said().some(({ text }) => text.includes('Where you were')),
    resumed.said(),
  );
  const kept = await turns();
  const sessions = new Set(kept.map(({ session }) => session));
  hold('it is one session', sessions.size === 1, [...sessions]);
  const asked = kept.filter(({ role }) => role === 'user');
  hold('with both questions', asked.length === 2, asked);
  const said = kept.filter(({ role, content }) => role === 'assistant' && /-ANSWER/.test(content));
  hold('and both answers', said.length === 2, said);
};

const holdImported = async ({ agent, cairn, home, work }: Machine, hold: Hold): Promise<void> => {
  const other = { CAIRN_HOME: join(work, '../other') };
  const imported = await cairn(['import', agent.sessions(home)], other);
  const found = await cairn(['search', 'FINAL-ANSWER', '--in', 'sessions'], other);
  hold('its own sessions are imported', found.out.includes('FINAL-ANSWER'), [imported, found]);
  const injected = await cairn(['search', 'commit messages imperative mood', '--in', 'sessions'], other);
  hold('without what Cairn gave', !injected.out.includes(PINNED), injected);
  await cairn(['down'], other);
};

const holdForgotten = async ({ cairn }: Machine, hold: Hold): Promise<void> => {
  await cairn(['forget', '--query', 'commit messages imperative mood', '--yes']);
  const left = await cairn(['search', 'commit messages imperative mood', '--in', 'sessions']);
  hold('what is forgotten is in no session', !left.out.includes(PINNED), left);
};

const holdDaemonStays = async ({ cairn, run, pid }: Machine, hold: Hold): Promise<void> => {
  const tries: AgentRun[] = [];
  const isGiven = () => tries.some((ran) => ran.said().some(({ text }) => text.includes(PINNED)));
  // On a busy machine a daemon may take longer to start than a hook may wait.
  while (tries.length < STARTS_MAX && !isGiven()) {
    await cairn(['down']);
    tries.push(await run('Say hello.', [{ say: 'hello' }]));
  }
  const told = tries.map((ran) => ran.said().filter(({ from }) => from !== 'system'));
  hold('without a daemon it has the context', isGiven(), told);
  hold('the daemon outlives the agent', pid() !== null);
};

const holdTakenOut = async ({ agent, cairn, own, read, work }: Machine, hold: Hold): Promise<void> => {
  const { code, err } = await cairn(['uninstall', agent.name]);
  hold('is taken out', code === 0, err);
  // The agents also write to these files, so their bytes were compared before the agents ran.
  const left = [...own.keys()].filter((path) =>
    /cairn(?!-backup)/.test((read(path) ?? '').replaceAll(join(work, '..'), '')),
  );
  hold('and nothing is left of it', left.length === 0, left);
};

export const day: Check = {
  name: 'a day',
  play: async (machine, hold) => {
    await remember(machine);
    await holdInstalled(machine, hold);
    const run = await machine.run(QUESTION, [
      { call: 'memory_search', args: { query: 'zebra port' } },
      { call: 'memory_save', args: { content: 'The falcon gateway was set up in March.', tags: ['falcon'] } },
      { call: 'memory_get', args: { id: 'm_01k9x00000000000000000000x' } },
      machine.agent.shell('echo shell-marker'),
      { say: 'FINAL-ANSWER' },
    ]);
    holdGiven(run, hold);
    await holdAnswered(machine, run, hold);
    await holdKept(machine, hold);
    await holdResumed(machine, hold);
    await holdImported(machine, hold);
    await holdDaemonStays(machine, hold);
    await holdForgotten(machine, hold);
    await holdTakenOut(machine, hold);
  },
};
