// What goes wrong on real machines: the agent goes on, and what was said is kept.

import { rmSync, writeFileSync } from 'node:fs';
import type { Check } from '../check.ts';

/** Without Cairn an agent asks within a few seconds; on a busy machine Gemini CLI and OpenCode take eight. */
const FIRST_MS_MAX = 25_000;
const HUNG_MS_MAX = 90_000;
const LONG_PROMPT_CHARS = 120_000;
const TOOL_CALLS = 60;

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
    const prompts = ['Say hello to Ada.', 'Say hello to Grace.'];
    const steps = [{ say: 'BOTH-ANSWER' }, { say: 'BOTH-ANSWER' }];
    const both = await Promise.all(prompts.map((prompt) => run(prompt, steps)));
    hold(
      'both are answered',
      both.every(({ code }) => code === 0),
      both,
    );
    const kept = await turns();
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
  name: 'a prompt as long as an argument may be',
  play: async ({ agent, cairn, run, turns }, hold) => {
    await cairn(['install', agent.name]);
    const prompt = `LONG-QUESTION ${'all work and no play. '.repeat(LONG_PROMPT_CHARS)}`.slice(
      0,
      LONG_PROMPT_CHARS,
    );
    const ran = await run(prompt, [{ say: 'LONG-ANSWER' }]);
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

export const manyTools: Check = {
  name: 'many calls of tools',
  play: async ({ agent, cairn, run, turns }, hold) => {
    await cairn(['install', agent.name]);
    const calls = Array.from({ length: TOOL_CALLS }, (_, n) => agent.shell(`echo marker-${n}-end`));
    await run('Run all of it.', [...calls, { say: 'ALL-RUN' }]);
    const kept = (await turns()).filter(({ role }) => role === 'tool');
    const odd = calls.flatMap((_, n) => {
      const count = kept.filter(({ content }) => content.includes(`echo marker-${n}-end`)).length;
      return count === 1 ? [] : [`marker ${n}: ${count}`];
    });
    hold('each is kept, once', odd.length === 0, odd);
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
