/** The scopes of the daemon's home, each with its own services. [SP-1] */
import { scopePaths } from '@cairn/client/device';
import { ok } from '@cairn/schema';
import { createScopeFiles } from '../adapters/scope-files.ts';
import { after } from '../adapters/system-time.ts';
import type { Config } from '../config.ts';
import { createScopes, type Scopes } from '../services/scopes/scopes.ts';
import { openInstance, type Place, type Shared } from './instance.ts';
import type { Services } from './services.ts';

interface HomeScopes extends Place {
  readonly config: Config;
  readonly shared: Omit<Shared, 'scopes' | 'personal'>;
  readonly own: () => Services;
}

export const createHomeScopes = ({ paths, hostName, config, shared, own }: HomeScopes): Scopes<Services> =>
  createScopes({
    files: createScopeFiles(paths),
    own,
    timers: { after },
    log: shared.log,
    async open(name) {
      const place = { paths: scopePaths(paths, name), hostName };
      // A scope is always a file of this device.
      const personal = () => ({ ...own().memories, promptPerson: own().engine().promptPerson });
      const opened = await openInstance(
        place,
        { ...config, store: null },
        { ...shared, scopes: null, personal },
      );
      if (!opened.ok) return opened;
      const { services, begin, rest, close } = opened.value;
      const end = () => rest().finally(close);
      try {
        await begin();
      } catch (error) {
        await end();
        throw error;
      }
      return ok({ services, end });
    },
  });
