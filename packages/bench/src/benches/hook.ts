/** Measures the time that an agent waits for a hook: the whole process, with the daemon running, against an empty Node process. */
import { range, timed } from '../measure.ts';
import { type Device, startDevice } from '../processes/device.ts';
import { createHttpClient } from '../processes/keep-alive.ts';
import { cliProgram } from '../processes/places.ts';
import { roundsBesideNode, runProcess } from '../processes/run-process.ts';
import { belowRow, named, ratioRow } from '../report.ts';
import { createCorpus } from '../text/corpus.ts';
import type { Bench, World } from '../world.ts';

const MEMORIES = 2_000;
const PROCESS_MS = 120;

export const hook: Bench = async (world) => {
  const device = await startDevice(world, 'hook');
  world.say('hook: filling the store');
  const corpus = createCorpus('hook');
  const memories = world.size(MEMORIES, 50);
  const client = createHttpClient(device);
  for (const at of range(memories)) await client.post('/v1/memories', { content: corpus.memory(at) });
  client.close();
  const questions = corpus.questions(world.size(120, 6), memories);
  const rows = [
    ...(await ofEvent(world, device, 'session-start', (at) => ({ source: 'startup', session_id: `s${at}` }))),
    ...(await ofEvent(world, device, 'prompt', (at) => ({
      session_id: `p${at % 4}`,
      prompt: questions[at % questions.length],
    }))),
    ...(await ofEvent(world, device, 'tool', (at) => ({
      ...{ session_id: 't', tool_name: 'Bash', tool_input: { command: `npm test ${at}` } },
      tool_response: { stdout: corpus.memory(at) },
    }))),
  ];
  await device.stop();
  return rows;
};

/** Measures one event. The first round is not counted, because the launcher's code cache is cold. */
const ofEvent = async (world: World, device: Device, event: string, inputOf: (at: number) => object) => {
  world.say(`hook: ${event}`);
  let at = 0;
  const ours = (): Promise<number> => {
    const input = JSON.stringify({ cwd: '/', ...inputOf(at++) });
    return timed(() => runProcess(cliProgram(), ['hook', 'claude-code', event], device.env, input));
  };
  const rounds = await roundsBesideNode(world, device, ours, '');
  const samples = rounds.flatMap((round) => round.ours);
  const what = `\`cairn hook claude-code ${event}\`, whole process`;
  return [
    belowRow(named(`hook.${event}`, what), samples, 'median', PROCESS_MS),
    ratioRow(named(`hook.${event}.ratio`, `${what}, against \`node -e 0\``), rounds, 3),
  ];
};
