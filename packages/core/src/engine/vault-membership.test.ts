import { deviceId, importedMemoryId, vaultId } from '@cairn/schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Crypto, createCrypto } from '../crypto/create-crypto.ts';
import { deriveImportedId, deriveKeyedId } from '../memory/content-hash.ts';
import type { VaultSecrets } from '../ports/keyring.ts';
import { SAMPLE_SALT, sampleBody, sampleId, sampleKeyedId } from '../testing/sample-memories.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createSyncBench } from '../testing/sync-bench.ts';
import { checkKeyring } from './check-keyring.ts';

describe('derived ids', () => {
  const name = { namespace: 'tacit', project: null, key: 'editor' };
  const content = 'from a file';

  test('[SY-D2] entering a vault derives them again under its salt, with rows, links and stamps', async () => {
    const bench = createSyncBench();
    const keyed = deriveKeyedId('00'.repeat(32), name);
    const imported = deriveImportedId('00'.repeat(32), { content, project: null, namespace: null });
    const stamps = await bench.write(
      { entity: keyed, facet: 'body', value: sampleBody('vim', { namespace: 'tacit', key: 'editor' }) },
      { entity: imported, facet: 'body', value: sampleBody(content) },
      { entity: sampleId(1), facet: 'body', value: sampleBody('free') },
      { entity: sampleId(1), facet: 'link', value: { supersededBy: imported } },
    );
    expect(await bench.enter()).toBe(4);
    const keyedNow = deriveKeyedId(SAMPLE_SALT, name);
    const importedNow = deriveImportedId(SAMPLE_SALT, { content, project: null, namespace: null });
    expect(await bench.registers(keyed, imported)).toEqual([]);
    const registers = await bench.registers(keyedNow, importedNow, sampleId(1));
    expect(registers.map(({ hlc }) => hlc).sort()).toEqual([...stamps].sort());
    expect(await bench.stores.reader.memory(keyedNow)).toMatchObject({ content: 'vim' });
    expect(await bench.stores.reader.memory(sampleId(1))).toMatchObject({
      supersededBy: importedNow,
      state: 1,
    });
    const { items } = (await bench.freeze()).body;
    expect(items.map(({ entity }) => entity)).toEqual([keyedNow, importedNow, sampleId(1), sampleId(1)]);
  });

  test('[SY-D2] under the same salt nothing moves, and two ids that mean the same become one', async () => {
    const bench = createSyncBench();
    const keyed = deriveKeyedId(SAMPLE_SALT, name);
    const body = (text: string) => sampleBody(text, { namespace: 'tacit', key: 'editor' });
    await bench.write({ entity: sampleKeyedId(3), facet: 'body', value: body('old') });
    await bench.write({ entity: keyed, facet: 'body', value: body('new') });
    await bench.enter();
    expect(await bench.stores.reader.memory(keyed)).toMatchObject({ content: 'new' });
    expect(await bench.stores.reader.memory(sampleKeyedId(3))).toBeNull();
    expect((await bench.stores.reader.revisionsOf([keyed])).map(({ register }) => register.value)).toEqual([
      body('old'),
    ]);
  });

  test('[SY-D2] what cannot be named any more, because its body is gone, does not enter', async () => {
    const bench = createSyncBench();
    const imported = importedMemoryId(new Uint8Array(16).fill(5));
    await bench.write({ entity: imported, facet: 'gone', value: { hash: 'ab'.repeat(32) } });
    await bench.write({ entity: sampleId(1), facet: 'gone', value: { hash: 'cd'.repeat(32) } });
    expect(await bench.enter()).toBe(1);
    expect(await bench.registers(imported)).toEqual([]);
  });
});

describe('the keyring', () => {
  const random = createSeededRandom('keyring');
  let crypto: Crypto;
  beforeAll(async () => {
    crypto = await createCrypto({ random });
  });

  const setUp = () => {
    const keys = crypto.makeDeviceKeys();
    const salt = crypto.makeSalt();
    const vault = vaultId(1, random.bytes(10));
    const device = deviceId(1, random.bytes(10));
    const [one, two] = [1, 2].map((kg) => crypto.generations.make({ vault, kind: 'sealed', kg, salt }));
    if (one === undefined || two === undefined) throw new Error('two were made');
    const known = (secret: typeof one, endedAt: number | null) => ({
      kg: secret.kg,
      verifier: crypto.generations.makeVerifier(secret),
      endedAt,
    });
    const sealed = (secret: typeof one) =>
      crypto.generations.sealFor(secret, [{ recipient: device, boxKey: keys.boxKey }]);
    const secrets: VaultSecrets = {
      ...keys,
      vault,
      kind: 'sealed',
      device: { id: device, name: 'laptop' },
      token: crypto.makeToken(),
      salt,
      kg: 1,
      keys: [{ kg: 1, key: one.key }],
    };
    const answer = {
      generations: [known(one, 5), known(two, null)],
      keys: [...sealed(one), ...sealed(two)],
      recoveryBoxKey: '00'.repeat(32),
      serverTime: 0,
    };
    return { secrets, answer, one, two, sealed, known };
  };

  test('[SY-S4] a new generation that holds against its verifier is taken on', () => {
    const { secrets, answer, two } = setUp();
    const checked = checkKeyring(secrets, answer, crypto.generations);
    expect(checked).toMatchObject({ ok: true, value: { kg: 2, keys: [{ kg: 1 }, { kg: 2, key: two.key }] } });
  });

  test('[SY-S4] a key of ours that does not hold is refused, and so is one of another vault, kind or salt', () => {
    const { secrets, answer, two, sealed } = setUp();
    const wrong = { ...secrets, keys: [{ kg: 1, key: '00'.repeat(32) }] };
    expect(checkKeyring(wrong, answer, crypto.generations)).toMatchObject({
      ok: false,
      error: { kind: 'wrong_key' },
    });
    for (const other of [
      { ...two, vault: vaultId(9, random.bytes(10)) },
      { ...two, kind: 'readable' as const },
      { ...two, salt: crypto.makeSalt() },
      { ...two, key: crypto.makeSalt() },
    ]) {
      const forged = { ...answer, keys: sealed(other) };
      expect(checkKeyring(secrets, forged, crypto.generations)).toMatchObject({
        ok: false,
        error: { kind: 'wrong_key' },
      });
    }
  });

  test('[SY-S4] without the key of the present generation nothing can be written', () => {
    const { secrets, answer, one, sealed } = setUp();
    const withheld = { ...answer, keys: sealed(one) };
    expect(checkKeyring(secrets, withheld, crypto.generations)).toMatchObject({
      ok: false,
      error: { kind: 'keys_missing' },
    });
    const empty = { ...answer, generations: [], keys: [] };
    expect(checkKeyring(secrets, empty, crypto.generations).ok).toBe(false);
  });
});
