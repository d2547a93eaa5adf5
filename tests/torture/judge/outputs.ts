// Checks outputs and logs: no stack trace, no secret, and no failing command without a message.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { World } from '../world.ts';

const STACK = /^\s+at .{0,200}:\d+:\d+\)?\s*$/m;
const LOG_STACK = /\\n\s+at [^"]{0,200}:\d+:\d+/;

const around = (text: string, at: number): string =>
  text.slice(Math.max(0, at - 160), at + 240).replaceAll(/\s+/g, ' ');

export const judgeOutputs = (world: World): void => {
  const { findings, said, secrets, server, ledger } = world;
  const see = (where: string, text: string, isLog: boolean): void => {
    const stack = STACK.exec(text) ?? LOG_STACK.exec(text);
    if (stack !== null) findings.add('message', `a stack trace in ${where}: ${around(text, stack.index)}`);
    for (const secret of secrets)
      if (text.includes(secret))
        findings.add('secret', `a secret (${secret.slice(0, 3)}…) stands in ${where}`);
    // Logs must not hold the text of memories.
    const marker = isLog ? /noted marker\d+/.exec(text) : null;
    if (marker !== null && ledger.tried.size > 0)
      findings.add('secret', `the text of a memory stands in ${where}: ${around(text, marker.index)}`);
  };
  for (const { device, args, ran } of said) {
    // Only this command may print the recovery words.
    if (args[0] === 'vault' && args[1] === 'create') continue;
    const what = `cairn ${args.join(' ')} on ${device}`;
    see(`the output of ${what}`, `${ran.out}\n${ran.err}`, false);
    if (ran.code !== null && ran.code !== 0 && ran.err.trim() === '' && ran.out.trim() === '')
      findings.add('message', `${what} ended with ${ran.code} and without a word`);
    if (
      ran.code === 0 &&
      /^cairn: /m.test(ran.err) &&
      args[0] !== 'doctor' &&
      /cannot|failed|error/i.test(ran.err)
    )
      findings.add('message', `${what} ended with 0 and says ${ran.err.trim().slice(0, 200)}`);
  }
  for (const { home, name } of world.devices)
    for (const log of logsOf(home)) see(`a log of ${name}`, log, true);
  for (const node of server.nodes) see(`the output of ${node.name}`, node.log(), true);
};

const logsOf = (home: string): readonly string[] => {
  try {
    const folder = join(home, 'logs');
    return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  } catch {
    return [];
  }
};
