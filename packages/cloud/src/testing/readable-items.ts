/** Builds registers of a readable vault, as a device pushes them. For tests. */
import { type BodyValue, type EntityId, FACET_VERSION, type WireItem } from '@cairn/schema';
import type { TestDevice, World } from './sync-world.ts';

/** Returns a register of the entity with this value. */
export const facetItem = (
  world: World,
  device: TestDevice,
  entity: EntityId,
  facet: string,
  value: object,
): WireItem => ({
  entity,
  facet,
  hlc: world.stamp(device.id),
  v: FACET_VERSION,
  kg: 0,
  payload: Buffer.from(JSON.stringify(value)).toString('base64url'),
});

export const bodyOf = (
  world: World,
  device: TestDevice,
  value: Partial<BodyValue> = {},
  entity: EntityId = world.newMemory(),
): WireItem =>
  facetItem(world, device, entity, 'body', {
    content: `What ${entity} says`,
    namespace: null,
    key: null,
    project: null,
    source: 'agent',
    createdAt: world.nowMs(),
    by: { device: device.id, name: 'laptop', session: null, agent: null },
    ...value,
  });
