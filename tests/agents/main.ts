// npm run test:agents: runs real agents from npm with Cairn, from install to uninstall, with a scripted model.

import { parseArgs } from 'node:util';
import type { Agent } from './agent.ts';
import { AGENTS } from './agents/index.ts';
import type { Check } from './check.ts';
import { day } from './checks/day.ts';
import { published } from './checks/published.ts';
import { times } from './checks/times.ts';
import {
  compacted,
  ctrlC,
  hungDaemon,
  longPrompt,
  longSession,
  manyTools,
  noHome,
  sideBySide,
  toolFails,
} from './checks/troubles.ts';
import { startMachine } from './machine.ts';
import { judgeBundle } from './mcpb.ts';
import { cacheFolder, getAgent } from './npm-agents.ts';

const HELP = `usage: npm run test:agents -- [AGENT…] [--only WORD] [--long] [--latest] [--verbose]

Real agents (${AGENTS.map(({ name }) => name).join(', ')}) are got from npm, 1.5 GB once, and run with Cairn.

  --only WORD   checks with this word in their name
  --long        also a session of 300 turns and the time that is added: minutes for each agent
  --latest      the newest versions instead of those that were tried last
  --verbose     shows what was seen where something does not hold
`;
const CHECKS: readonly Check[] = [
  day,
  hungDaemon,
  noHome,
  sideBySide,
  longPrompt,
  manyTools,
  toolFails,
  compacted,
  longSession,
  ctrlC,
  published,
  times,
];
const DETAIL_CHARS_MAX = 20_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Counts {
  held: number;
  failed: number;
}

const playOne = async (check: Check, agent: Agent, program: string, counts: Counts, isVerbose: boolean) => {
  const began = performance.now();
  const failures: string[] = [];
  const machine = await startMachine(agent, program);
  try {
    await check.play(machine, (says, isHeld, detail) => {
      if (isHeld) counts.held += 1;
      else
        failures.push(
          isVerbose ? `${says}\n${JSON.stringify(detail, null, 1)?.slice(0, DETAIL_CHARS_MAX)}` : says,
        );
    });
  } catch (error) {
    failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    await machine.end();
  }
  counts.failed += failures.length;
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  say(`${failures.length === 0 ? '✓' : '✗'} ${agent.name}: ${check.name} (${seconds} s)`);
  for (const failure of failures) say(`    ${failure}`);
};

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string', default: '' },
      long: { type: 'boolean', default: false },
      latest: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const unknown = positionals.filter((name) => !AGENTS.some((agent) => agent.name === name));
  if (values.help || unknown.length > 0) {
    say(values.help ? HELP : `No such agent: ${unknown.join(', ')}\n\n${HELP}`);
    return values.help ? 0 : 2;
  }
  const counts: Counts = { held: 0, failed: 0 };
  const skipped: string[] = [];
  for (const agent of AGENTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    const version = values.latest ? 'latest' : agent.version;
    const got = getAgent(agent, version, cacheFolder(process.env));
    if (got.kind === 'missing') {
      skipped.push(agent.name);
      say(`!!! ${agent.name} is SKIPPED: ${agent.npm}@${version} cannot be had: ${got.why}`);
      continue;
    }
    const isAsked = ({ name, isLong = false, isFor }: Check): boolean =>
      name.includes(values.only) &&
      (!isLong || values.long || values.only !== '') &&
      (isFor === undefined || isFor(agent));
    for (const check of CHECKS.filter(isAsked)) await playOne(check, agent, got.path, counts, values.verbose);
  }
  if (positionals.length === 0 && values.only === '') {
    const judged = judgeBundle(cacheFolder(process.env));
    if (judged.kind === 'missing') skipped.push('mcpb');
    else counts[judged.fault === null ? 'held' : 'failed'] += 1;
    say(
      judged.kind === 'missing'
        ? `!!! mcpb is SKIPPED: it cannot be had: ${judged.why}`
        : `${judged.fault === null ? '✓' : '✗'} mcpb: the bundle of Claude Desktop ${judged.fault ?? ''}`,
    );
  }
  const rest = skipped.length === 0 ? '' : `, not run: ${skipped.join(', ')}`;
  say(`\n${counts.held} hold, ${counts.failed} failed${rest}`);
  return counts.failed === 0 ? 0 : 1;
};

process.exitCode = await main();
