// Runs statements on a database file whose daemon is stopped, as another program would.

import { execFileSync } from 'node:child_process';

const LIBSQL = new URL('../../packages/core/node_modules/@libsql/client/lib-esm/node.js', import.meta.url);

export type Statement = string | { readonly sql: string; readonly args: readonly (string | number | null)[] };

/** Returns the rows of the last statement. */
export const onFile = (path: string, statements: readonly Statement[]): unknown => {
  const code = `
    import { createClient } from ${JSON.stringify(LIBSQL.href)};
    const db = createClient({ url: 'file:' + process.argv[1] });
    let rows = [];
    for (const statement of JSON.parse(process.argv[2])) rows = (await db.execute(statement)).rows;
    await db.execute('PRAGMA wal_checkpoint(TRUNCATE)');
    console.log(JSON.stringify(rows));
    db.close();
  `;
  const args = ['--input-type=module', '-e', code, path, JSON.stringify(statements)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
};
