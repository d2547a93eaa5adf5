/** `cairn upgrade`: shows the running version, whether there is a newer one, and how to get it. Changes nothing. [OP-19] */
import { compareVersions, VERSION } from '@cairn/client/device';
import { ok } from '@cairn/schema';
import { type Newest, newestVersion } from '../../adapters/npm-registry.ts';
import { type ProgramPlace, programPlace } from '../../adapters/program-place.ts';
import type { Run } from '../command.ts';
import { facts } from '../output/columns.ts';
import { printable } from '../style.ts';

export const upgrade: Run = async (_, io) => {
  const place = programPlace();
  const running = await io.daemon(false);
  const daemon = running.ok ? running.value.daemon().version : null;
  const newest = place.packageName === null ? null : newestVersion(place.packageName, place.mcpName, io.env);
  const command = howTo(place, newest);
  return ok({
    json: {
      version: VERSION,
      daemon,
      newest: newest?.kind === 'version' ? newest.version : null,
      ...{ root: place.root, package: place.packageName, command },
    },
    human: (style) =>
      facts(
        [
          ['version', VERSION],
          ['daemon', daemonText(daemon)],
          ['program', printable(place.root)],
          ['newest', newestText(place, newest)],
          ['to upgrade', command === null ? null : style.green(printable(command))],
        ],
        style,
      ),
    notes: [
      command !== null && 'The next command replaces the daemon that runs. Memories and settings stay.',
    ],
  });
};

const daemonText = (daemon: string | null): string => {
  if (daemon === null) return 'not running';
  const age = compareVersions(daemon, VERSION);
  return age < 0 ? `${daemon}, older; the next command that uses it replaces it` : daemon;
};

const newestText = ({ packageName }: ProgramPlace, newest: Newest | null): string => {
  if (newest === null) return 'a checkout: `git pull` updates it';
  if (newest.kind === 'foreign')
    return `npm's registry has another program as ${packageName}: this one was installed from a file`;
  if (newest.kind === 'unknown')
    return `npm's registry has no ${packageName}: this one was installed from a file`;
  if (newest.kind !== 'version') return "npm's registry does not answer";
  return isNewer(newest) ? newest.version : `${newest.version}: this is the newest`;
};

/** Returns the command to upgrade. Null if npm's registry has nothing newer or does not answer. A checkout always has a command. */
const howTo = ({ root, packageName, isGlobal }: ProgramPlace, newest: Newest | null): string | null => {
  if (packageName === null) return `cd ${root} && git pull && npm run setup`;
  const install = `npm install ${isGlobal ? '-g ' : ''}`;
  if (newest?.kind === 'unknown' || newest?.kind === 'foreign') return `${install}FILE.tgz`;
  return newest?.kind === 'version' && isNewer(newest) ? `${install}${packageName}@${newest.version}` : null;
};

const isNewer = ({ version }: { readonly version: string }): boolean => compareVersions(version, VERSION) > 0;
