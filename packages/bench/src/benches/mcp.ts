/** Measures MCP as agents use it: `cairn mcp` as a process, compared with the reference memory server in the same run. */
import { eachInTurn, range, timed, timedEach } from '../measure.ts';
import { type ReferenceServer, referenceServer } from '../peers/server-memory.ts';
import { type Device, makeDevice } from '../processes/device.ts';
import { fillStore } from '../processes/embedded-store.ts';
import { type McpHost, type McpProgram, startHost } from '../processes/mcp-host.ts';
import { cliProgram } from '../processes/places.ts';
import { residentMb } from '../processes/process-usage.ts';
import {
  belowRow,
  factRow,
  named,
  peerRow,
  type Round,
  type Row,
  rateRow,
  ratioRow,
  samplesRow,
} from '../report.ts';
import { type Corpus, createCorpus } from '../text/corpus.ts';
import type { Bench, World } from '../world.ts';

export const mcp: Bench = async (world) => {
  const corpus = createCorpus('mcp');
  const stored = world.size(10_000, 300);
  const device = await makeDevice(world, 'mcp');
  world.say(`mcp: filling both stores with ${stored} memories`);
  await fillStore(device.paths.database, corpus.memories(stored));
  const peer = await referenceServer(world, corpus.memories(stored));
  await device.start();
  const program = programOf(device);
  world.say('mcp: from the start of a process to its first list of tools');
  const starts = await startsBeside(world, program, peer);
  world.say('mcp: one client');
  const one = await oneClient(world, program, peer, { corpus, stored });
  world.say('mcp: eight at once');
  const many = await eightAtOnce(world, program, corpus);
  world.say('mcp: the daemon is down');
  const cold = await startsDown(world, device, program);
  await device.stop();
  world.say('mcp: five processes at once on a new store');
  return [...starts, cold, ...one, ...many, await fiveProcesses(world)];
};

const programOf = ({ env }: Device): McpProgram => ({ command: cliProgram(), args: ['mcp'], env });

const toFirstList = async (world: World, program: McpProgram): Promise<number> => {
  const from = performance.now();
  const host = await startHost(world, program);
  await host.ask('tools/list');
  const ms = performance.now() - from;
  await host.end();
  return ms;
};

const startsBeside = async (world: World, program: McpProgram, peer: ReferenceServer) => {
  await toFirstList(world, program);
  const rounds = await eachInTurn(range(world.size(15, 2)), async () => ({
    ours: [await toFirstList(world, program)],
    bare: peer === null ? [] : [await toFirstList(world, peer.program)],
  }));
  const name = named('mcp.start', 'start to first tools/list, daemon up');
  const samples = rounds.flatMap(({ ours }) => ours);
  if (peer === null) return [samplesRow(name, samples)];
  return [
    ratioRow({ ...name, what: `${name.what}, against the reference server` }, rounds, 1),
    samplesRow(
      named('mcp.start.peer', 'the reference server: start to first tools/list'),
      rounds.flatMap(({ bare }) => bare),
    ),
  ];
};

const startsDown = async (world: World, device: Device, program: McpProgram): Promise<Row> => {
  const samples = await eachInTurn(range(world.size(8, 1)), async () => {
    await device.stop();
    const ms = await toFirstList(world, program);
    await device.start();
    return ms;
  });
  const what = 'start to first tools/list, daemon down';
  return belowRow(named('mcp.start.down', what), samples, 'median', 900);
};

const oneClient = async (
  world: World,
  program: McpProgram,
  peer: ReferenceServer,
  { corpus, stored }: { readonly corpus: Corpus; readonly stored: number },
): Promise<readonly Row[]> => {
  const host = await startHost(world, program);
  const other = peer === null ? null : await startHost(world, peer.program);
  const size = world.size(100, 10);
  let fresh = 0;
  const texts = () => range(size).map(() => corpus.unique(`one ${fresh++}`));
  const save = ({ text }: { readonly text: string }) => host.tool('memory_save', { content: text });
  const search = (query: string) => host.tool('memory_search', { query });
  const questions = corpus.questions(size, stored);
  await timedEach(texts(), save);
  await timedEach(questions, search);
  const saves: Round[] = [];
  const searches: Round[] = [];
  for (const _ of range(world.size(10, 2))) {
    const block = texts();
    const forOther = other === null ? [] : block.slice(0, 10);
    saves.push({
      ours: await timedEach(block, save),
      bare: await timedEach(forOther, async ({ text, word }) =>
        other?.tool('create_entities', peer?.saving(word, text) ?? {}),
      ),
    });
    searches.push({
      ours: await timedEach(questions, search),
      bare: await timedEach(forOther, async ({ word }) => other?.tool('search_nodes', { query: word })),
    });
  }
  const resident = await residentMb(host.pid);
  await host.end();
  await other?.end();
  const at = `at ${stored.toLocaleString('en-US')} memories`;
  return [
    ...beside(named('mcp.save', `memory_save ${at}, one client`), saves, 1.5),
    ...beside(named('mcp.search', `memory_search ${at}, one client`), searches, 2.5),
    factRow(named('mcp.memory', 'one `cairn mcp`, resident, after its work', 'MB'), resident, 65),
  ];
};

const PEER_TIMES = 10;

const beside = (name: Parameters<typeof belowRow>[0], rounds: readonly Round[], below: number): Row[] => {
  const ours = belowRow(
    name,
    rounds.flatMap((round) => round.ours),
    'median',
    below,
  );
  if (rounds.some(({ bare }) => bare.length === 0)) return [ours];
  return [
    ours,
    peerRow({ ...name, id: `${name.id}.peer`, what: 'the reference server: the same' }, rounds, PEER_TIMES),
  ];
};

const CLIENTS = 8;

const eightAtOnce = async (world: World, program: McpProgram, corpus: Corpus): Promise<readonly Row[]> => {
  const size = world.size(150, 10);
  let fresh = 0;
  const saveAll = async (host: McpHost): Promise<void> => {
    for (const _ of range(size))
      await host.tool('memory_save', { content: corpus.unique(`many ${fresh++}`).text });
  };
  const perSecond = async (hosts: readonly McpHost[]): Promise<readonly number[]> => {
    const round = () => timed(() => Promise.all(hosts.map(saveAll)));
    await round();
    return eachInTurn(range(world.size(8, 2)), async () => (CLIENTS * size * 1_000) / (await round()));
  };
  const one = await startHost(world, program);
  const within = await perSecond(range(CLIENTS).map(() => one));
  await one.end();
  const hosts = await Promise.all(range(CLIENTS).map(() => startHost(world, program)));
  const apart = await perSecond(hosts);
  await Promise.all(hosts.map((host) => host.end()));
  return [
    rateRow(named('mcp.save.8', 'saves of one client, 8 at once', 'saves/s'), within, 1_500),
    rateRow(named('mcp.save.8x', 'saves of 8 clients, one at a time each', 'saves/s'), apart, 1_500),
  ];
};

const fiveProcesses = async (world: World): Promise<Row> => {
  const device = await makeDevice(world, 'mcp-five');
  const hosts = await Promise.all(range(5).map(() => startHost(world, programOf(device))));
  const answers = await Promise.allSettled(
    hosts.flatMap((host, who) =>
      range(50).map((n) => host.tool('memory_save', { content: `process ${who} knows ${n}` })),
    ),
  );
  await device.start();
  const { total } = await device.ask('GET', '/v1/memories?limit=1');
  await Promise.all(hosts.map((host) => host.end()));
  await device.stop();
  const lost =
    answers.filter(({ status }) => status === 'fulfilled').length === 250 ? 250 - Number(total) : 250;
  const what = '5 processes × 50 saves at once on a new store: not answered or not kept';
  return factRow(named('mcp.five', what, 'saves'), lost, 1);
};
