/** The keys of the vault: fetched, checked, kept and given to the engine. [SY-S4] */
import { err, type KeyringResponse, ok, type Result } from '@cairn/schema';
import type { VaultSecrets } from '../ports/keyring.ts';
import { checkKeyring } from './check-keyring.ts';
import {
  done,
  onEngineError,
  onTransportError,
  stop,
  type TaskContext,
  type TaskEnd,
  take,
  timed,
} from './sync-task.ts';

/** SY-S4: nothing is written before the keys were checked against the vault's verifiers. */
export const keysTask = async (context: TaskContext): Promise<TaskEnd> => {
  const checked = await freshSecrets(context);
  if (!checked.ok) return checked.error;
  const { vault, kind, kg, keys } = checked.value;
  const used = await context.engine.useKeys({ vault, kind, kg, keys });
  context.assertCurrent();
  return used.ok ? done('keys_done') : onEngineError(used.error);
};

/** The device's secrets with the key of every generation that there is now. */
export const freshSecrets = async (context: TaskContext): Promise<Result<VaultSecrets, TaskEnd>> => {
  const secrets = await context.keyring.load();
  context.assertCurrent();
  if (secrets === null)
    return err(
      stop(
        'keys_missing',
        'The keys of the vault are not on this device. Run `cairn leave` (memories stay), then join again.',
      ),
    );
  const answer = await take(context, timed(context, context.transport.keyring));
  return answer.ok ? checkAndSave(context, secrets, answer.value) : err(onTransportError(answer.error));
};

const checkAndSave = async (
  context: TaskContext,
  secrets: VaultSecrets,
  answer: KeyringResponse,
): Promise<Result<VaultSecrets, TaskEnd>> => {
  const { generations } = await context.crypto();
  const checked = checkKeyring(secrets, answer, generations);
  if (!checked.ok) return err(stop(checked.error.kind, checked.error.message));
  context.assertCurrent();
  const isNew = checked.value.kg !== secrets.kg || checked.value.keys.length !== secrets.keys.length;
  if (isNew) await context.keyring.save(checked.value);
  context.assertCurrent();
  return ok(checked.value);
};
