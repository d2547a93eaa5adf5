/**
 * Sessions that continue on another device of the vault. A handover is sealed for that device alone, offered to its
 * agents, and taken there once. Handovers travel as registers, so they wait for the server like any change and need no
 * support from it. [SE-6, SE-7]
 */
import {
  type Answer,
  countTokens,
  type FenceKey,
  type HandoverFault,
  handedOf,
  handoverOffer,
  type Keyring,
  type VaultSecrets,
  type WaitingHandover,
} from '@cairn/core';
import {
  type Checked,
  cairnError,
  DAY_MS,
  err,
  fromOutside,
  HANDOVER_LIMITS,
  type Handover,
  type HandoverLetter,
  liveMembers,
  type MemberList,
  type NewDevice,
  ok,
  profileId,
  type Result,
  refuse,
  refuseInput,
  type SendSessionInput,
  type TakenHandover,
} from '@cairn/schema';
import type { SharedDeps } from '../shared-deps.ts';

export type Handovers = ReturnType<typeof createHandovers>;

export interface HandoversDeps extends Pick<SharedDeps, 'engine' | 'nowMs' | 'randomBytes' | 'crypto'> {
  readonly keyring: Pick<Keyring, 'load'>;
  readonly fence: FenceKey;
  readonly wrote: (ids: readonly string[]) => void;
}

interface Waiting extends WaitingHandover {
  readonly isIncoming: boolean;
  readonly device: { readonly id: string; readonly name: string };
  /** Null for an outgoing handover, which this device cannot open. */
  readonly letter: Result<HandoverLetter, HandoverFault | 'over'> | null;
}

/** Devices' names by id, as `cairn devices` shows them. */
type DeviceNames = ReadonlyMap<string, string>;

interface InVault {
  readonly secrets: VaultSecrets;
  readonly list: MemberList;
  readonly names: DeviceNames;
  readonly waiting: readonly Waiting[];
}

const ID_CHARS_MIN = 4;

export const createHandovers = (deps: HandoversDeps) => {
  const { engine, keyring, wrote } = deps;
  /** Returns the server's time, as far as it is known. */
  const presentMs = async () => Math.round(deps.nowMs() + ((await engine().syncFacts()).offset?.ms ?? 0));

  const look = async (): Answer<InVault> => {
    const { readOnly } = engine();
    if (readOnly !== null) return err(readOnly);
    const secrets = await keyring.load();
    if (secrets === null) return err(NOT_IN_VAULT);
    const { members, handovers } = await deps.crypto();
    const list = members.read(secrets.vault, secrets.members);
    if (!list.ok) throw new Error(`the member list of this device is broken: ${list.error}`);
    const nowMs = await presentMs();
    const given = await engine().deviceNames();
    const names = new Map(
      list.value.members.map(({ device: { id, name } }) => [id, fromOutside(given.get(id) ?? name)]),
    );
    const waiting = (await engine().handovers()).map((one): Waiting => {
      const isIncoming = one.to === secrets.device.id;
      const letter = isIncoming ? handovers.open(one, secrets, list.value) : null;
      const at = letter === null ? one.at : letter.ok ? letter.value.at : nowMs;
      const id = letter?.ok === true ? letter.value.from : isIncoming ? one.from : one.to;
      const device = { id, name: names.get(id) ?? id };
      return { ...one, isIncoming, device, letter: isPast(at, nowMs) ? err('over') : letter };
    });
    return ok({ secrets, list: list.value, names, waiting });
  };

  const find = async (raw: string): Answer<InVault & { readonly one: Waiting }> => {
    const vault = await look();
    if (!vault.ok) return vault;
    const isMeant = ({ id }: Waiting) => id === raw || (raw.length >= ID_CHARS_MIN && id.startsWith(raw));
    const [one, other] = vault.value.waiting.filter(isMeant);
    if (one === undefined)
      return refuse(
        'not_found',
        `Nothing waits under ${JSON.stringify(raw.slice(0, 80))}. \`cairn session list\` shows those that wait.`,
      );
    return other === undefined
      ? ok({ ...vault.value, one })
      : refuseInput(`Several sessions begin with ${JSON.stringify(raw.slice(0, 80))}. Give more of the id.`);
  };

  return {
    /** Lists handovers. With a project, only incoming ones for it; null stands for no project. */
    async list(project?: string | null): Answer<{ readonly handovers: Handover[] }> {
      const vault = await look();
      if (!vault.ok) return vault.error === NOT_IN_VAULT ? ok({ handovers: [] }) : vault;
      const shown = vault.value.waiting.filter(
        ({ letter }) =>
          (letter === null && project === undefined) ||
          (letter?.ok === true && (project === undefined || letter.value.session.project === project)),
      );
      return ok({ handovers: shown.map(toHandover) });
    },

    async send(input: Omit<SendSessionInput, 'cwd'>) {
      const { device: wanted, session, project = null } = input;
      const vault = await look();
      if (!vault.ok) return vault;
      const { secrets, list, names } = vault.value;
      const others = liveMembers(list).filter(({ id }) => id !== secrets.device.id);
      const device = deviceOf(others, names, wanted);
      if (!device.ok) return device;
      const found = session ?? (await engine().sessions({ project, limit: 1 })).sessions[0]?.id;
      if (found === undefined)
        return refuse(
          'not_found',
          'This device has no session of this project. Name a session: `cairn session list` shows them.',
        );
      const restored = await engine().restoreSession({ id: found, maxTokens: HANDOVER_LIMITS.tokensMax });
      if (!restored.ok) return restored;
      const [id, to, from] = [profileId(deps.randomBytes(16)), device.value.id, secrets.device.id];
      const letter = { from, at: await presentMs(), session: handedOf(restored.value) };
      const sealed = (await deps.crypto()).handovers.seal(
        letter,
        { id, to },
        { vault: secrets.vault, signSecret: secrets.signSecret, boxKey: device.value.boxKey },
      );
      const value = { to, from, at: letter.at, sealed };
      const added = await engine().addHandover(id, value);
      if (!added.ok) return added;
      wrote([]);
      const one = { ...value, id, isSent: false, isTold: false, isIncoming: false, letter: null };
      return ok({ handover: toHandover({ ...one, device: { id: to, name: names.get(to) ?? to } }) });
    },

    async take(raw: string): Answer<TakenHandover> {
      const found = await find(raw);
      if (!found.ok) return found;
      const { id, letter, device } = found.value.one;
      if (letter === null) return refuse('refused', 'It is meant for another device. Take it there.');
      if (!letter.ok) return refuse('refused', REFUSED[letter.error]);
      const { session, at } = letter.value;
      const taken = await engine().takeHandover({ id, name: nameOf(device.name, at, id), session });
      if (!taken.ok) return taken;
      wrote([]);
      return ok({ session: taken.value.session, from: device });
    },

    async drop(raw: string) {
      const found = await find(raw);
      if (!found.ok) return found;
      const { id } = found.value.one;
      const ended = await engine().endHandover(id);
      if (!ended.ok) return ended;
      wrote([]);
      return ok({ dropped: id });
    },

    /**
     * Returns the offer for an agent that starts in this project, or null if there is none or it was told before. The
     * caller calls `told` once the agent has received the text.
     */
    async offerFor(project: string | null) {
      if (engine().readOnly !== null) return null;
      // Without an untold handover, no letter has to be opened.
      if ((await engine().handovers()).every(({ isTold }) => isTold)) return null;
      const vault = await look();
      if (!vault.ok) return null;
      for (const { id, isTold, letter, device } of vault.value.waiting) {
        if (isTold || letter === null || !letter.ok || letter.value.session.project !== project) continue;
        const { session, at } = letter.value;
        const text = handoverOffer({ session, from: device.name, at, id, fence: deps.fence, countTokens });
        if (text !== null) return { text, told: () => engine().noteHandoverTold(id) };
      }
      return null;
    },
  };
};

/**
 * Whether a letter has expired, by its signed time. A time more than a day ahead counts as expired, so a fast clock
 * cannot make a letter last forever.
 */
const isPast = (at: number, nowMs: number): boolean =>
  nowMs - at > HANDOVER_LIMITS.msMax || at - nowMs > DAY_MS;

/** Makes the session's name. It is one word for every name of a device, because people type it. */
const nameOf = (device: string, at: number, id: string): string =>
  [device, new Date(at).toISOString().slice(0, 10), id].join('-').replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-');

const toHandover = ({ id, device, isIncoming, isSent, at, letter }: Waiting): Handover => {
  const sentAt = letter?.ok === true ? letter.value.at : at;
  const session = letter?.ok === true ? letter.value.session : null;
  return {
    id,
    device: { id: device.id, name: device.name },
    incoming: isIncoming,
    sent: isSent,
    at: new Date(sentAt).toISOString(),
    expiresAt: new Date(sentAt + HANDOVER_LIMITS.msMax).toISOString(),
    project: session?.project ?? null,
    task: session?.task ?? null,
  };
};

const deviceOf = (others: readonly NewDevice[], names: DeviceNames, wanted: string): Checked<NewDevice> => {
  const isPart = (id: string) =>
    wanted.length >= ID_CHARS_MIN && (id.startsWith(wanted) || id.endsWith(wanted));
  const exact = others.filter(({ id }) => id === wanted || names.get(id) === wanted);
  const [one, second] = exact.length > 0 ? exact : others.filter(({ id }) => isPart(id));
  const called = others.map(({ id }) => names.get(id) ?? id).join(', ');
  if (one === undefined)
    return refuse(
      'not_found',
      called === ''
        ? 'No other device is in the vault. `cairn invite` lets one in.'
        : `No device of the vault is called that. There are: ${called}.`,
    );
  return second === undefined
    ? ok(one)
    : refuseInput('Several devices have that name. Give an id: `cairn devices` lists them.');
};
const REFUSED: Readonly<Record<HandoverFault | 'over', string>> = {
  forged: 'It was not made for this device by a member of the vault, or it was changed on the way.',
  revoked: 'The device that sent it has been revoked, so it is not taken.',
  over: 'It is older than seven days, or its time is in the future.',
};
const NOT_IN_VAULT = cairnError(
  'not_in_vault',
  'This device does not belong to a vault, so there is no other device.',
);
