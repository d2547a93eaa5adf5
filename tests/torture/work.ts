// Operations of persons and agents at their devices, and what each promises when it is acknowledged.

import type { Answer, Device } from './device.ts';
import { judgeRead, type Seen } from './judge/read.ts';
import type { Entry } from './ledger.ts';
import { createRandom, type Random } from './random.ts';
import type { World } from './world.ts';

type Deed = (world: World, device: Device, random: Random) => Promise<void>;

const TAGS = ['red', 'green', 'blue', 'small', 'large'];
const PLACES = 3;

const member = (value: unknown, name: string): unknown => ({ ...Object(value) })[name];

const save: Deed = async (world, device, random) => {
  const { ledger } = world;
  const text = ledger.newText(device.name);
  const pinned = random.chance(0.2);
  const tags = random.chance(0.3) ? [random.pick(TAGS)] : [];
  const isShared = random.chance(0.25);
  const id = random.chance(0.15)
    ? await saveByCommand(device, text, pinned, tags)
    : await saveByRequest(world, device, { content: text, pin: pinned, tags });
  if (id === null) return;
  const entry = ledger.add(device.name, id, text, { pinned, tags, isShared });
  await mustRead(world, device, entry, random);
};

const saveByCommand = async (
  device: Device,
  text: string,
  pinned: boolean,
  tags: readonly string[],
): Promise<string | null> => {
  const args = ['save', text, ...(pinned ? ['--pin'] : []), ...tags.flatMap((tag) => ['-t', tag]), '--json'];
  const { code, out } = await device.run(args);
  return code === 0 ? String(member(JSON.parse(out), 'id')) : null;
};

const saveByRequest = async (world: World, device: Device, body: object): Promise<string | null> => {
  const answer = await heard(world, device, 'save', device.ask('POST', '/v1/memories', body));
  return answer.kind === 'ok' ? String(member(answer.value, 'id')) : null;
};

/** Notes an answer. A status 500 is always a fault, whatever is done to the device. */
const heard = async (world: World, device: Device, what: string, asked: Promise<Answer>): Promise<Answer> => {
  const answer = await asked;
  const kind = answer.kind === 'refused' ? answer.problem : answer.kind;
  world.answers.set(kind, (world.answers.get(kind) ?? 0) + 1);
  if (answer.kind === 'refused' && answer.status === 500 && answer.problem === 'internal')
    world.findings.add('message', `${device.name} answers ${what} with 500 internal: ${answer.detail}`);
  return answer;
};

const mustRead = async (world: World, device: Device, entry: Entry, random: Random): Promise<void> => {
  // Other devices may change a shared memory at the same moment.
  if (entry.owner === null || entry.state !== 'here') return;
  const seen = await seenOf(world, device, entry, random.below(4));
  if (seen !== null) judgeRead(world.findings, device.name, entry, seen);
};

/** Reads a memory. Returns null when there was no answer. */
const seenOf = async (world: World, device: Device, entry: Entry, way: number): Promise<Seen | null> => {
  if (way === 0) {
    const query = entry.text.split(' ').at(-1) ?? '';
    const answer = await heard(world, device, 'search', device.ask('POST', '/v1/search', { query }));
    if (answer.kind !== 'ok') return null;
    return { by: 'search', contents: contentsOf(member(answer.value, 'results')) };
  }
  if (way === 1) {
    const answer = await heard(world, device, 'list', device.ask('GET', '/v1/memories?limit=1000'));
    if (answer.kind !== 'ok') return null;
    return { by: 'list', contents: contentsOf(member(answer.value, 'memories')) };
  }
  const answer = await heard(world, device, 'get', device.ask('GET', `/v1/memories/${entry.id}`));
  if (answer.kind === 'refused' && answer.status === 404) return { by: 'get', memory: null };
  return answer.kind === 'ok' ? { by: 'get', memory: member(answer.value, 'memory') } : null;
};

const contentsOf = (memories: unknown): readonly string[] =>
  Array.isArray(memories) ? memories.map((memory) => String(member(memory, 'content'))) : [];

/**
 * Runs `act` on an own memory. `act` returns whether there was an answer. An unanswered operation may still be done later, so its memory
 * is not used again.
 */
const withOwn =
  (act: (world: World, device: Device, entry: Entry, random: Random) => Promise<boolean>): Deed =>
  async (world, device, random) => {
    const own = world.ledger.own(device.name);
    if (own.length === 0) return save(world, device, random);
    const entry = random.pick(own);
    entry.isTaken = true;
    if (await act(world, device, entry, random)) entry.isTaken = false;
  };

const pin = withOwn(async (world, device, entry, random) => {
  const pinned = entry.pinned !== true;
  const isOlder = entry.mayBeAway;
  entry.pinned = null;
  const answer = await heard(
    world,
    device,
    'pin',
    device.ask('PATCH', `/v1/memories/${entry.id}`, { pinned }),
  );
  if (answer.kind !== 'ok') return false;
  // On a device with an older file, unpinning may change nothing, and the pin returns from other devices.
  if (!isOlder) entry.pinned = pinned;
  world.ledger.note(entry, pinned ? 'pinned' : 'unpinned');
  await mustRead(world, device, entry, random);
  return true;
});

const tag = withOwn(async (world, device, entry, random) => {
  const before = entry.tags;
  const name = random.pick(TAGS);
  const removes = before?.has(name) === true;
  const isOlder = entry.mayBeAway;
  entry.tags = null;
  const body = removes ? { removeTags: [name] } : { addTags: [name] };
  const answer = await heard(world, device, 'tag', device.ask('PATCH', `/v1/memories/${entry.id}`, body));
  if (answer.kind !== 'ok' || before === null) return false;
  if (!isOlder) entry.tags = new Set(removes ? [...before].filter((one) => one !== name) : [...before, name]);
  world.ledger.note(entry, `${removes ? 'lost' : 'got'} the tag ${name}`);
  await mustRead(world, device, entry, random);
  return true;
});

const supersede = withOwn(async (world, device, entry, random) => {
  const { ledger } = world;
  const content = ledger.newText(device.name);
  entry.state = 'unsure';
  const path = `/v1/memories/${entry.id}/supersede`;
  const answer = await heard(world, device, 'supersede', device.ask('POST', path, { content }));
  if (answer.kind !== 'ok') return false;
  entry.state = 'replaced';
  ledger.note(entry, `${device.name} replaced it`);
  const id = String(member(answer.value, 'id'));
  const next = ledger.add(device.name, id, content, { pinned: false, tags: [], isShared: false });
  // The contract says what a successor inherits, and all devices must agree on it.
  next.pinned = null;
  next.tags = null;
  await mustRead(world, device, next, random);
  return true;
});

const forgetEntry = async (world: World, device: Device, entry: Entry): Promise<void> => {
  const before = entry.state;
  entry.state = 'unsure';
  const answer = await heard(world, device, 'forget', device.ask('POST', '/v1/forget', { ids: [entry.id] }));
  if (answer.kind !== 'ok') return;
  const forgotten = member(answer.value, 'forgotten');
  if (!Array.isArray(forgotten) || !forgotten.includes(entry.id)) {
    // The memory has not arrived on this device yet.
    entry.state = before;
    return;
  }
  entry.state = 'gone';
  world.ledger.note(entry, `${device.name} forgot it`);
  const again = await device.ask('GET', `/v1/memories/${entry.id}`);
  if (again.kind === 'ok')
    world.findings.add(
      'read',
      `${device.name} still shows "${entry.text}" (${entry.id}) right after forget was acknowledged`,
    );
};

const forget = withOwn(async (world, device, entry) => {
  await forgetEntry(world, device, entry);
  return entry.state !== 'unsure';
});

/** Changes a memory that several devices change at the same time. The winner is not judged, but all must agree on it. */
const meddle: Deed = async (world, device, random) => {
  const shared = world.ledger.shared();
  if (shared.length === 0) return save(world, device, random);
  const entry = random.pick(shared);
  entry.pinned = null;
  entry.tags = null;
  const path = `/v1/memories/${entry.id}`;
  const way = random.below(6);
  if (way === 0) return forgetEntry(world, device, entry);
  if (way <= 2) {
    const content = world.ledger.newText(device.name);
    const answer = await heard(
      world,
      device,
      'supersede',
      device.ask('POST', `${path}/supersede`, { content }),
    );
    if (answer.kind !== 'refused') entry.state = entry.state === 'gone' ? 'gone' : 'unsure';
    return;
  }
  const body =
    way === 3
      ? { pinned: random.chance(0.5) }
      : way === 4
        ? { addTags: [random.pick(TAGS)] }
        : { removeTags: [random.pick(TAGS)] };
  await heard(world, device, 'change', device.ask('PATCH', path, body));
};

/** Writes a value under a key repeatedly. The last one counts. */
const place: Deed = async (world, device, random) => {
  const isShared = random.chance(0.4);
  const key = `${isShared ? 'all' : device.name}-${random.below(PLACES)}`;
  const kept = world.ledger.place(key, isShared ? null : device.name);
  const content = world.ledger.newText(device.name);
  kept.tried.push(content);
  const body = { content, namespace: 'torture', key };
  const answer = await heard(world, device, 'save by key', device.ask('POST', '/v1/memories', body));
  if (answer.kind === 'unknown') kept.isLoose = true;
  // An unanswered call may still be done later.
  if (answer.kind === 'ok') kept.acknowledged = content;
  if (answer.kind === 'ok' && !isShared && !kept.isLoose) kept.tried.splice(0, kept.tried.length, content);
};

const look: Deed = async (world, device, random) => {
  const own = world.ledger.own(device.name);
  if (own.length > 0 && random.chance(0.7)) return mustRead(world, device, random.pick(own), random);
  const args = random.pick([
    ['status'],
    ['list'],
    ['doctor'],
    ['context'],
    ['sync'],
    ['search', 'marker'],
    ['stats'],
  ]);
  await device.run(args);
};

const DEEDS: readonly (readonly [share: number, Deed])[] = [
  [8, save],
  [2, pin],
  [2, tag],
  [3, supersede],
  [3, forget],
  [4, meddle],
  [2, place],
  [2, look],
];

export const work = async (world: World, device: Device, seed: number): Promise<void> => {
  if (!device.isIn) return;
  const random = createRandom(seed);
  let left = random.below(DEEDS.reduce((sum, [share]) => sum + share, 0));
  for (const [share, deed] of DEEDS) {
    left -= share;
    if (left < 0) return device.alone(() => deed(world, device, random));
  }
};
