/** Renders metrics, including those of the process, in Prometheus' text format. Only this module imports prom-client. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics, MetricsPage } from '../ports/metrics.ts';

/** Bucket limits in seconds, from a read in memory to the statement time-out. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Bucket limits in sequences. */
const LAGS = [0, 10, 100, 1_000, 10_000, 100_000];

const inSeconds = (ms: number): number => ms / 1_000;

export interface PrometheusOptions {
  readonly version: string;
  /** Connections of the pool; 1 for the embedded database. */
  readonly connectionsMax: number;
}

export const createPrometheus = (options: PrometheusOptions): Metrics & MetricsPage => {
  const registry = new Registry();
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ registers, name, help, labelNames });
  const histogram = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Histogram({ registers, name, help, labelNames, buckets: SECONDS });
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ registers, name, help, labelNames });
  collectDefaultMetrics({ register: registry });
  gauge('cairn_info', 'Always 1; the version is the label.', 'version').set({ version: options.version }, 1);

  const answered = histogram(
    'cairn_http_request_seconds',
    'Time to the head of the response, by route.',
    'route',
  );
  const requests = counter('cairn_http_requests_total', 'Requests, by route and status.', 'route', 'status');

  const pushes = counter('cairn_pushes_total', 'Pushes, by how they ended.', 'outcome');
  const pushed = counter('cairn_push_items_total', 'Items of pushes, by verdict.', 'verdict');
  // An alert compares with earlier values. A series that begins at one would never rise.
  pushes.inc({ outcome: 'epoch_changed' }, 0);
  const pulls = counter('cairn_pulls_total', 'Pulls, by how they ended.', 'outcome');
  const pulled = counter('cairn_pull_items_total', 'Items of pulls.');
  const lag = new Histogram({
    registers,
    name: 'cairn_pull_lag_sequences',
    help: 'Sequences that a device still lacked after a page; bootstraps are not counted.',
    buckets: LAGS,
  });

  const streams = gauge('cairn_streams_open', 'Open event streams.');
  const hints = counter('cairn_hints_total', 'Hints given to streams, by kind.', 'kind');

  const asked = histogram(
    'cairn_database_seconds',
    'Time of reads and transactions, by how they ended.',
    'kind',
    'outcome',
  );
  const lock = histogram(
    'cairn_vault_lock_wait_seconds',
    'Wait for the lock of a vault, by all but plain pushes that meet no other.',
  );
  const connection = histogram(
    'cairn_database_connection_wait_seconds',
    'Wait for a connection of the pool, for a transaction.',
  );
  const open = gauge('cairn_database_transactions_open', 'Transactions that run or wait for a connection.');
  gauge('cairn_database_connections_max', 'Size of the pool.').set(options.connectionsMax);

  const backups = counter(
    'cairn_backups_total',
    'Backups that the server made by itself, by how they ended.',
    'outcome',
  );
  backups.inc({ outcome: 'failed' }, 0);
  let backupAgeMs = (): number | null => null;
  new Gauge({
    registers,
    name: 'cairn_backup_age_seconds',
    help: 'Age of the newest checked backup; missing while there is none.',
    // A gauge without labels begins at zero, which would claim that there is a backup.
    labelNames: ['made'],
    collect() {
      const age = backupAgeMs();
      this.reset();
      if (age !== null) this.set({ made: 'by_itself' }, inSeconds(age));
    },
  });

  return {
    requested: ({ route, status, tookMs }) => {
      answered.observe({ route }, inSeconds(tookMs));
      requests.inc({ route, status: String(status) });
    },
    pushed: ({ outcome, verdicts }) => {
      pushes.inc({ outcome });
      for (const verdict of verdicts) pushed.inc({ verdict });
    },
    pulled: (pull) => {
      pulls.inc({ outcome: pull.outcome });
      pulled.inc(pull.items);
      if (pull.lag !== null) lag.observe(pull.lag);
    },
    streamOpened: () => streams.inc(),
    streamClosed: () => streams.dec(),
    hinted: (kind) => hints.inc({ kind }),
    lockWaited: (ms) => lock.observe(inSeconds(ms)),
    connectionWaited: (ms) => connection.observe(inSeconds(ms)),
    transactionBegan: () => open.inc(),
    transactionEnded: (ms, outcome) => {
      open.dec();
      asked.observe({ kind: 'transaction', outcome }, inSeconds(ms));
    },
    readEnded: (ms, outcome) => asked.observe({ kind: 'read', outcome }, inSeconds(ms)),
    backedUp: (outcome) => backups.inc({ outcome }),
    tellBackups: (lastAtMs, nowMs) => {
      backupAgeMs = () => {
        const atMs = lastAtMs();
        return atMs === null ? null : nowMs() - atMs;
      };
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
};
