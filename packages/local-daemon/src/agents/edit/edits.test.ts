import * as fc from 'fast-check';
import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { isOurHook, isOurServer } from '../our-marks.ts';
import type { Edited } from './edited.ts';
import { type JsonItem, keptOf, putJson, takeJson } from './json-pieces.ts';
import { putToml, type TomlPiece, takeToml } from './toml-block.ts';

const textOf = (result: Edited): string => {
  if (result.kind === 'refused') throw new Error(result.reason);
  return result.text;
};
const reasonOf = (result: Edited): string => (result.kind === 'refused' ? result.reason : 'edited');

const SERVER: JsonItem = {
  kind: 'property',
  path: ['mcpServers'],
  key: 'cairn',
  value: { command: '/opt/cairn/bin/cairn', args: ['mcp'] },
  isOurs: isOurServer,
};
const hookItem = (command: string): JsonItem => ({
  kind: 'element',
  path: ['hooks', 'Stop'],
  value: { hooks: [{ type: 'command', command }] },
  isOurs: isOurHook('claude-code'),
});
const HOOK = hookItem('/opt/cairn/bin/cairn hook claude-code stop');
const ITEMS = [SERVER, HOOK];

/** Makes JSON texts as people and programs write them. */
const jsonText = (): fc.Arbitrary<string> =>
  fc
    .record({
      value: fc.dictionary(
        fc.constantFrom('mcpServers', 'hooks', 'theme', 'a b', 'é', 'list'),
        fc.oneof(
          fc.dictionary(
            fc.constantFrom('x', 'Stop', 'other'),
            fc.constantFrom<unknown>(1, 'two, "three"', ['a'], {}),
            { maxKeys: 2 },
          ),
          fc.constantFrom<unknown>('text', 3, null),
        ),
        { maxKeys: 5 },
      ),
      indent: fc.constantFrom<string | number>(0, 2, 4, '\t'),
      eol: fc.constantFrom('\n', '\r\n'),
      bom: fc.constantFrom('', '\uFEFF'),
      end: fc.constantFrom('', '\n', '\n\n'),
      comments: fc.array(fc.nat(20), { maxLength: 4 }),
      trailing: fc.boolean(),
    })
    .map(({ value, indent, eol, bom, end, comments, trailing }) => {
      const settled: Record<string, unknown> = { ...value };
      for (const name of ['mcpServers', 'hooks'])
        if (typeof settled[name] !== 'object' || settled[name] === null || Array.isArray(settled[name]))
          delete settled[name];
      const hooks = settled.hooks;
      if (typeof hooks === 'object' && hooks !== null && 'Stop' in hooks && !Array.isArray(hooks.Stop))
        delete hooks.Stop;
      let lines = JSON.stringify(settled, null, indent).split('\n');
      if (lines.length > 1) {
        if (trailing)
          lines = lines.map((line, at) =>
            /^\s*[}\]]/.test(lines[at + 1] ?? '') && !/[{[,]$/.test(line) ? `${line},` : line,
          );
        for (const at of comments) {
          const index = at % lines.length;
          lines[index] = `${lines[index]} // note, with a } and a ,`;
        }
      }
      return bom + (lines.join('\n') + end).replaceAll('\n', eol);
    });

/** Whether the text has an empty container of its own. The removal of Cairn's part may then write it differently. */
const hasOwnContainers = (text: string): boolean => {
  const value: Record<string, unknown> = parseJsonc(text.replace(/^\uFEFF/, ''));
  const empty = (inner: unknown): boolean =>
    typeof inner === 'object' && inner !== null && Object.keys(inner).length === 0;
  const hooks: Record<string, unknown> = Object(value.hooks ?? {});
  return empty(value) || empty(value.mcpServers) || empty(value.hooks) || empty(hooks.Stop);
};

describe('[IN-2] an edit of a JSON text', () => {
  test('is taken out behind a comment at the end of a line, and what follows stays outside of it', () => {
    const ours = JSON.stringify(SERVER.value);
    for (const [text, left] of [
      [
        `{"mcpServers": { // mine\n"cairn": ${ours}, "other": {}\n}}`,
        `{"mcpServers": { // mine\n "other": {}\n}}`,
      ],
      [`{"mcpServers": {"a": {}, // mine\n"cairn": ${ours} }}`, `{"mcpServers": {"a": {} // mine\n }}`],
      [
        `{"mcpServers": { // mine\n"cairn": ${ours},\n"other": {}\n}}`,
        `{"mcpServers": { // mine\n"other": {}\n}}`,
      ],
    ] as const)
      expect(textOf(takeJson(text, [SERVER], ['mcpServers']))).toBe(left);
  });

  test('changes nothing but our part, says the same twice, and is undone to the byte', () => {
    void fc.assert(
      fc.property(jsonText(), (text) => {
        const made = textOf(putJson(text, ITEMS));
        expect(textOf(putJson(made, ITEMS))).toBe(made);
        const now = parseJsonc(made.replace(/^\uFEFF/, ''));
        expect(now.mcpServers.cairn).toEqual(SERVER.value);
        expect(now.hooks.Stop).toContainEqual(HOOK.value);
        for (const line of text.split(/\r?\n/).filter((one) => one.includes('//')))
          expect(made).toContain(line.slice(line.indexOf('//')));
        const back = textOf(takeJson(made, ITEMS, keptOf(text, ITEMS)));
        expect(parseJsonc(back.replace(/^\uFEFF/, ''))).toEqual(parseJsonc(text.replace(/^\uFEFF/, '')));
        if (!hasOwnContainers(text)) expect(back).toBe(text);
      }),
      { seed: 5, numRuns: 2_000 },
    );
  });

  test('keeps what others wrote around it meanwhile', () => {
    const made = textOf(putJson('{\n  "mcpServers": {\n    "x": {}\n  }\n}\n', [SERVER]));
    const edited = made.replace(/\n {2}}\n}\n$/, ',\n    "y": { "z": 1 } // mine\n  }\n}\n');
    expect(edited).not.toBe(made);
    expect(textOf(takeJson(edited, [SERVER], ['mcpServers']))).toBe(
      '{\n  "mcpServers": {\n    "x": {},\n    "y": { "z": 1 } // mine\n  }\n}\n',
    );
  });

  test('replaces an older part of ours where it stands, and takes ours out of the groups of others', () => {
    const old = hookItem('/old/place/cairn hook claude-code stop');
    const text = textOf(
      putJson('{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"date"}]}]}}', [old]),
    );
    const made = textOf(putJson(text, [HOOK]));
    expect(made).toContain('/opt/cairn/bin/cairn hook');
    expect(made).not.toContain('/old/place');
    const mixed =
      '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"date"},{"type":"command","command":"\'/o p/cairn\' hook claude-code stop"}]}]}}';
    expect(textOf(takeJson(mixed, [HOOK], []))).toBe(
      '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"date"}]}]}}',
    );
  });

  test('refuses what does not parse, has another shape, or is not ours', () => {
    expect(reasonOf(putJson('{\n  "a": 1\n  "b": 2\n}', ITEMS))).toMatch(/^line 3, column 3: comma expected/);
    expect(reasonOf(putJson('{\n  "mcpServers": {', ITEMS))).toMatch(
      /^line 2, column 18: close brace expected/,
    );
    expect(reasonOf(putJson('[]', ITEMS))).toMatch(/an object is expected/);
    expect(reasonOf(putJson('{"mcpServers": []}', ITEMS))).toMatch(/"mcpServers" is not an object/);
    expect(reasonOf(putJson('{"hooks": {"Stop": {}}}', ITEMS))).toMatch(/"hooks.Stop" is not a list/);
    const foreign = '{"mcpServers": {"cairn": {"command": "npx", "args": ["other-cairn"]}}}';
    expect(reasonOf(putJson(foreign, ITEMS))).toMatch(
      /"mcpServers.cairn" already that Cairn has not written/,
    );
    expect(textOf(takeJson(foreign, ITEMS, []))).toBe(foreign);
  });
});

const TABLE: TomlPiece = {
  path: ['mcp_servers', 'cairn'],
  table: { command: '/opt/cairn/bin/cairn', args: ['mcp'], env: { CAIRN_HOME: '/srv/ada "x"' } },
  isOurs: isOurServer,
};

describe('[IN-2] an edit of a TOML text', () => {
  const lines = fc.array(
    fc.constantFrom(
      '# a comment',
      '',
      '[mcp_servers.docs]\ncommand = "npx" # [not.a.header]',
      "[tui]\ntheme = 'dark'",
      '[[profiles]]\nname = "x"',
      '[a."b.c".d]\ntext = """\n[inside]\n"""',
      '  [indented]\n  x = 1',
    ),
    { maxLength: 6 },
  );
  const tomlText = fc
    .record({ lines, eol: fc.constantFrom('\n', '\r\n'), end: fc.constantFrom('', '\n', '\n\n') })
    .map(({ lines: all, eol, end }) =>
      (['model = "o9"', ...new Set(all)].join('\n') + end).replaceAll('\n', eol),
    );

  test('changes nothing but our table, says the same twice, and is undone to the byte', () => {
    void fc.assert(
      fc.property(tomlText, (text) => {
        const made = textOf(putToml(text, TABLE));
        expect(made.startsWith(text)).toBe(true);
        expect(textOf(putToml(made, TABLE))).toBe(made);
        expect(parseToml(made).mcp_servers).toMatchObject({ cairn: TABLE.table });
        expect(textOf(takeToml(made, TABLE))).toBe(text);
        const moved = textOf(putToml(made, { ...TABLE, table: { command: '/new/cairn', args: ['mcp'] } }));
        expect(textOf(takeToml(moved, TABLE))).toBe(text);
      }),
      { seed: 6, numRuns: 1_000 },
    );
    expect(textOf(takeToml(textOf(putToml('', TABLE)), TABLE))).toBe('');
  });

  test('keeps what others wrote behind it meanwhile', () => {
    const made = textOf(putToml('a = 1\n', TABLE));
    const edited = `${made}\n# later\n[late]\nx = 2\n`;
    expect(textOf(takeToml(edited, TABLE))).toBe('a = 1\n\n# later\n[late]\nx = 2\n');
  });

  test.each(['\n', '\r\n'])('keeps comments that others wrote at the end meanwhile, with %j', (eol) => {
    const theirs = ['# [mcp_servers.other]', '', '# command = "off"', ''].join(eol);
    for (const gap of ['', eol]) {
      const made = `${textOf(putToml(`a = 1${eol}`, TABLE))}${gap}${theirs}`;
      expect(textOf(putToml(made, TABLE))).toBe(made);
      const moved = textOf(putToml(made, { ...TABLE, table: { command: '/new/cairn', args: ['mcp'] } }));
      expect(moved.endsWith(`${eol}${gap}${theirs}`)).toBe(true);
      for (const text of [made, moved])
        expect(textOf(takeToml(text, TABLE))).toBe(`a = 1${eol}${eol}${theirs}`);
    }
    const open = `${textOf(putToml('a = 1', TABLE))}${eol}# late, no line end`;
    expect(textOf(takeToml(open, TABLE))).toMatch(/^a = 1\s+# late, no line end$/);
  });

  test('refuses what does not parse, is not ours, or is written in another way', () => {
    expect(reasonOf(putToml('a = 1\nb = [\n', TABLE))).toMatch(/^line [23], column \d+: /);
    expect(reasonOf(putToml('a = 1\na = 2\n', TABLE))).toMatch(/^line 2, column \d+: /);
    expect(reasonOf(putToml('[mcp_servers.cairn]\ncommand = "npx"\n', TABLE))).toMatch(/has not written/);
    expect(reasonOf(putToml('mcp_servers = { docs = { command = "x" } }\n', TABLE))).toMatch(
      /does not fit in|cannot be edited/,
    );
    const inline = '[mcp_servers]\ncairn = { command = "/x/cairn", args = ["mcp"] }\n';
    expect(reasonOf(putToml(inline, TABLE))).toMatch(/remove it by hand/);
    expect(reasonOf(takeToml(inline, TABLE))).toMatch(/remove it by hand/);
    expect(textOf(takeToml('[mcp_servers.cairn]\ncommand = "npx"\n', TABLE))).toContain('npx');
  });
});
