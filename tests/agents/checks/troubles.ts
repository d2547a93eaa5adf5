// Faults of real machines: the agent goes on, and what was said is kept.

import { rmSync, writeFileSync } from 'node:fs';
import type { Check, Hold } from '../check.ts';
import type { Machine } from '../machine.ts';
import { listIn, parseJson, textIn } from '../model/json.ts';

/** Bound for the first question. Without Cairn an agent asks within a few seconds. On a busy machine Gemini CLI and OpenCode take eight. */
const FIRST_MS_MAX = 25_000;
const HUNG_MS_MAX = 90_000;
/** Length near the system's limit of 128 KiB for one argument. */
const LONG_ARGUMENT_CHARS = 120_000;
const LONG_INPUT_CHARS = 200_000;
const TOOL_CALLS = 60;
const LONG_CALLS = 300;

export const hungDaemon: Check = {
  name: 'a daemon that hangs',
  play: async ({ agent, cairn, run, pid }, hold) => {
    await cairn(['install', agent.name]);
    await cairn(['up']);
    const daemon = pid();
    if (daemon === null) throw new Error('no daemon runs');
    process.kill(daemon, 'SIGSTOP');
    try {
      const ran = await run('Say hello.', [
        { call: 'memory_search', args: { query: 'zebra' } },
        { say: 'STILL-HERE' },
      ]);
      hold('the model is asked all the same', (ran.firstMs ?? FIRST_MS_MAX) < FIRST_MS_MAX, ran.firstMs);
      hold('and the agent ends', ran.ms < HUNG_MS_MAX && ran.out.includes('STILL-HERE'), ran);
    } finally {
      process.kill(daemon, 'SIGCONT');
    }
  },
};

export const noHome: Check = {
  name: 'no folder for Cairn',
  play: async ({ agent, cairn, run, cairnHome }, hold) => {
    await cairn(['install', agent.name]);
    await cairn(['down']);
    rmSync(cairnHome, { recursive: true, force: true });
    writeFileSync(cairnHome, 'a file where the folder would be');
    const ran = await run('Say hello.', [{ say: 'STILL-HERE' }]);
    hold('the agent runs as without it', ran.code === 0 && ran.out.includes('STILL-HERE'), ran);
    rmSync(cairnHome);
  },
};

export const sideBySide: Check = {
  name: 'two at once in one project',
  play: async ({ agent, cairn, run, turns }, hold) => {
    await cairn(['install', agent.name]);
    // The first run of OpenCode creates its own database, and the creation fails where two run at once.
    await run('Say hello to nobody.', [{ say: 'FIRST-ANSWER' }]);
    const prompts = ['Say hello to Ada.', 'Say hello to Grace.'];
    const steps = [{ say: 'BOTH-ANSWER' }, { say: 'BOTH-ANSWER' }];
    const both = await Promise.all(prompts.map((prompt) => run(prompt, steps)));
    hold(
      'both are answered',
      both.every(({ code }) => code === 0),
      both,
    );
    const kept = (await turns()).filter(({ content }) => prompts.some((prompt) => content.includes(prompt)));
    const counts = prompts.map((prompt) => kept.filter(({ content }) => content.includes(prompt)).length);
    hold(
      'both questions are kept, once',
      counts.every((count) => count === 1),
      kept,
    );
    hold('in two sessions', new Set(kept.map(({ session }) => session)).size === 2, kept);
  },
};

export const longPrompt: Check = {
  name: 'a long prompt',
  play: async ({ agent, cairn, run, turns }, hold) => {
    await cairn(['install', agent.name]);
    const byInput = agent.inputArgs !== undefined;
    const chars = byInput ? LONG_INPUT_CHARS : LONG_ARGUMENT_CHARS;
    const prompt = `LONG-QUESTION ${'all work and no play. '.repeat(chars)}`.slice(0, chars);
    const ran = await run(prompt, [{ say: 'LONG-ANSWER' }], { byInput });
    hold('is answered', ran.code === 0 && ran.out.includes('LONG-ANSWER'), [ran.code, ran.err]);
    const kept = await turns();
    const beginnings = kept.map(({ role, content }) => `${role}: ${content.slice(0, 60)}`);
    hold(
      'its beginning is kept, once',
      beginnings.filter((one) => one.includes('LONG-QUESTION')).length === 1,
      beginnings,
    );
    hold(
      'and its answer',
      beginnings.some((one) => one.includes('LONG-ANSWER')),
      beginnings,
    );
  },
};

/** Checks that nothing of a session is lost, and that importing the same session duplicates nothing. */
const runAll = async ({ agent, cairn, home, run, turns }: Machine, length: number, hold: Hold) => {
  await cairn(['install', agent.name]);
  const calls = Array.from({ length }, (_, n) => agent.shell(`echo marker-${n}-end`));
  const ran = await run('Run all of it.', [...calls, { say: 'ALL-RUN' }]);
  hold('runs to its end', ran.out.includes('ALL-RUN'), ran);
  const all = await turns();
  const kept = all.filter(({ role }) => role === 'tool');
  const odd = calls.flatMap((_, n) => {
    const count = kept.filter(({ content }) => content.includes(`echo marker-${n}-end`)).length;
    return count === 1 ? [] : [`marker ${n}: ${count}`];
  });
  hold('each is kept, once', odd.length === 0, odd);
  const imported = await cairn(['import', agent.sessions(home)]);
  const found = parseJson((await cairn(['search', 'ALL-RUN', '--in', 'sessions', '--json'])).out);
  const answers = listIn(found, 'passages').filter((one) => textIn(one, 'text').includes('ALL-RUN'));
  hold('the answer is there once, also after an import', answers.length === 1, [imported, found]);
};

export const manyTools: Check = {
  name: 'many calls of tools',
  play: (machine, hold) => runAll(machine, TOOL_CALLS, hold),
};

export const longSession: Check = {
  name: 'a session of 300 turns',
  isLong: true,
  play: (machine, hold) => runAll(machine, LONG_CALLS, hold),
};

export const toolFails: Check = {
  name: 'a tool that fails',
  play: async ({ agent, cairn, run, turns }, hold) => {
    await cairn(['install', agent.name]);
    const fails = agent.shell('echo broken-marker; exit 3');
    const ran = await run('Run it.', [fails, agent.shell('echo mended-marker'), { say: 'BOTH-RUN' }]);
    hold('the agent goes on', ran.out.includes('BOTH-RUN'), ran);
    const kept = await turns();
    const count = (words: string) =>
      kept.filter(({ role, content }) => role === 'tool' && content.includes(words)).length;
    hold('what went well after it is kept, once', count('mended-marker') === 1, kept);
    hold('nothing is kept twice', count('broken-marker') <= 1, kept);
  },
};

export const compacted: Check = {
  name: 'a compaction',
  isFor: ({ compactArgs }) => compactArgs !== undefined,
  play: async ({ agent, cairn, run, call, work }, hold) => {
    await cairn(['install', agent.name]);
    await run('Please mend the login page of the shop.', [{ say: 'MENDED' }]);
    const done = await call(agent.compactArgs ?? [], work);
    hold('is done', done.code === 0, done);
    const told = await cairn(['doctor', '--agent', agent.name, '--json']);
    const calls = listIn(parseJson(told.out), 'checks').find((one) => textIn(one, 'id') === 'compact');
    hold('its hook is called', calls !== undefined && textIn(calls, 'status') === 'pass', told);
    const next = await run('Go on.', [{ say: 'WENT-ON' }], { isResumed: true });
    const said = next.said().map(({ text }) => text);
    hold(
      'the agent is told its task',
      said.some((text) => text.includes('Task: Please mend the login page of the shop.')),
      said,
    );
  },
};

export const ctrlC: Check = {
  name: 'Ctrl-C in the middle',
  play: async ({ agent, cairn, run, turns, pid }, hold) => {
    await cairn(['install', agent.name]);
    const ran = await run('Think for ever.', [{ silent: true }], { interrupt: true });
    hold('the agent ends', ran.ms < HUNG_MS_MAX, ran);
    const kept = await turns();
    hold(
      'the question is kept',
      kept.some(({ content }) => content.includes('Think for ever')),
      kept,
    );
    hold('the daemon goes on', pid() !== null);
    const next = await run('Say hello.', [{ say: 'NEXT-ANSWER' }]);
    hold('so does the next session', next.out.includes('NEXT-ANSWER'), next);
  },
};
