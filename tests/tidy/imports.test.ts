import { describe, expect, test } from 'vitest';
import {
  cycles,
  engineAdapters,
  escapes,
  impureImports,
  portImports,
  scatteredLibraries,
  servedAdapters,
  strayLibraries,
  undeclared,
  wrongDirections,
  wrongEntries,
  wrongTargets,
} from './import-rules.ts';
import { parseSource, type SourceFile, sources } from './source-files.ts';

type Rule = (files: readonly SourceFile[]) => string[];
type File = readonly [path: string, text: string];
type Case = readonly [name: string, rule: Rule, files: readonly File[]];

/** Rules, each with files that it must refuse. */
const rules: readonly Case[] = [
  [
    'flow in one direction',
    wrongDirections,
    [['packages/cloud/src/x.ts', "import { a } from '@cairn/core';"]],
  ],
  [
    'enter a package by its index',
    wrongEntries,
    [['packages/core/src/x.ts', "import '@cairn/schema/src/ids.ts';"]],
  ],
  [
    'take fakes only into tests',
    wrongEntries,
    [['packages/local-daemon/src/x.ts', "import '@cairn/core/testing';"]],
  ],
  ['stay inside the package', escapes, [['packages/core/src/x.ts', "import '../../schema/src/ids.ts';"]]],
  ['name packages from outside', escapes, [['tests/e2e/x.ts', "import '../../packages/core/src/index.ts';"]]],
  ['never name a program', wrongTargets, [['packages/cloud/src/x.ts', "import './main.ts';"]]],
  [
    'never lead to test code',
    wrongTargets,
    [
      ['packages/core/src/engine/x.ts', "import '../testing/fake.ts';"],
      ['packages/core/src/testing/fake.ts', ''],
    ],
  ],
  [
    'keep libraries where they belong',
    strayLibraries,
    [['packages/core/src/x.ts', "import '@libsql/client';"]],
  ],
  [
    'keep libraries in one folder',
    scatteredLibraries,
    [
      ['packages/cloud/src/routes/x.ts', "import 'pino';"],
      ['packages/cloud/src/postgres/x.ts', "import 'pino';"],
    ],
  ],
  ['name declared dependencies', undeclared, [['packages/core/src/x.ts', "import 'left-pad';"]]],
  [
    'of pure code lead to pure code',
    impureImports,
    [
      ['packages/core/src/merge/x.ts', "import { open } from '../libsql/open.ts';"],
      ['packages/core/src/libsql/open.ts', ''],
    ],
  ],
  ['of pure code leave Node alone', impureImports, [['packages/schema/src/x.ts', "import 'node:fs';"]]],
  [
    'of pure code are not random',
    impureImports,
    [['packages/schema/src/x.ts', "import { randomBytes } from 'node:crypto';"]],
  ],
  [
    'of the engine name no adapter',
    engineAdapters,
    [['packages/core/src/engine/x.ts', "import '../libsql/open.ts';"]],
  ],
  [
    'of a port name types alone',
    portImports,
    [
      ['packages/core/src/ports/x.ts', "import { f } from '../merge/f.ts';"],
      ['packages/core/src/merge/f.ts', ''],
    ],
  ],
  [
    'of a port name nobody who uses it',
    portImports,
    [
      ['packages/core/src/ports/x.ts', "import type { F } from '../engine/f.ts';"],
      ['packages/core/src/engine/f.ts', ''],
    ],
  ],
  [
    'of a service name no adapter',
    servedAdapters,
    [
      ['packages/cloud/src/services/x.ts', "import { f } from '../adapters/f.ts';"],
      ['packages/cloud/src/adapters/f.ts', ''],
    ],
  ],
  [
    'form no cycles',
    cycles,
    [
      ['packages/core/src/a.ts', "import './b.ts';"],
      ['packages/core/src/b.ts', "export * from './c.ts';"],
      ['packages/core/src/c.ts', "export const f = () => import('./a.ts');"],
    ],
  ],
];

describe('imports', () => {
  test.each(rules)('%s', (_name, rule) => {
    expect(rule(sources)).toEqual([]);
  });

  test.each(rules)('are seen when they do not: %s', (_name, rule, files) => {
    expect(rule(files.map(([path, text]) => parseSource(path, text)))).toHaveLength(1);
  });
});
