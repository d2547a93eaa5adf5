/** Shows every device of the vault, and the state of sync. [PG-15] */
import type { DevicesResult, StatusResult } from '@cairn/schema';
import { useState } from 'preact/hooks';
import { useCairn, useLoaded } from '../app/cairn.ts';
import { Ask } from '../parts/ask.tsx';
import { Answer, CommandLine, Empty, Failed, Page } from '../parts/basics.tsx';
import { useForms } from '../parts/forms.ts';
import { agoOf, countOf } from '../pure/words.ts';
import { AccountCard } from './account-card.tsx';
import { Invite } from './invite.tsx';
import { RemovedCard } from './removed-card.tsx';
import { Rename } from './rename.tsx';
import { SyncCard } from './sync-card.tsx';

type Device = DevicesResult['devices'][number];

const STANDINGS: Readonly<Record<Device['standing'], string>> = {
  member: '',
  revoked: 'revoked',
  shut_out: 'shut out by the server; revoke it to change the key',
  unsigned: 'approved by no device: it gets no key, and you should not trust this server',
  missing: 'the server no longer lists it',
};

export const DevicesPage = () => {
  const status = useLoaded('GET /v1/status', {}, ['sync', 'changed', 'account']);
  const vault = status.value?.sync.vault ?? null;
  // A new name arrives with the profile.
  const listed = useLoaded('GET /v1/devices', vault === null ? null : {}, ['sync', 'profile']);
  return (
    <Page title="Devices">
      <Answer of={status} />
      {status.value !== null && hasAccount(status.value) && <AccountCard reload={status.reload} />}
      {status.value !== null && vault === null && <Alone status={status.value} />}
      {status.value !== null && vault !== null && (
        <>
          <SyncCard status={status.value} reload={status.reload} />
          <RemovedCard key={status.value.sync.removed} reload={status.reload} />
          {listed.failure !== null && <Failed failure={listed.failure} />}
          {listed.value !== null && (
            <>
              <List listed={listed.value} reload={listed.reload} />
              <Invite
                server={status.value.sync.server}
                devices={listed.value.devices}
                invitations={listed.value.invitations}
              />
            </>
          )}
        </>
      )}
    </Page>
  );
};

/** Returns false if the person signed out of another server than the vault's. */
const hasAccount = ({ account, sync }: StatusResult): boolean =>
  account !== undefined &&
  account.state !== 'none' &&
  (account.state !== 'signed_out' || sync.vault === null || account.server === sync.server);

const Alone = ({ status: { account, device } }: { readonly status: StatusResult }) => (
  <Empty title={`${device.name} is alone`}>
    <p>Everything works on one device. To share one memory between several, make a vault on a sync server:</p>
    {account?.state === 'signed_in' ? (
      <CommandLine text="cairn vault create" />
    ) : (
      <>
        <CommandLine text="cairn vault create --server https://cairn.example.org --setup-token -" />
        <p>where the server has accounts, sign in first:</p>
        <CommandLine text="cairn login --server https://cairn.example.org" />
      </>
    )}
    <p>or join the vault of another device, with the code that it shows:</p>
    <CommandLine text="cairn join CODE@https://cairn.example.org" />
  </Empty>
);

const List = ({ listed, reload }: { readonly listed: DevicesResult; readonly reload: () => void }) => {
  const { browser } = useCairn();
  const [asking, setAsking] = useState<Device | null>(null);
  const renames = useForms<Device>();
  return (
    <>
      <ul class="devices">
        {listed.devices.map((device) => (
          <li key={device.id} class={device.standing === 'member' ? undefined : 'out'}>
            <span>
              <strong>{device.name}</strong> {device.current && <span class="tag">this device</span>}
              <span class="small"> {STANDINGS[device.standing]}</span>
            </span>
            <span class="small">
              {device.lastSeenAt === null
                ? 'never seen'
                : `seen ${agoOf(device.lastSeenAt, browser.nowMs())}`}{' '}
              · {device.lag === 0 ? 'has everything' : `${countOf(device.lag, 'change')} behind`}
            </span>
            {!device.revoked && (
              <span class="actions">
                <button type="button" onClick={() => renames.open(device)}>
                  Rename… <span class="unseen">{device.name}</span>
                </button>
                {!device.current && (
                  <button class="danger" type="button" onClick={() => setAsking(device)}>
                    Revoke… <span class="unseen">{device.name}</span>
                  </button>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {listed.reseal !== null && !listed.reseal.isOver && <p class="small">{resealText(listed.reseal)}</p>}
      {renames.opened.value.map(({ key, of, close }) => (
        <Rename key={key} device={of} close={close} reload={reload} />
      ))}
      {asking !== null && (
        <Revoke
          key={asking.id}
          device={asking}
          kind={listed.kind}
          close={() => setAsking(null)}
          reload={reload}
        />
      )}
    </>
  );
};

interface RevokeProps {
  readonly device: Device;
  readonly kind: DevicesResult['kind'];
  readonly close: () => void;
  readonly reload: () => void;
}

const AFTERWARDS: Readonly<Record<DevicesResult['kind'], string>> = {
  sealed: 'A new key was made, and everything is re-encrypted with it in the background.',
  readable: 'The server no longer accepts it; a readable vault has no key to change.',
};

const resealText = ({ kg, done, total }: NonNullable<DevicesResult['reseal']>): string =>
  `Re-encrypting everything under key ${kg}, ${total === 0 ? 99 : Math.min(99, Math.floor((done * 100) / total))} %`;

const Revoke = ({ device, kind, close, reload }: RevokeProps) => {
  const { api, say } = useCairn();
  const revoke = async (): Promise<void> => {
    const done = await api.ask('DELETE /v1/devices/:id', { at: { id: device.id } });
    say(done.ok ? `${device.name} is revoked. ${AFTERWARDS[kind]}` : done.error.message);
    reload();
  };
  return (
    <Ask title={`Revoke ${device.name}?`} yes="Revoke" act={revoke} close={close}>
      It is shut out within seconds. {AFTERWARDS[kind]} It keeps what it already holds.
    </Ask>
  );
};
