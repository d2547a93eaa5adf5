/**
 * Measures the share of the daemon's time that checks of input take: in a save, a search and a pull. Checked are texts (for secrets,
 * orders, hidden characters), fences around quotes, and values, stamps and key generations of other devices. [TR-5 to TR-14]
 */
import { range } from '../measure.ts';
import { nowUs, shareOf, startProfiled } from '../processes/cpu-profiles.ts';
import { makeDevice, startDevice } from '../processes/device.ts';
import { startHost } from '../processes/mcp-host.ts';
import { cliProgram } from '../processes/places.ts';
import { startServer } from '../processes/server.ts';
import { awaitSynced, createPusher, createVault, readSecrets, sealBatches } from '../processes/vault.ts';
import { factRow, named } from '../report.ts';
import { createCorpus } from '../text/corpus.ts';
import { type Bench, tempFolder } from '../world.ts';

const CHECKS: Readonly<Record<string, RegExp>> = {
  texts: /core\/src\/memory\/(?:guard|clean-text|secret|mask|word-scan)/,
  fences: /core\/src\/context\/(?:fence|echo)/,
  // Parsing is left out, because any program needs it.
  values:
    /schema\/src\/(?:within-limits|register\.ts isWhole)|core\/src\/(?:sync\/(?:stamp-bounds|generation-bounds|set-ill-aside)|engine\/vault\/check-keyring)/,
  bodies: /local-daemon\/src\/api\/cap-body/,
};
const isCheck = (place: string): boolean => Object.values(CHECKS).some((pattern) => pattern.test(place));

/** Largest share of all checks, percent. */
const AT_MOST = 3;

const NAMES = { save: 'a save over HTTP', search: 'a search by MCP', pull: 'a pull of sealed memories' };
type Name = keyof typeof NAMES;

export const trust: Bench = async (world) => {
  const corpus = createCorpus('trust');
  const server = await startServer(world, null);
  const other = await startDevice(world, 'trust-other');
  const words = await createVault(other, server, 'laptop');
  await other.stop();
  const secrets = await readSecrets(other);
  const device = await makeDevice(world, 'trust');
  const folder = await tempFolder(world, 'profiles');
  await startProfiled(world, device, folder);
  await device.ask('POST', '/v1/vault/recover', { words, server: server.url, name: 'desktop' });
  const phases = new Map<Name, readonly [number, number]>();
  const during = async (name: Name, work: () => Promise<unknown>): Promise<void> => {
    const from = nowUs();
    await work();
    phases.set(name, [from, nowUs()]);
  };

  const saved = world.size(4_000, 300);
  const texts = corpus.memories(saved);
  world.say(`trust: ${saved} saves, as an agent's`);
  const save = (content: string) => device.ask('POST', '/v1/memories', { content, source: 'agent' });
  for (const at of range(50)) await save(corpus.unique(`warm${at}`).text);
  await during('save', async () => {
    for (const content of texts) await save(content);
  });
  await awaitSynced(device, 120_000);
  const questions = corpus.questions(world.size(1_000, 100), saved);
  world.say(`trust: ${questions.length} searches by MCP`);
  const host = await startHost(world, { command: cliProgram(), args: ['mcp'], env: device.env });
  const find = (query: string) => host.tool('memory_search', { query });
  for (const query of questions.slice(0, 50)) await find(query);
  await during('search', async () => {
    for (const query of questions) await find(query);
  });
  await host.end();
  const pulled = world.size(20_000, 1_000);
  world.say(`trust: a pull of ${pulled} memories`);
  const pusher = await createPusher(server, secrets);
  const batches = await sealBatches(
    secrets,
    range(pulled).map((at) => corpus.memory(saved + at)),
    Date.now() - pulled,
  );
  await during('pull', async () => {
    for (const batch of batches) await pusher.push(batch);
    await device.ask('POST', '/v1/sync', {});
    await awaitSynced(device, 600_000);
  });
  pusher.close();
  await device.stop();
  return [...phases].flatMap(([name, phase]) => {
    const part = (isCounted: (place: string) => boolean) => shareOf(folder, phase, isCounted) * 100;
    return [
      factRow(
        named(`trust.${name}`, `checks, of the daemon's time in ${NAMES[name]}`, '%'),
        part(isCheck),
        AT_MOST,
      ),
      ...Object.entries(CHECKS).map(([kind, pattern]) =>
        factRow(
          named(`trust.${name}.${kind}`, `of it: ${kind}`, '%'),
          part((place) => pattern.test(place)),
        ),
      ),
    ];
  });
};
