import type { Nemesis } from '../nemesis.ts';
import { signal } from '../processes.ts';

export const stopDaemon: Nemesis = {
  name: 'stop-daemon',
  says: 'SIGSTOP and SIGCONT of a daemon',
  strike: async (world, random) => {
    const pid = random.pick(world.devices).pid();
    if (pid === null || !signal(pid, 'SIGSTOP')) return null;
    return async () => void signal(pid, 'SIGCONT');
  },
};

export const stopServer: Nemesis = {
  name: 'stop-server',
  says: 'SIGSTOP and SIGCONT of a server process',
  strike: async (world, random) => {
    const pid = random.pick(world.server.nodes).pid();
    if (pid === null || !signal(pid, 'SIGSTOP')) return null;
    return async () => void signal(pid, 'SIGCONT');
  },
};
