import { type Nemesis, over } from '../nemesis.ts';
import { replicasMissing } from '../postgres.ts';

export const killDaemon: Nemesis = {
  name: 'kill-daemon',
  says: 'kill -9 of a daemon, several times',
  strike: async (world, random) => {
    const device = random.pick(world.devices);
    return device.kill() ? over : null;
  },
};

export const killServer: Nemesis = {
  name: 'kill-server',
  says: 'kill -9 of a server process, and its start',
  strike: async ({ server }, random) => {
    const node = random.pick(server.nodes);
    await server.alone(() => node.stop('SIGKILL'));
    return () => server.alone(() => node.start());
  },
};

export const killPostgres: Nemesis = {
  name: 'kill-postgres',
  says: 'kill -9 of Postgres, and its recovery',
  store: 'postgres',
  strike: async ({ server, postgres }) => {
    if (postgres === null) return null;
    await server.alone(() => postgres.kill());
    // Other nemeses that wait for the server may hold it until Postgres runs again.
    return () => postgres.start();
  },
};

export const failOverPostgres: Nemesis = {
  name: 'failover-postgres',
  says: 'Postgres gets a replica that has all it acknowledges, is killed, and the replica takes its place',
  store: 'postgres',
  missing: replicasMissing,
  strike: async ({ server, postgres }) => {
    // Postgres may be down at this moment.
    const isThere = (await postgres?.addReplica().catch(() => false)) ?? false;
    return isThere ? () => server.alone(async () => postgres?.failOver()) : null;
  },
};
