/** The actions that a run draws from. To add one, write a function in `actions/` and a line here. */
import type { Act } from './actions/act.ts';
import * as faults from './actions/faults.ts';
import * as lies from './actions/lies.ts';
import * as members from './actions/members.ts';
import * as memories from './actions/memories.ts';
import * as restores from './actions/restores.ts';
import * as again from './actions/restores-again.ts';
import * as rogue from './actions/rogue.ts';
import * as thief from './actions/thief.ts';
import { LIES, TOLD_LIES } from './lies/lie.ts';
import type { Step, Weights } from './script.ts';
import type { World } from './world.ts';

const ACTIONS: readonly (readonly [weight: number, name: string, act: Act])[] = [
  [30, 'save', memories.save],
  [3, 'save 20', memories.saveTimes(20)],
  [12, 'write a key', memories.writeKey],
  [8, 'supersede', memories.supersede],
  [8, 'pin or tag', memories.patch],
  [8, 'change one memory apart', memories.changeApart],
  [3, 'decide what is in the review', memories.decide],
  [5, 'forget', memories.forget],
  [4, 'forget a key', memories.forgetKey],
  [2, 'say the same as another', memories.repeat],
  [2, 'write what the server refuses', memories.writeBad],
  [4, 'kill', faults.killFor],
  [6, 'kill in a transaction', faults.lightFuse],
  [2, 'kill server', faults.killServer],
  [5, 'kill server in a transaction', faults.lightServerFuse],
  [4, 'set the clock', faults.setClock],
  [4, 'partition', faults.partition],
  [2, 'half-open', faults.halfOpen],
  [6, 'change the network', faults.spoilLink],
  [2, 'fill the disk', faults.fillDisk],
  [2, 'join', members.join],
  [4, 'make a new key generation', members.rekey],
  [2, 'restore an old copy', faults.restoreCopy],
  [4, 'back up the server', restores.backUpServer],
  [3, 'restore the server', restores.restoreServer],
  [1, 'restore the server again and again', again.restoreAgain],
  [1, 'sleep for half a year', restores.sleepLong],
  [2, 'clone', faults.clone],
  [2, 'start another version', faults.changeVersion],
  [2, 'revoke', members.revoke],
  [2, 'try with a revoked device', members.tryRevoked],
  [2, 'push what nobody can read', rogue.poison],
  [1, 'leave a hole', rogue.leaveHole],
  [6, 'let time pass', faults.wait],
];

/** Additional actions of runs in which the server lies. */
const HOSTILE: typeof ACTIONS = [
  [25, 'lie', lies.lie],
  [6, 'be honest', lies.honest],
  [12, 'collude', thief.collude],
  [6, 'collude late', thief.colludeLate],
  [5, 'seal ahead', thief.sealAhead],
  [4, 'forget many', memories.forgetMany],
];

/** Actions for stories, never drawn. */
const TOLD: typeof ACTIONS = [
  ...[...LIES, ...TOLD_LIES].map((told): (typeof ACTIONS)[number] => [
    0,
    `lie: ${told}`,
    lies.lieAbout(told),
  ]),
  [0, 'import what a forgotten memory replaced', memories.importReplaced],
  [0, 'revoke, and forge in the name of another', thief.nameAnother],
  [0, 'cut everybody off', faults.cutAll],
  [0, 'set the clock back a day', faults.setClockBack],
  [0, 'push under an old key', rogue.pushOld],
  [0, 'end a memory in other words', rogue.endOddly],
];

const BY_NAME: ReadonlyMap<string, Act> = new Map(
  [...ACTIONS, ...HOSTILE, ...TOLD].map(([, name, act]) => [name, act]),
);

const weightsOf = (actions: typeof ACTIONS): Weights => actions.map(([weight, name]) => [weight, name]);
export const WEIGHTS = weightsOf(ACTIONS);
export const HOSTILE_WEIGHTS = weightsOf([...ACTIONS, ...HOSTILE]);

export const act = async (world: World, step: Step): Promise<void> => {
  const device = world.devices[step.device % world.devices.length];
  const run = BY_NAME.get(step.action);
  if (device === undefined || run === undefined) throw new Error(`nobody can ${step.action}`);
  world.note(`#${step.index} ${device.name}: ${step.action}`);
  await run(world, device, step.random());
  await world.drain();
};
