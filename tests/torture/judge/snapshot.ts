// Everything that a device shows, in a form that can be compared between devices.

import type { Device } from '../device.ts';

export interface Shown {
  readonly id: string;
  readonly content: string;
  /** Everything that all devices must agree on, as one text. */
  readonly all: string;
  readonly key: string | null;
}

export interface Snapshot {
  readonly device: string;
  /** Current memories. */
  readonly heads: readonly Shown[];
  /** All memories, with replaced and held ones. */
  readonly all: readonly Shown[];
  /** Versions of every memory, oldest first. */
  readonly histories: ReadonlyMap<string, { readonly versions: string; readonly isIncomplete: boolean }>;
  readonly head: number;
}

const PAGE = 1_000;

export const snapshotOf = async (device: Device): Promise<Snapshot> => {
  const head = Number((await statusOf(device)).head);
  const all = await listOf(device, '&all=true');
  const heads = await listOf(device, '');
  const histories = new Map<string, { versions: string; isIncomplete: boolean }>();
  for (const { id } of all) histories.set(id, await historyOf(device, id));
  return { device: device.name, heads, all, histories, head };
};

export const statusOf = async (device: Device): Promise<Readonly<Record<string, unknown>>> =>
  partOf(await read(device, '/v1/status'), 'sync');

const read = async (device: Device, path: string): Promise<unknown> => {
  const answer = await device.ask('GET', path, undefined, 30_000);
  if (answer.kind === 'ok') return answer.value;
  throw new Error(`${device.name} does not answer ${path}: ${JSON.stringify(answer)}`);
};

const partOf = (value: unknown, name: string): Readonly<Record<string, unknown>> => ({
  ...Object({ ...Object(value) }[name]),
});

const listOf = async (device: Device, more: string): Promise<readonly Shown[]> => {
  const found: Shown[] = [];
  let before = '';
  for (;;) {
    const value = await read(device, `/v1/memories?limit=${PAGE}${more}${before}`);
    const page: Readonly<Record<string, unknown>> = { ...Object(value) };
    if (Array.isArray(page.memories)) found.push(...page.memories.map(shownOf));
    if (typeof page.next !== 'string') return found.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    before = `&before=${encodeURIComponent(page.next)}`;
  }
};

const shownOf = (memory: unknown): Shown => {
  // Each device counts uses separately.
  const { seen: _, device, tags, ...rest }: Record<string, unknown> = { ...Object(memory) };
  const stable = {
    ...rest,
    device: { ...Object(device) }.id,
    tags: Array.isArray(tags) ? tags.map(String).toSorted() : tags,
  };
  return {
    id: String(rest.id),
    content: String(rest.content),
    key: typeof rest.key === 'string' ? rest.key : null,
    all: JSON.stringify(stable, Object.keys(stable).toSorted()),
  };
};

const historyOf = async (device: Device, id: string) => {
  const value = await read(device, `/v1/memories/${id}/history`);
  const { versions, incomplete }: Readonly<Record<string, unknown>> = { ...Object(value) };
  const lines = (Array.isArray(versions) ? versions : []).map((version) => {
    const { id: of, content, current }: Readonly<Record<string, unknown>> = { ...Object(version) };
    return `${of} ${content}${current === true ? ' *' : ''}`;
  });
  return { versions: lines.join(' < '), isIncomplete: incomplete === true };
};
