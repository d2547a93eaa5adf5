import { describe, expect, test } from 'vitest';
import { createMemorySyncStore } from './memory-store.ts';
import { syncRules } from './sync-rules.ts';
import { createWorld, kindOf, SETUP_TOKEN, unwrap } from './sync-world.ts';

const store = createMemorySyncStore();
syncRules('memory', () => store);

describe('memory: a fresh server', () => {
  test('[SY-A4] the first vault needs the setup token, and registration is closed after it', async () => {
    const world = createWorld(createMemorySyncStore(), 'setup', { registration: 'closed' });
    const made = unwrap(await world.server.ensureSetupToken(null));
    expect(made).toMatch(/^[0-9a-f]{64}$/);
    expect(unwrap(await world.server.ensureSetupToken(null))).toBeNull();
    const { request } = world.vaultRequest();
    for (const wrong of [null, '', 'guess', SETUP_TOKEN]) {
      expect(kindOf(await world.server.createVault(wrong, request))).toBe('setup_token_wrong');
    }
    const info = unwrap(await world.server.createVault(made, request));
    expect(kindOf(await world.server.createVault(made, world.vaultRequest().request))).toBe(
      'registration_closed',
    );
    // The answer was lost: the same request finds its vault.
    expect(unwrap(await world.server.createVault(made, request))).toEqual(info);
    expect(unwrap(await world.server.ensureSetupToken('another-setup-token'))).toBeNull();
  });

  test('[SY-A4] a given setup token takes the place of one that was made', async () => {
    const world = createWorld(createMemorySyncStore(), 'given', { registration: 'closed' });
    const made = unwrap(await world.server.ensureSetupToken(null));
    unwrap(await world.server.ensureSetupToken(SETUP_TOKEN));
    const { request } = world.vaultRequest();
    expect(kindOf(await world.server.createVault(made, request))).toBe('setup_token_wrong');
    expect(kindOf(await world.server.createVault(SETUP_TOKEN, request))).toBe('ok');
  });

  test('[SY-A4] an open server takes more vaults without a token, but not its first', async () => {
    const world = createWorld(createMemorySyncStore(), 'open', { registration: 'open' });
    expect(kindOf(await world.server.createVault(null, world.vaultRequest().request))).toBe(
      'setup_token_wrong',
    );
    await world.createVault();
    expect(kindOf(await world.server.createVault(null, world.vaultRequest().request))).toBe('ok');
  });

  test('[SY-E1] a server that was restored from a backup notices it', async () => {
    const restorable = createMemorySyncStore();
    const world = createWorld(restorable, 'backup');
    const { first } = await world.createVault();
    const second = await world.join(first);
    const item = () => world.newItem(first.id);
    unwrap(await first.push([item()]));
    const backup = restorable.backup();
    unwrap(await first.push([item()]));
    restorable.restore(backup);
    // Both histories have head 2 now: only the anchor tells them apart.
    unwrap(await second.push([item()]));
    expect(kindOf(await first.push([item()]))).toBe('epoch_changed');
    expect(kindOf(await second.push([item()]))).toBe('epoch_changed');
  });
});
