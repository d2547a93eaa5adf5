/** Answers requests of supabase-js for memories like PostgREST, with the role and the claims of the token. For tests. */
import { createPublicKey, verify } from 'node:crypto';
import { errorText } from '@cairn/schema';
import type { SessionKey } from '@cairn/test-support';
import * as z from 'zod';
import { type SqlDatabase, type SqlSession, sqlState } from '../sql/database.ts';
import { text } from '../sql/rows.ts';
import { type Reader, withRole } from './supabase-database.ts';

const claimsSchema = z.object({ sub: z.string(), role: z.literal('authenticated') });

/** Returns the user of a token that the project signed. Any other token, such as the publishable key, gives `anon`. */
export const callerOf = (token: string, key: SessionKey): Reader => {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const publicKey = createPublicKey({ key: { ...key.publicJwk }, format: 'jwk' });
  const isSigned =
    signature !== '' &&
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
  if (!isSigned) return { role: 'anon' };
  const { sub, role } = claimsSchema.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
  return { role, user: sub };
};

const NAME = /^[a-z_]+$/;
const named = (name: string): string => {
  if (!NAME.test(name)) throw new Error(`no column: ${name}`);
  return `"${name}"`;
};

interface Question {
  readonly text: string;
  readonly params: readonly string[];
}

/** Builds the SQL for `select`, `order`, `limit` and the filters `eq`, `is.null` and `cs` of a request's URL. */
const questionOf = (from: string, first: readonly string[], query: URLSearchParams): Question => {
  const params = [...first];
  const wheres: string[] = [];
  let tail = '';
  for (const [name, value] of query) {
    const [operator = '', ...rest] = value.split('.');
    if (name === 'select') continue;
    if (name === 'limit') tail += ` limit ${Number(value)}`;
    else if (name === 'order')
      tail = ` order by ${named(operator)}${rest.includes('desc') ? ' desc' : ''}${tail}`;
    else if (value === 'is.null') wheres.push(`${named(name)} is null`);
    else {
      const sign = { eq: '=', cs: '@>' }[operator];
      if (sign === undefined) throw new Error(`no filter: ${value}`);
      params.push(rest.join('.'));
      wheres.push(`${named(name)} ${sign} $${params.length}`);
    }
  }
  const columns = (query.get('select') ?? '*')
    .split(',')
    .map((one) => (one === '*' ? '*' : named(one.trim())));
  const where = wheres.length === 0 ? '' : ` where ${wheres.join(' and ')}`;
  return { text: `select ${columns.join(', ')} from ${from}${where}${tail}`, params };
};

const rpcSchema = z.object({ query: z.string() });
const RPC = '/rest/v1/rpc/search_memories';

export const createRest = (database: SqlDatabase, key: SessionKey) => {
  const ask = async (session: SqlSession, { text: question, params }: Question): Promise<string> => {
    const rows = await session.query(
      `select coalesce(json_agg(q), '[]')::text as rows from (${question}) q`,
      params,
    );
    return rows.map((row) => text(row, 'rows')).join('');
  };
  return async (
    url: URL,
    token: string,
    body: string,
  ): Promise<{ readonly status: number; readonly body: string }> => {
    const caller = callerOf(token, key);
    try {
      const question =
        url.pathname === RPC
          ? questionOf(
              'public.search_memories($1)',
              [rpcSchema.parse(JSON.parse(body)).query],
              url.searchParams,
            )
          : questionOf(`public.${named(url.pathname.split('/').at(-1) ?? '')}`, [], url.searchParams);
      return { status: 200, body: await withRole(database, caller, (session) => ask(session, question)) };
    } catch (error) {
      return { status: 403, body: JSON.stringify({ code: sqlState(error), message: errorText(error) }) };
    }
  };
};
