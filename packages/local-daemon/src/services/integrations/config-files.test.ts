import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parse as parseJsonc } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { named, setUp, snapshot } from '../../testing/agents-home.ts';
import { createIntegrations } from './integrations.ts';

describe('[IN-4] a file', () => {
  test('is written behind its symbolic link, with its mode, and copied once', async () => {
    const { home, install, uninstall } = await setUp();
    const link = join(home, '.cursor/mcp.json');
    const real = join(home, 'dotfiles.json');
    renameSync(link, real);
    symlinkSync(real, link);
    chmodSync(real, 0o640);
    const before = readFileSync(real, 'utf8');
    install(named('cursor'), 'user', false);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o640);
    expect(readFileSync(real, 'utf8')).toContain('cairn');
    expect(readFileSync(`${link}.cairn-backup`, 'utf8')).toBe(before);
    expect(readdirSync(home).filter((name) => name.endsWith('.new'))).toEqual([]);
    uninstall(named('cursor'), 'user', false);
    expect([readFileSync(real, 'utf8'), lstatSync(link).isSymbolicLink()]).toEqual([before, true]);
    expect(readdirSync(dirname(link))).not.toContain('mcp.json.cairn-backup');
  });

  test('that cannot be edited is named with what to do, and nothing of its agent is touched', async () => {
    const { home, install } = await setUp();
    const path = join(home, '.cursor/hooks.json');
    const harms: readonly (readonly [() => void, RegExp])[] = [
      [
        () => writeFileSync(path, '{\n  "version": 1,\n  "hooks": {\n'),
        /hooks\.json: line 4, column 1: .*left as it is\. Fix it, then run this again\.$/,
      ],
      [() => writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d])), /hooks\.json: it is not UTF-8 text/],
      [
        () => {
          rmSync(path);
          mkdirSync(path);
        },
        /hooks\.json: it is not a file/,
      ],
      [
        () => {
          rmSync(path, { recursive: true });
          symlinkSync(join(home, 'gone'), path);
        },
        /symbolic link to nothing/,
      ],
    ];
    const other = readFileSync(join(home, '.cursor/mcp.json'), 'utf8');
    for (const [harm, sentence] of harms) {
      harm();
      const { changes, failures } = install(named('cursor'), 'user', false);
      expect([changes, failures.length]).toEqual([[], 1]);
      expect(failures[0]).toMatch(sentence);
      expect(readFileSync(join(home, '.cursor/mcp.json'), 'utf8')).toBe(other);
    }
    const codex = join(home, '.codex/config.toml');
    writeFileSync(codex, 'model = "x"\n[broken\n');
    expect(install(named('codex'), 'user', false).failures[0]).toMatch(
      /config\.toml: line 2, column \d+: .*Fix it, then run this again\.$/,
    );
  });

  test('that is read-only stays as it is', async () => {
    const { home, install } = await setUp();
    const path = join(home, '.config/zed/settings.json');
    const before = readFileSync(path, 'utf8');
    chmodSync(path, 0o444);
    const { changes, failures } = install(named('zed'), 'user', false);
    expect(changes).toEqual([]);
    expect(failures[0]).toMatch(/settings\.json: it is read-only; make it writable/);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test('that its agent writes at the same moment keeps what the agent wrote, and is given our part then', async () => {
    const { home, deps } = await setUp();
    const path = join(home, '.config/zed/settings.json');
    const before = snapshot(home);
    const { files } = deps;
    let writes = 0;
    const write: typeof files.write = (at, text, how) => {
      // The agent writes between the plan and the write.
      if (++writes <= 2) writeFileSync(path, `{ "theme": "${writes}" }`);
      return files.write(at, text, how);
    };
    const busy = createIntegrations({ ...deps, files: { ...files, write } });
    expect(busy.install(named('zed'), 'user', false)).toMatchObject({ failures: [], changes: [{ path }] });
    expect(writes).toBe(3);
    expect(parseJsonc(readFileSync(path, 'utf8'))).toMatchObject({
      theme: '2',
      context_servers: { cairn: {} },
    });
    writes = 1;
    expect(busy.uninstall(named('zed'), 'user', false).failures).toEqual([]);
    expect(readFileSync(path, 'utf8')).toBe('{ "theme": "2" }');
    expect(Object.keys(snapshot(home)).sort()).toEqual(Object.keys(before).sort());
  });

  test('that is changed all the time is left as it is', async () => {
    const { home, deps } = await setUp();
    const path = join(home, '.config/zed/settings.json');
    const { files } = deps;
    let writes = 0;
    const write: typeof files.write = (at, text, how) => {
      writeFileSync(path, `{ "n": ${++writes} }`);
      return files.write(at, text, how);
    };
    const restless = createIntegrations({ ...deps, files: { ...files, write } });
    const { failures, changes } = restless.install(named('zed'), 'user', false);
    expect(failures[0]).toMatch(/settings\.json: another program keeps changing it; stop that program/);
    expect([changes, readFileSync(path, 'utf8')]).toEqual([[], `{ "n": ${writes} }`]);
    expect(readdirSync(join(home, '.config/zed'))).toEqual(['settings.json']);
    expect(deps.records.read()).toEqual([]);
  });

  test('[IN-3] that cannot be read keeps our part, and what is left elsewhere is named', async () => {
    const { home, install, uninstall } = await setUp();
    install(named('cursor'), 'user', false);
    const [broken, other] = [join(home, '.cursor/mcp.json'), join(home, '.cursor/hooks.json')];
    const before = readFileSync(other, 'utf8');
    writeFileSync(broken, '{ "mcpServers": {');
    const { failures, changes } = uninstall(named('cursor'), 'user', false);
    expect([changes, readFileSync(other, 'utf8')]).toEqual([[], before]);
    expect(failures).toEqual([
      expect.stringContaining(`${broken}: `),
      expect.stringContaining(`${other}: Cairn's part is still in it`),
    ]);
  });

  test('that cannot be written again is still known from before', async () => {
    const { home, deps, install, uninstall } = await setUp();
    const before = snapshot(home);
    install(named('cursor'), 'user', false);
    const path = join(home, '.cursor/hooks.json');
    chmodSync(path, 0o444);
    const launcher = { ...deps.launcher, hook: [join(home, 'moved', 'cairn')] };
    const again = createIntegrations({ ...deps, launcher }).install(named('cursor'), 'user', false);
    expect(again.failures[0]).toMatch(/read-only/);
    chmodSync(path, 0o644);
    uninstall(named('cursor'), 'user', false);
    expect(snapshot(home)).toEqual(before);
  });

  test('that is empty, or was not there, is made whole', async () => {
    const { home, install, uninstall } = await setUp();
    const path = join(home, '.cursor/hooks.json');
    writeFileSync(path, '\n');
    install(named('cursor'), 'user', false);
    expect(parseJsonc(readFileSync(path, 'utf8'))).toMatchObject({ version: 1 });
    uninstall(named('cursor'), 'user', false);
    expect(readFileSync(path, 'utf8')).toBe('\n');
    rmSync(join(home, '.codeium'), { recursive: true });
    install(named('windsurf'), 'user', false);
    expect(statSync(join(home, '.codeium/windsurf/hooks.json')).mode & 0o777).toBe(0o600);
    uninstall(named('windsurf'), 'user', false);
    expect(readdirSync(home)).not.toContain('.codeium');
  });
});
