import { describe, expect, test } from 'vitest';
import { type BundleParts, bundleOf } from './bundle.ts';

const KEY = `sk-proj-${'a1B2c3D4'.repeat(6)}`;
const MEMORY = 'Anna moved to Lisbon and works from the harbour office now';
const parts = (fields: Partial<BundleParts> = {}): BundleParts => ({
  madeAt: '2026-01-31T09:30:00.000Z',
  version: '1.2.3',
  homeDir: '/home/anna',
  machine: { platform: 'linux', node: '24.0.0' },
  config: null,
  env: {},
  status: null,
  checks: [],
  integrations: [],
  logLines: [],
  memories: [],
  ...fields,
});
const documentOf = (fields: Partial<BundleParts>): Readonly<Record<string, unknown>> =>
  Object(JSON.parse(bundleOf(parts(fields)).text));
const line = (fields: object): string =>
  JSON.stringify({ level: 40, time: '2026-01-31T09:00:00Z', pid: 7, ...fields });

describe('[SV-5] a bundle', () => {
  test('has settings without their secrets, and of projects only how many', () => {
    const config = JSON.stringify({
      deviceName: 'laptop',
      projects: { web: 'github.com/acme/secret-thing' },
      llm: { baseUrl: 'https://anna:hunter2@models.example/v1', apiKey: KEY, tokensPerDay: 5_000 },
    });
    const env = { CAIRN_LLM_API_KEY: KEY, CAIRN_PORT: '0', CAIRN_HOME: '/home/anna/cairn', PATH: '/bin' };
    expect(documentOf({ config, env })).toMatchObject({
      config: {
        deviceName: 'laptop',
        projects: 1,
        llm: { baseUrl: 'https://[removed]@models.example/v1', apiKey: '[removed]', tokensPerDay: 5_000 },
      },
      environment: { CAIRN_LLM_API_KEY: '[removed]', CAIRN_PORT: '0', CAIRN_HOME: '~/cairn' },
    });
    expect(documentOf({ env })).not.toHaveProperty('environment.PATH');
    expect(documentOf({ config: '{ "llm": ' }).config).toBe('[9 characters that are not JSON]');
  });

  test('has no key out of an address or of a command', () => {
    const command = ['/usr/bin/curl', '-H', 'x-api: plainkey', 'https://ntfy.example/t?auth=plainkey'];
    const config = JSON.stringify({
      notifyCommand: command,
      llm: { baseUrl: 'https://anna:plain@key@models.example/v1?api=plainkey' },
    });
    const env = {
      CAIRN_NOTIFY_COMMAND: JSON.stringify(command),
      CAIRN_EMBED_BASE_URL: 'https://models.example/v1?code=plainkey#plainkey',
    };
    const logLines = [
      line({ msg: 'gone', error: 'https://models.example/v1/chat?api=plainkey answered 404' }),
    ];
    const { text } = bundleOf(parts({ config, env, logLines, memories: [] }));
    expect(text).not.toMatch(/plain|key@/);
    expect(JSON.parse(text)).toMatchObject({
      config: {
        notifyCommand: '[removed]',
        llm: { baseUrl: 'https://[removed]@models.example/v1?[removed]' },
      },
      environment: { CAIRN_EMBED_BASE_URL: 'https://models.example/v1?[removed]' },
      log: [{ error: 'https://models.example/v1/chat?[removed] answered 404' }],
    });
  });

  test('has log lines with what happened, without secrets, quotes, memories and places', () => {
    const logLines = [
      line({ msg: 'ready', version: '1.2.3', port: 4949 }),
      line({ msg: 'embedding failed', error: `Error: the server said "${MEMORY}" is too long` }),
      line({ msg: 'it failed', error: `no room for ${MEMORY} at all` }),
      line({ msg: 'refused', error: `401 for ${KEY}`, apiKey: 'short' }),
      line({ msg: 'gone', where: 'at open (/home/anna/cairn/dist/daemon.js:1:2)' }),
      line({ msg: 'long', reason: 'x '.repeat(400) }),
      'what is no line of the log',
    ];
    const { text } = bundleOf(parts({ logLines, memories: [MEMORY, 'ready'] }));
    for (const hidden of ['Lisbon', 'harbour', 'hunter2', KEY, 'anna', 'what is no line'])
      expect(text.toLowerCase()).not.toContain(hidden.toLowerCase());
    const { log } = JSON.parse(text);
    expect(log[0]).toMatchObject({ level: 40, msg: 'ready', version: '1.2.3', port: 4949 });
    expect(log[1].error).toBe('Error: the server said "[removed]');
    expect(log[2].error).toBe('no room for [removed]');
    expect(log[3]).toMatchObject({ error: expect.stringContaining('401 for ['), apiKey: '[removed]' });
    expect(log[4].where).toContain('(~/cairn/dist/daemon.js:1:2)');
    expect(log[5].reason.length).toBeLessThan(310);
    expect(log[6]).toBe('[26 characters]');
  });

  test('lets nothing free through when nobody can say what is remembered', () => {
    const logLines = [
      line({
        msg: 'it failed',
        kind: 'timeout',
        error: MEMORY,
        ms: 12,
        inner: { kind: MEMORY, list: [MEMORY, 3] },
      }),
    ];
    const { text, contains } = bundleOf(parts({ logLines, memories: null }));
    const hidden = `[${MEMORY.length} characters]`;
    expect(JSON.parse(text).log[0]).toMatchObject({
      ...{ msg: 'it failed', kind: 'timeout', ms: 12 },
      error: hidden,
      inner: { kind: hidden, list: [hidden, 3] },
    });
    expect(contains).toContain('no status, as no daemon answers');
  });

  test('has checks and integrations, and says all that is in it', () => {
    const checks = [{ id: 'embedder', status: 'warn', message: `It fails on ${MEMORY}`, fix: null } as const];
    const integrations = [{ agent: 'codex', scope: 'user', version: '1.2.3', root: '/home/anna/shop' }];
    const made = bundleOf(parts({ checks, integrations, memories: [MEMORY] }));
    expect(JSON.parse(made.text)).toMatchObject({
      versions: { cairn: '1.2.3', daemon: null, node: '24.0.0' },
      checks: [{ id: 'embedder', message: 'It fails on [removed]' }],
      integrations: [{ agent: 'codex', scope: 'user', version: '1.2.3' }],
    });
    expect(made.text).not.toContain('shop');
    expect(made.contains).toHaveLength(6);
  });
});
