import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { libraryOf, listFiles, readText, root, sources } from './source-files.ts';

const files = listFiles();
const manifests = files.filter((path) => posix.basename(path) === 'package.json');
const EXACT = /^(npm:(@[\w-]+\/)?[\w.-]+@|)(workspace:\*|\d+\.\d+\.\d+(-[\w.]+)?)$/;

const dependenciesOf = (path: string): [string, string][] => {
  const manifest: { [field: string]: Record<string, string> } = JSON.parse(readText(path));
  return ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap((field) =>
    Object.entries(manifest[field] ?? {}),
  );
};

describe('the repository', () => {
  test.each(['LICENSE', 'AGENTS.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', '.editorconfig'])(
    'has %s',
    (name) => {
      expect(files).toContain(name);
    },
  );

  test('pins every dependency exactly', () => {
    const loose = manifests.flatMap((path) =>
      dependenciesOf(path)
        .filter(([, version]) => !EXACT.test(version))
        .map(([name, version]) => `${path}: ${name} ${version}, write the version itself`),
    );
    expect(loose).toEqual([]);
  });

  test('uses one version of each dependency', () => {
    const versions = new Map<string, Set<string>>();
    for (const [name, version] of manifests.flatMap(dependenciesOf)) {
      versions.set(name, (versions.get(name) ?? new Set()).add(version));
    }
    const several = [...versions].filter(([, found]) => found.size > 1);
    expect(several.map(([name, found]) => `${name}: ${[...found].join(', ')}`)).toEqual([]);
  });

  test('declares no dependency that its package does not use', () => {
    const unused = manifests.flatMap((path) => {
      const folder = posix.dirname(path);
      if (folder === '.') return [];
      const used = new Set(
        sources
          .filter((file) => file.path.startsWith(`${folder}/`))
          .flatMap(({ imports }) => imports.map(({ from }) => libraryOf(from))),
      );
      const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(readText(path));
      return Object.keys(dependencies)
        .filter((name) => !used.has(name))
        .map((name) => `${path}: ${name} is imported nowhere, take it out`);
    });
    expect(unused).toEqual([]);
  });

  test('has no link in its documents that leads nowhere', () => {
    const broken = files
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...readText(path).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)]
          .map(([, link]) => link ?? '')
          .filter((link) => !existsSync(join(root, posix.dirname(path), decodeURI(link))))
          .map((link) => `${path} links to ${link}`),
      );
    expect(broken).toEqual([]);
  });

  test('runs in its workflows what CONTRIBUTING.md says, with scripts that exist', () => {
    const scripts: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
      readText('package.json'),
    );
    const runs = files
      .filter((path) => path.startsWith('.github/workflows/'))
      .flatMap((path) => [...readText(path).matchAll(/run: (.+)/g)].map(([, command]) => command ?? ''));
    expect(runs).toEqual(expect.arrayContaining(['npm test', 'bash .ci/run']));
    const asked = runs.flatMap((run) => [...run.matchAll(/npm (?:run )?(?:--silent )?([a-z:]+)/g)]);
    expect(asked.map(([, name]) => name ?? '').filter((name) => !(name in scripts.scripts))).toEqual([]);
  });

  test('has forms and workflows that are YAML', () => {
    const yaml = files.filter((path) => /^\.github\/.*\.yml$/.test(path));
    expect(yaml.length).toBeGreaterThan(5);
    const wrong = yaml.flatMap((path) =>
      parseDocument(readText(path)).errors.map(({ message }) => `${path}: ${message}`),
    );
    expect(wrong).toEqual([]);
  });

  test('makes its programs executable by any POSIX shell', () => {
    for (const path of ['bin/cairn', 'bin/cairn-server']) expect(readText(path)).toMatch(/^#!\/bin\/sh\n/);
    const bundle = /^bundle=.*$/m;
    expect(readText('bin/cairn-server').replace(bundle, '')).toBe(readText('bin/cairn').replace(bundle, ''));
  });
});
