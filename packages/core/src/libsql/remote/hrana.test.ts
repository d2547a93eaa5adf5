import { LOCAL_MIGRATIONS } from '@cairn/schema/migrations';
import { expect, test } from 'vitest';
import { openTempStore } from '../../testing/temp-store.ts';
import { batchOf, pipelineAnswer, readBatch } from './hrana.ts';
import { splitScript } from './remote-database.ts';

const steps = (requests: ReturnType<typeof batchOf>) =>
  requests.type === 'batch' ? requests.batch.steps : [];

test('[ST-3] every statement runs only after the one before it, and in a transaction only while there is one', () => {
  const statements = ['BEGIN IMMEDIATE', 'SELECT 1', 'COMMIT'].map((sql) => ({ sql, args: [] }));
  const notOver = { type: 'not', cond: { type: 'is_autocommit' } };
  expect(
    steps(batchOf(statements, { opens: true, inTransaction: true })).map((step) => step.condition),
  ).toEqual([
    null,
    { type: 'and', conds: [{ type: 'ok', step: 0 }, notOver] },
    { type: 'and', conds: [{ type: 'ok', step: 1 }, notOver] },
  ]);
  const [next] = steps(batchOf(statements.slice(1), { opens: false, inTransaction: true }));
  expect(next?.condition).toEqual(notOver);
  const [, alone] = steps(batchOf(statements, { opens: false, inTransaction: false }));
  expect(alone?.condition).toEqual({ type: 'ok', step: 0 });
});

test('[ST-3] values keep their types: whole numbers are integers, bytes are bytes', () => {
  const bytes = new Uint8Array([0, 255, 7]).buffer;
  const [step] = steps(
    batchOf([{ sql: 'x', args: [1, -0.5, 'text', null, bytes] }], { opens: false, inTransaction: false }),
  );
  expect(step?.stmt.args).toEqual([
    { type: 'integer', value: '1' },
    { type: 'float', value: -0.5 },
    { type: 'text', value: 'text' },
    { type: 'null' },
    { type: 'blob', base64: 'AP8H' },
  ]);
  const [named] = steps(batchOf([{ sql: 'x', args: { limit: 3 } }], { opens: false, inTransaction: false }));
  expect(named?.stmt.named_args).toEqual([{ name: 'limit', value: { type: 'integer', value: '3' } }]);
});

const answerOf = (result: unknown) =>
  pipelineAnswer.parse({ baton: null, results: [{ type: 'ok', response: { type: 'batch', result } }] });
const ran = (...row: readonly unknown[]) => ({ rows: [row], affected_row_count: 2 });

test('[ST-3] an answer is read as values, as the statement that failed, or not at all', () => {
  const values = ran(
    { type: 'integer', value: '9007199254740991' },
    { type: 'float', value: 0.5 },
    { type: 'blob', base64: 'AP8H' },
    { type: 'null' },
    { type: 'something new' },
  );
  expect(readBatch(answerOf({ step_results: [values], step_errors: [null] }), 1)).toEqual({
    ran: [
      {
        rows: [[9_007_199_254_740_991, 0.5, new Uint8Array([0, 255, 7]).buffer, null, undefined]],
        changes: 2,
      },
    ],
    error: null,
  });
  const failed = {
    step_results: [ran(), null, null],
    step_errors: [null, { message: 'no', code: 'X' }, null],
  };
  expect(readBatch(answerOf(failed), 3)).toMatchObject({ ran: [{ changes: 2 }], error: { code: 'X' } });
  const skipped = { step_results: [null], step_errors: [null] };
  expect(readBatch(answerOf(skipped), 1)).toMatchObject({ ran: [], error: { code: 'TRANSACTION_OVER' } });
  expect(readBatch(answerOf({ step_results: [], step_errors: [] }), 1)).toBeNull();
  expect(readBatch(answerOf('nothing of the kind'), 1)).toBeNull();
});

test('[ST-3] the steps of a migration are its statements, triggers whole', async () => {
  const statements = LOCAL_MIGRATIONS.flatMap(({ sql }) => splitScript(sql));
  expect(statements.filter((sql) => !/^(CREATE|ALTER|INSERT|UPDATE|DROP|DELETE|WITH)\b/i.test(sql))).toEqual(
    [],
  );
  expect(statements.filter((sql) => sql.startsWith('CREATE TRIGGER') !== /END;$/.test(sql))).toEqual([]);
  const { store, dispose } = await openTempStore([
    { version: 0, name: 'split', checksum: '', sql: statements.join('\n') },
  ]);
  const whole = await openTempStore();
  const shape = 'SELECT name, sql FROM sqlite_master WHERE sql NOT NULL ORDER BY name';
  const rows = await store.exclusive((database) => database.all(shape));
  const expected = await whole.store.exclusive((database) => database.all(shape));
  const text = (row: ArrayLike<unknown>): string => `${row[0]} ${String(row[1]).replace(/\s*--.*\n/g, '\n')}`;
  expect(rows.map(text)).toEqual(expected.map(text));
  await dispose();
  await whole.dispose();
});
