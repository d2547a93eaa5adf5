import pg from 'pg';
import { expect, test } from 'vitest';
import { connectionUrl } from './listener.ts';

const URL_OF = 'postgres://cairn:p%40ss@db.example:5432/cairn';
const clientOf = (query: string) => new pg.Client({ connectionString: connectionUrl(URL_OF + query, {}) });

test('the settings of the URL stay, and ours join them', () => {
  const url = connectionUrl(`${URL_OF}?options=-c%20work_mem%3D8MB`, { jit: 'off', lock_timeout: 5 });
  expect(new URL(url).searchParams.get('options')).toBe('-c work_mem=8MB -c jit=off -c lock_timeout=5');
  expect(clientOf('')).toMatchObject({ user: 'cairn', password: 'p@ss', host: 'db.example', port: 5432 });
});

test('sslmode means what it means to psql', () => {
  expect(clientOf('?sslmode=require').ssl).toMatchObject({ rejectUnauthorized: false });
  expect(clientOf('?sslmode=verify-full').ssl).toEqual({});
  expect(clientOf('?sslmode=disable').ssl).toBe(false);
});
