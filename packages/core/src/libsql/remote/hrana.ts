/**
 * The protocol of a libSQL server: Hrana 3 over HTTP, as JSON. Only batches are used. Their steps run on conditions, so a
 * transaction costs one request if the client has nothing to decide in between.
 */
import { isRecord } from '@cairn/schema';
import * as z from 'zod';
import { isList, type SqlArgument, type SqlArguments } from '../database.ts';

export interface Statement {
  readonly sql: string;
  readonly args: SqlArguments;
}

type Value =
  | { readonly type: 'null' }
  | { readonly type: 'integer'; readonly value: string }
  | { readonly type: 'float'; readonly value: number }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'blob'; readonly base64: string };

type Condition =
  | { readonly type: 'ok'; readonly step: number }
  | { readonly type: 'not'; readonly cond: Condition }
  | { readonly type: 'and'; readonly conds: readonly Condition[] }
  | { readonly type: 'is_autocommit' };

interface Step {
  readonly condition: Condition | null;
  readonly stmt: {
    readonly sql: string;
    readonly want_rows: boolean;
    readonly args?: readonly Value[];
    readonly named_args?: readonly { readonly name: string; readonly value: Value }[];
  };
}

export type StreamRequest =
  | { readonly type: 'batch'; readonly batch: { readonly steps: readonly Step[] } }
  | { readonly type: 'close' };

export const CLOSE: StreamRequest = { type: 'close' };

/**
 * Returns a batch of statements that run in order, each only if the one before it succeeded. In a transaction, each
 * also requires that the transaction is open. Otherwise the rest would run in autocommit after a rollback by the
 * server.
 */
export const batchOf = (
  statements: readonly Statement[],
  { opens, inTransaction }: { readonly opens: boolean; readonly inTransaction: boolean },
): StreamRequest => ({
  type: 'batch',
  batch: {
    steps: statements.map((statement, at) => ({
      condition: conditionOf(at, inTransaction && !(opens && at === 0)),
      stmt: encodeStatement(statement),
    })),
  },
});

const conditionOf = (at: number, inTransaction: boolean): Condition | null => {
  const conds: Condition[] = [];
  if (at > 0) conds.push({ type: 'ok', step: at - 1 });
  if (inTransaction) conds.push({ type: 'not', cond: { type: 'is_autocommit' } });
  const [first, ...others] = conds;
  if (first === undefined) return null;
  return others.length === 0 ? first : { type: 'and', conds };
};

const encodeStatement = ({ sql, args }: Statement): Step['stmt'] => {
  if (isList(args)) return { sql, want_rows: true, args: args.map(encodeValue) };
  const named = Object.entries(args).map(([name, value]) => ({ name, value: encodeValue(value) }));
  return { sql, want_rows: true, named_args: named };
};

/** Numbers without a fraction are integers, as on a local connection. */
const encodeValue = (value: SqlArgument): Value => {
  if (value === null) return { type: 'null' };
  if (typeof value === 'string') return { type: 'text', value };
  if (typeof value !== 'number') return { type: 'blob', base64: Buffer.from(value).toString('base64') };
  return Number.isSafeInteger(value) ? { type: 'integer', value: String(value) } : { type: 'float', value };
};

const errorShape = z.looseObject({ message: z.string(), code: z.string().nullish() });
/** The server's answer when a statement or a request failed. */
export type RemoteError = z.infer<typeof errorShape>;

const statementResult = z.looseObject({
  rows: z.array(z.array(z.unknown())),
  affected_row_count: z.number(),
});
const batchResult = z.looseObject({
  step_results: z.array(statementResult.nullable()),
  step_errors: z.array(errorShape.nullable()),
});
const okResult = z.looseObject({
  type: z.literal('ok'),
  response: z.looseObject({ type: z.string(), result: z.unknown().optional() }),
});
const errorResult = z.looseObject({ type: z.literal('error'), error: errorShape });

export const pipelineAnswer = z.looseObject({
  baton: z.string().nullable(),
  base_url: z.string().nullish(),
  results: z.array(z.discriminatedUnion('type', [okResult, errorResult])),
});
export type PipelineAnswer = z.infer<typeof pipelineAnswer>;

/** `ran`: outcomes of those that succeeded, in order. `error`: why the next one failed; the rest is skipped. */
export interface BatchOutcome {
  readonly ran: readonly StatementOutcome[];
  readonly error: RemoteError | null;
}
export interface StatementOutcome {
  readonly rows: readonly (readonly unknown[])[];
  readonly changes: number;
}

/** Reads the outcome of a batch. Null if the answer is not that of a batch with this number of steps. */
export const readBatch = (answer: PipelineAnswer, steps: number): BatchOutcome | null => {
  const [first] = answer.results;
  if (first === undefined) return null;
  if (first.type === 'error') return { ran: [], error: first.error };
  const parsed = batchResult.safeParse(first.response.result);
  if (!parsed.success || parsed.data.step_results.length !== steps) return null;
  const ran: StatementOutcome[] = [];
  for (const result of parsed.data.step_results) {
    if (result === null) break;
    ran.push({ rows: result.rows.map((row) => row.map(decodeValue)), changes: result.affected_row_count });
  }
  const error = parsed.data.step_errors.find((one) => one !== null) ?? null;
  return { ran, error: ran.length < steps ? (error ?? SKIPPED) : null };
};

/** No statement failed, but some did not run, because the transaction was already over. */
const SKIPPED: RemoteError = { message: 'the transaction was over', code: 'TRANSACTION_OVER' };

/** Decodes a value. A malformed one becomes undefined, which every reader of a column refuses. */
const decodeValue = (value: unknown): unknown => {
  if (!isRecord(value)) return undefined;
  if (value.type === 'null') return null;
  if (value.type === 'integer') return Number(value.value);
  if (value.type === 'float' || value.type === 'text') return value.value;
  return value.type === 'blob' && typeof value.base64 === 'string' ? bytesOf(value.base64) : undefined;
};

/** Decodes bytes into a new buffer, as a local connection does. Servers omit base64's padding. */
const bytesOf = (base64: string): ArrayBuffer => {
  const bytes = Buffer.from(base64, 'base64');
  const own = new ArrayBuffer(bytes.length);
  new Uint8Array(own).set(bytes);
  return own;
};
