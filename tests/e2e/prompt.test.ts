// Whole prompts on the command line and by the API, with the files of a workspace, on one device and on two.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectMemory } from '@cairn/client';
import {
  heartbeatResult,
  inviteResult,
  profileResult,
  promptResult,
  saveResult,
  syncResult,
  vaultCreateResult,
} from '@cairn/schema';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Device, device, server } from './cairn.ts';

const learn = (own: Device, path: string, text: string) => {
  const [key = '', ...folders] = path.split('/').reverse();
  return own.json(saveResult, [
    ...['save', text, '--namespace', folders.reverse().join('/'), '--key', key, '--source', 'user'],
  ]);
};

describe('[CX-2] a prompt', () => {
  let own: Device;
  let workspace: string;
  beforeAll(async () => {
    own = await device();
    workspace = join(own.home, 'workspace');
    mkdirSync(workspace);
    writeFileSync(join(workspace, 'AGENTS.md'), 'Always run the tests.\n');
    writeFileSync(join(workspace, 'HEARTBEAT.md'), '- [ ] Look at the build\n- [x] Done\n');
    writeFileSync(join(own.home, 'SOUL.md'), 'You are {name}, a ship’s cat.\n');
  });
  afterAll(() => own.end());
  const prompt = (...more: string[]) =>
    own.json(promptResult, ['context', '--form', 'prompt', ...more], { cwd: workspace });

  test('takes files of the workspace, then of the settings, where nothing was set; then what was', async () => {
    const bare = await prompt();
    expect(bare.static).toMatch(
      /^# Identity\nYou are Assistant, a ship’s cat\.\n\n# Rules\nAlways run the tests\./,
    );
    expect(bare.suffix).toMatch(/## Now\nIt is \w+, \d+ \w+ 20\d\d.*The year is 20\d\d/);
    expect(bare.suffix).toContain(`${process.platform}, ${process.arch}`);
    await own.json(profileResult, ['profile', 'set', 'preset', 'concise']);
    await own.json(profileResult, ['profile', 'rules', 'add', 'Tone', 'Be kind']);
    await learn(own, 'tacit/preferences/indent', 'Prefers tabs');
    const set = await prompt();
    expect(set.static).not.toMatch(/cat|run the tests/);
    expect(set.static).toMatch(/## Tone\n- Be kind[\s\S]*- preferences\/indent: Prefers tabs \[user, 20/);
    expect(await prompt()).toMatchObject({ static: set.static, etag: set.etag });
  });

  test('is printed as it is, within its tokens, and says what each part costs', async () => {
    const plain = await own.run(['context', '--form', 'prompt'], { cwd: workspace });
    expect(plain.out).toMatch(/^# Identity\n[\s\S]*## Your memory[\s\S]*## Now/);
    expect((await prompt('--max-tokens', '200')).tokens).toBeLessThanOrEqual(200);
    const costs = await own.run(['context', '--form', 'prompt', '--explain'], { cwd: workspace });
    expect(costs.out).toMatch(/identity +\d+[\s\S]*known +\d+ +1[\s\S]*tokens in all/);
    expect((await prompt('--query', 'nothing of this')).sections.map(({ name }) => name)).not.toContain(
      'relevant',
    );
  });

  test('[CX-3, CX-4] by the SDK: slots, pruned messages, steering, a session; tasks of HEARTBEAT.md apart', async () => {
    await using memory = await connectMemory({ home: own.home });
    const messages = [
      { role: 'user', content: 'From now on use pnpm' },
      ...Array.from({ length: 10 }, () => ({ role: 'assistant', content: 'Done.' })),
    ];
    const made = await memory.prompt({ slots: { tools: 'You have a hammer.' }, messages, session: 'nobody' });
    expect(made.static).toMatch(/\n---\n\nYou have a hammer\.$/);
    expect(String(made.messages.at(-1)?.content)).toContain('<steering name="memoryNudge">');
    expect(made.notes.join()).toContain('nobody');
    const profile = await memory.setProfile({ displayName: 'Ada' });
    expect(await memory.profile()).toEqual(profile);
    await expect(memory.setProfile({ colour: 'blue' })).rejects.toMatchObject({ kind: 'invalid_input' });
    const tasks = heartbeatResult.parse(
      await memory.request('GET', `/v1/context/heartbeat?cwd=${encodeURIComponent(workspace)}`),
    );
    expect(tasks).toEqual({ path: join(workspace, 'HEARTBEAT.md'), tasks: ['Look at the build'] });
    await expect(memory.prompt({ cwd: 'here' })).rejects.toMatchObject({ kind: 'invalid_input' });
  });
});

test('[CX-2] the static part has the same bytes on two devices that know the same', async () => {
  const sync = await server();
  const [laptop, desktop] = [await device('laptop'), await device('desktop')];
  onTestFinished(async () => {
    await Promise.all([laptop.end(), desktop.end(), sync.end()]);
  });
  await laptop.json(profileResult, ['profile', 'set', 'displayName', 'Ada']);
  await learn(laptop, 'tacit/preferences/indent', 'Prefers tabs');
  await learn(laptop, 'tacit/personality/style/dry', 'Likes it dry');
  await laptop.json(vaultCreateResult, [
    ...['vault', 'create', '--server', sync.url, '--setup-token', sync.setupToken],
  ]);
  const { code } = await laptop.json(inviteResult, ['invite']);
  expect((await desktop.run(['join', code, '--server', sync.url])).code).toBe(0);
  await learn(desktop, 'tacit/preferences/editor', 'Uses vim');
  for (const one of [desktop, laptop]) await one.json(syncResult, ['sync', '--wait']);
  // Reading something on one device does not change the order.
  await laptop.run(['search', 'vim']);
  const prompt = async (own: Device) => own.json(promptResult, ['context', '--form', 'prompt']);
  const here = await prompt(laptop);
  const there = await prompt(desktop);
  expect(there.static).toBe(here.static);
  expect(there.etag).toBe(here.etag);
  expect(here.static).toMatch(/Name: Ada[\s\S]*Uses vim[\s\S]*Prefers tabs/);
});
