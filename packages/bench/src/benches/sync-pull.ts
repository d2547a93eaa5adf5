/** Measures pulls of a vault in pages of 2,000 rows, against a plain select of the same rows as JSON. [SY-P1, SY-P4] */

import { quickPullResponse } from '@cairn/schema';
import type { PostgresHandle } from '@cairn/test-support';
import postgres from 'postgres';
import { eachInTurn, range, timed } from '../measure.ts';
import { fillVaults, pushNew, WIRE_HEADERS } from '../processes/load-vaults.ts';
import { openRawConnection, type RawConnection } from '../processes/raw-http.ts';
import { startServer } from '../processes/server.ts';
import { named, type Row, ratioRow } from '../report.ts';
import type { World } from '../world.ts';

const PAGE_ROWS = 2_000;
/** Highest accepted ratio to the plain select's time. */
const BARE_RATIO = 2;

const PAGE = `
select json_build_object('entity', entity, 'facet', facet, 'hlc', encode(hlc, 'hex'), 'seq', seq, 'v', v, 'kg', kg,
  'payload', encode(payload, 'base64'))::text as item
from cairn.registers where vault = $1 and seq < $2 order by seq desc limit ${PAGE_ROWS}`;

const pullAll = async (connection: RawConnection, token: string): Promise<number> => {
  let rows = 0;
  let path = `/v1/pull?limit=${PAGE_ROWS}&empty=1`;
  for (;;) {
    const answer = await connection.ask('GET', path, token);
    if (answer.status !== 200) throw new Error(`pull: ${answer.status} ${answer.body.toString('utf8')}`);
    const { items, cursor, hasMore } = quickPullResponse.parse(JSON.parse(answer.body.toString('utf8')));
    rows += items.length;
    if (!hasMore) return rows;
    path = `/v1/pull?limit=${PAGE_ROWS}&cursor=${cursor}`;
  }
};

const selectAll = async (sql: postgres.Sql, vault: string, rows: number): Promise<void> => {
  let taken = 0;
  for (let below = rows + 1; below > 1; below -= PAGE_ROWS)
    for (const { item } of await sql.unsafe(PAGE, [vault, below], { prepare: true }))
      taken += JSON.parse(String(item)).seq > 0 ? 1 : 0;
  if (taken !== rows) throw new Error(`the bare select found ${taken} of ${rows} rows`);
};

export const pullRow = async (world: World, cluster: PostgresHandle): Promise<Row> => {
  const database = await cluster.createDatabase();
  const [device] = await fillVaults(database, { vaults: 1, devices: 1 });
  if (device === undefined) throw new Error('there is no vault to pull');
  const server = await startServer(world, { database });
  const connection = await openRawConnection(server.url, WIRE_HEADERS);
  const sql = postgres(database, { max: 1, onnotice: () => {} });
  const rows = world.size(20_000, 4_000);
  for (const _ of range(rows / 500)) await pushNew(connection, device, 500);
  world.say('sync: pulls, against bare selects');
  const rounds = await eachInTurn(range(world.size(9, 2)), async () => {
    const ours = await timed(async () => {
      const pulled = await pullAll(connection, device.token);
      if (pulled !== rows) throw new Error(`${pulled} of ${rows} rows were pulled`);
    });
    const bare = await timed(() => selectAll(sql, device.vault, rows));
    return { ours: [ours], bare: [bare] };
  });
  connection.close();
  await sql.end();
  const what = `pull of ${rows.toLocaleString('en-US')} rows in pages of 2,000, against a bare select as JSON`;
  // The first round only warms up both sides.
  return ratioRow(named('sync.pull', what), rounds.slice(1), BARE_RATIO);
};
