/**
 * Keeps forgotten memories aside for 30 days: the trash of this device, and memories that other devices forgot many at
 * once. They can be listed, restored or deleted. After 30 days they are deleted. [TR-3, M-16]
 */
import type { Engine, Keyring, RemovedBy, RemovedMemory } from '@cairn/core';
import { COMPARING_LIMITS, HOUR_MS, nodeOf, type RemovedResult } from '@cairn/schema';
import { devicesIn } from './device-list.ts';
import type { Housekeeper } from './housekeeping/housekeeping.ts';
import type { EngineCalls } from './shared-deps.ts';

export type RemovedMemories = ReturnType<typeof createRemovedMemories>;

export interface RemovedDeps {
  readonly engine: () => EngineCalls & Pick<Engine, 'readOnly'>;
  readonly keyring: Pick<Keyring, 'load'>;
  readonly housekeeper: Housekeeper;
  readonly wrote: (ids: readonly string[]) => void;
}

const LOOK_MS = HOUR_MS;

/** With `ids` null, a call applies to all removed memories of that kind. */
export const createRemovedMemories = ({ engine, keyring, housekeeper, wrote }: RemovedDeps) => {
  housekeeper.add({
    ...{ id: 'sys_removed', name: 'end what was set aside', everyMs: LOOK_MS, firstMs: LOOK_MS },
    run: async () => {
      if (engine().readOnly) return null;
      const { ended } = await engine().expireRemoved();
      return ended === 0
        ? null
        : { status: 'ok', said: `${ended} memories that were forgotten 30 days ago were deleted.` };
    },
  });

  /** Returns device names by the node of their stamps. Devices of other vaults are unknown. */
  const deviceNames = async (): Promise<ReadonlyMap<string, string>> => {
    const members = (await keyring.load())?.members ?? [];
    const given = await engine().deviceNames();
    return new Map(devicesIn(members).map(({ id, name }) => [nodeOf(id), given.get(id) ?? name]));
  };

  return {
    list: async (by: RemovedBy): Promise<RemovedResult> => {
      const [{ kept, total }, names] = await Promise.all([engine().removed(by), deviceNames()]);
      return { memories: kept.map((one) => toShow(one, names)), total };
    },
    restore: async (by: RemovedBy, ids: readonly string[] | null) => {
      const restored = await engine().restoreRemoved({ by, ids });
      if (restored.ok) wrote(restored.value.restored.map(({ id }) => id));
      return restored;
    },
    drop: async (by: RemovedBy, ids: readonly string[] | null) => {
      const listed = ids ?? (await engine().removed(by)).kept.map(({ entity }) => entity);
      const dropped = await engine().dropRemoved({ by, ids });
      // An open page still shows the copies.
      if (dropped.ok && listed.length > 0) wrote(listed);
      return dropped;
    },
  };
};

const toShow = (
  { entity, node, at, body: { content, project, namespace, key, tags, pinned, createdAt } }: RemovedMemory,
  names: ReadonlyMap<string, string>,
): RemovedResult['memories'][number] => ({
  ...{ id: entity, content, project, namespace, key },
  tags: [...(tags ?? [])],
  pinned: pinned ?? false,
  createdAt: new Date(createdAt).toISOString(),
  removedAt: new Date(at).toISOString(),
  until: new Date(at + COMPARING_LIMITS.removedKeptMs).toISOString(),
  device: names.get(node) ?? null,
});
