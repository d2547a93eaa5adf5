/**
 * Shows who is signed in on this device, and what to do if nobody is. Signing in is a command, because the page takes no secrets.
 * [PG-28]
 */
import type { AccountResult } from '@cairn/schema';
import { useState } from 'preact/hooks';
import { useCairn, useLoaded } from '../app/cairn.ts';
import { Ask } from '../parts/ask.tsx';
import { Answer, Button, Sentence } from '../parts/basics.tsx';
import { agoOf } from '../pure/words.ts';

export const AccountCard = ({ reload }: { readonly reload: () => void }) => {
  const answer = useLoaded('GET /v1/account', {}, ['account']);
  return (
    <div class="card">
      <div class="head">
        <h2>Account</h2>
        {answer.value?.account && <p class="small">{answer.value.account.server}</p>}
      </div>
      <Answer of={answer}>{(value) => <Account answer={value} reload={reload} />}</Answer>
    </div>
  );
};

interface AccountProps {
  readonly answer: AccountResult;
  readonly reload: () => void;
}

const Account = ({ answer: { state, account, message }, reload }: AccountProps) => {
  const { browser } = useCairn();
  if (state !== 'signed_in' || account === null)
    return (
      <p class="note" role="status">
        <Sentence text={message ?? ''} />
      </p>
    );
  return (
    <>
      <p>
        Signed in as <strong>{account.email ?? account.id}</strong>{' '}
        <span class="small">{agoOf(account.signedInAt, browser.nowMs())}</span>
      </p>
      {message !== null && (
        <p class="note">
          Not checked just now. <Sentence text={message} />
        </p>
      )}
      <SignOut server={account.server} reload={reload} />
    </>
  );
};

const SignOut = ({ server, reload }: { readonly server: string; readonly reload: () => void }) => {
  const { api, say } = useCairn();
  const [asking, setAsking] = useState<'here' | 'everywhere' | null>(null);
  const words = asking === 'everywhere' ? 'Sign out everywhere' : 'Sign out';
  const signOut = async (): Promise<void> => {
    const everywhere = asking === 'everywhere';
    const done = await api.ask('POST /v1/account/sign-out', { body: { everywhere } });
    say(done.ok ? `Signed out. ${done.value.message ?? ''}` : done.error.message);
    reload();
  };
  return (
    <>
      <div class="actions">
        <Button text="Sign out…" act={() => setAsking('here')} />
        <Button text="Sign out everywhere…" act={() => setAsking('everywhere')} />
      </div>
      {asking !== null && (
        <Ask title={`${words}?`} yes={words} no="Stay signed in" act={signOut} close={() => setAsking(null)}>
          Memories stay on this device, and are saved and found as before. They no longer sync with {server}{' '}
          until you sign in again.
          {asking === 'everywhere' &&
            ' The sessions of your other devices end too; what they hold still syncs.'}
        </Ask>
      )}
    </>
  );
};
