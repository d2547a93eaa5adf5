/**
 * Installs the daemon as a service of the machine, and removes it. Installing and removing are idempotent and touch
 * only files of Cairn. [SV-2]
 */
import { join } from 'node:path';
import { type CairnError, type Checked, cairnError, err, ok } from '@cairn/schema';
import {
  SERVICE_LABEL,
  SERVICE_MARK,
  type ServiceKind,
  type ServiceProgram,
  SYSTEMD_UNIT,
  serviceCommands,
  serviceText,
} from './unit.ts';

export interface ServiceMachine {
  readonly platform: string;
  readonly uid: number;
  /** Parents of the service files: `config` for systemd's user units, `home` for launchd, `data` for the Windows task. */
  readonly folders: { readonly config: string; readonly home: string; readonly data: string };
  /** Returns null if there is no such file. */
  read(path: string): string | null;
  write(path: string, text: string): void;
  remove(path: string): void;
  /** Runs a command. Returns null on success, else its message. */
  run(command: readonly string[]): string | null;
}

export interface ServiceState {
  readonly kind: ServiceKind;
  readonly path: string;
  /**
   * State of the service file. `foreign`: another program wrote a file of this name. `other`: Cairn wrote it for
   * another program or settings.
   */
  readonly state: 'none' | 'installed' | 'other' | 'foreign';
}

export interface ServiceChange extends ServiceState {
  readonly changed: boolean;
  /** Step that the machine's service manager failed to do, with the command to type. Null on success. */
  readonly notStarted: string | null;
}

const KINDS: Readonly<Record<string, ServiceKind>> = { win32: 'task', darwin: 'launchd' };

export const createSystemService = (machine: ServiceMachine, program: ServiceProgram) => {
  const kind = KINDS[machine.platform] ?? 'systemd';
  const path = pathOf(kind, machine);
  const text = serviceText(kind, program);
  const { on, off } = serviceCommands(kind, path, machine.uid);
  const state = (): ServiceState => {
    const found = machine.read(path);
    if (found === null) return { kind, path, state: 'none' };
    if (!found.includes(SERVICE_MARK)) return { kind, path, state: 'foreign' };
    return { kind, path, state: found === text ? 'installed' : 'other' };
  };
  /**
   * Runs all commands and returns the first failure. A command that fails because nothing is running must not stop the
   * next one.
   */
  const runAll = (commands: readonly (readonly string[])[]): string | null =>
    commands.reduce<string | null>((failed, command) => {
      const said = machine.run(command);
      return (
        failed ?? (said === null ? null : `\`${command.join(' ')}\` failed: ${said.replace(/\.?$/, '.')}`)
      );
    }, null);
  return {
    text,
    state,
    install: (): Checked<ServiceChange> => {
      const before = state();
      if (before.state === 'foreign') return err(foreign(path));
      // launchd refuses a service that it knows already, also when the service's file was deleted by hand.
      if (before.state === 'other' || kind === 'launchd') runAll(off);
      if (before.state !== 'installed') machine.write(path, text);
      const failed = runAll(on);
      return ok({
        ...state(),
        changed: before.state !== 'installed',
        notStarted: failed === null ? null : `${failed} ${adviceOf(kind)}`,
      });
    },
    uninstall: (): Checked<ServiceChange> => {
      const before = state();
      if (before.state === 'foreign') return err(foreign(path));
      if (before.state === 'none') return ok({ ...before, changed: false, notStarted: null });
      const failed = runAll(off);
      machine.remove(path);
      return ok({ ...state(), changed: true, notStarted: failed });
    },
  };
};

const pathOf = (kind: ServiceKind, { folders }: ServiceMachine): string => {
  if (kind === 'systemd') return join(folders.config, 'systemd', 'user', SYSTEMD_UNIT);
  if (kind === 'launchd') return join(folders.home, 'Library', 'LaunchAgents', `${SERVICE_LABEL}.plist`);
  return join(folders.data, 'cairn-task.xml');
};

const foreign = (path: string): CairnError =>
  cairnError('invalid_input', `${path} is not Cairn's own file. Move it away, then try again.`);

const adviceOf = (kind: ServiceKind): string =>
  kind === 'systemd'
    ? 'If no systemd session runs (in a container, after `su`), log in, or run `loginctl enable-linger "$USER"` once, then `systemctl --user enable --now cairn.service`. Without it every command still starts the daemon by itself.'
    : 'Every command still starts the daemon by itself.';
