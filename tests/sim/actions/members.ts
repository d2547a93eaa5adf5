/** Devices come, keys change. */
import { type Act, canAsk, on } from './act.ts';

const DEVICES_MAX = 8;

export const join: Act = async (world) => {
  if (world.devices.length >= DEVICES_MAX || !canAsk(world)) return;
  await world.join();
};

/** Needs no person to be asked: whoever has the newest key may end it, as revoking a device does. [SY-A3] */
export const rekey: Act = async (world, device) => {
  const { secrets } = device.ring;
  const { process } = world.server;
  if (secrets === null || world.kind === 'readable' || !canAsk(world)) return;
  const session = await process.authenticate(secrets.token);
  if (!session.ok) return;
  const [status, ring] = [await process.status(session.value), await process.keyring(session.value)];
  if (!status.ok || !ring.ok || status.value.kg !== secrets.kg) return;
  const { vault, kind, salt, kg } = secrets;
  const secret = world.crypto.generations.make({ vault, kind, salt, kg: kg + 1 });
  const members = status.value.devices.filter((one) => one.revokedAt === null);
  const made = await process.addGeneration(session.value, {
    generation: { kg: secret.kg, verifier: world.crypto.generations.makeVerifier(secret) },
    keys: world.crypto.generations.sealFor(secret, [
      ...members.map((one) => ({ recipient: one.id, boxKey: one.boxKey })),
      { recipient: 'recovery', boxKey: ring.value.recoveryBoxKey },
    ]),
  });
  if (!made.ok) throw new Error(`a new generation was refused: ${made.error.kind}`);
  const keys = [...secrets.keys, { kg: secret.kg, key: secret.key }];
  device.ring.secrets = { ...secrets, kg: secret.kg, keys };
  await on(device, (engine) => engine.useKeys({ vault, kind, kg: secret.kg, keys }));
};
