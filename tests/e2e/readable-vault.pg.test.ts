// A readable vault from the command line to the view of a signed-in user: real programs, on a Postgres like Supabase's.

import { openSupabaseProject } from '@cairn/cloud/testing';
import { listResult, saveResult, syncResult, vaultCreateResult } from '@cairn/schema';
import { startSupabaseAuth } from '@cairn/test-support';
import { testPostgres } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { device, server } from './cairn.ts';

const ADA = '6b1f0b7e-7a39-4c0c-9f0e-3f7a5f1d2c3b';
const BEN = '0c9a1a52-2f5e-4c65-8a1b-6f1c5a3e7d90';

const pg = testPostgres();

describe.skipIf(pg === null)('a readable vault', () => {
  test('[SY-S5] its user reads what the device lists: tags, pins, keys, versions, and nothing forgotten', async () => {
    const url = await pg?.createDatabase();
    if (url === undefined) throw new Error('no Postgres');
    const [project, auth] = await Promise.all([openSupabaseProject(url), startSupabaseAuth()]);
    const settings = { SUPABASE_URL: auth.url, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_for_tests' };
    const [sync, laptop] = await Promise.all([server({ DATABASE_URL: url, ...settings }), device('laptop')]);
    onTestFinished(async () => {
      await laptop.end();
      await sync.end();
      await Promise.all([auth.close(), project.close()]);
    });
    const create = ['vault', 'create', '--server', sync.url, '--readable', '--supabase-token', '-'];
    await laptop.json(vaultCreateResult, create, { input: auth.sessionOf(ADA) });

    const save = async (...args: readonly string[]) => (await laptop.json(saveResult, ['save', ...args])).id;
    const done = async (...args: readonly string[]) => {
      const ran = await laptop.run(args);
      expect(ran.code, `cairn ${args.join(' ')}: ${ran.err}`).toBe(0);
    };
    const bees = await save('Ada keeps bees', '-t', 'garden', '-t', 'insects', '--source', 'user');
    await save('Staging is read-only on weekdays', '-p', 'github.com/ada/shop', '--pin');
    await save('ed', '--namespace', 'preferences', '--key', 'editor');
    await save('vim, after all', '--namespace', 'preferences', '--key', 'editor');
    const gone = await save('The spare key lies under the mat');
    const loose = await save('The kettle descales with citric acid 🫖', '--pin');
    await done('supersede', bees, 'Ada keeps bees and two goats');
    await done('tag', loose, '+kitchen');
    await done('unpin', loose);
    await done('forget', gone, '--yes');
    await laptop.json(syncResult, ['sync', '--wait', '--timeout', '60']);

    const listed = async (...args: readonly string[]) => {
      const { memories } = await laptop.json(listResult, ['list', '-n', '100', ...args]);
      return memories
        .map(({ id, content, tags, source, project: at, pinned, supersededBy, createdAt, ...more }) => ({
          id,
          content,
          tags,
          source,
          project: at,
          pinned,
          superseded_by: supersededBy,
          namespace: more.namespace,
          key: more.key,
          trust: more.trust,
          device: more.device.id,
          session: more.session,
          updated_at: more.updatedAt,
          created_at: createdAt,
        }))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
    };
    const rows = await project.memoriesOf(ADA);
    const seen = rows.map((row) => ({
      ...row,
      superseded_by: row.superseded_by,
      tags: JSON.parse(String(row.tags)),
    }));
    expect(seen).toHaveLength(5);
    expect(seen).toEqual(await listed('--all'));
    expect(seen.filter((row) => row.superseded_by === null)).toEqual(await listed());
    expect(await project.memoriesOf(BEN)).toEqual([]);
  });
});
