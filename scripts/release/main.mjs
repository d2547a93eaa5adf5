// npm run release -- VERSION    writes the version and the changelog, commits and tags. Nothing leaves this machine.
// npm run release               makes what people download of the present version, in dist/.
//   --repository URL            where the source is, in its package.json; without it, `origin` of this clone.
// npm run release -- --notes    prints what the changelog says of it.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { notesOf, takeUnreleased } from './changelog.mjs';
import { repositoryFields } from './repository.mjs';
import { refusalOf, writeVersion } from './version.mjs';

/** @param {readonly string[]} args @param {string} [input] */
const git = (args, input) => execFileSync('git', args, { cwd: root, encoding: 'utf8', input }).trim();

const changelogPath = join(root, 'CHANGELOG.md');
const readChangelog = () => readFileSync(changelogPath, 'utf8');
const versionNow = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;

/** @param {string} next */
const mark = (next) => {
  const current = versionNow();
  const refusal = refusalOf(next, current);
  if (refusal !== null) throw new Error(refusal);
  if (git(['status', '--porcelain']) !== '') throw new Error('commit what is changed first: git status');
  const date = new Date().toISOString().slice(0, 10);
  const { notes, changelog } = takeUnreleased(readChangelog(), next, date);
  const files = writeVersion(root, current, next);
  writeFileSync(changelogPath, changelog);
  git(['add', '--', 'CHANGELOG.md', ...files]);
  git(['commit', '--quiet', '--file=-'], `Release ${next}\n\nCHANGELOG.md says what a user notices.\n`);
  git(['tag', '--annotate', `v${next}`, '--cleanup=verbatim', '--file=-'], `Cairn ${next}\n\n${notes}\n`);
  process.stdout.write(
    `v${next}: ${files.length + 1} files, committed and tagged. Next: npm run release, then git push --follow-tags\n`,
  );
};

const origin = () => {
  try {
    return git(['remote', 'get-url', 'origin']);
  } catch {
    return '';
  }
};

/** Returns the address fields of the package's manifest. @param {string | undefined} given */
const fieldsOf = (given) => {
  const fields = repositoryFields(given ?? origin(), given !== undefined);
  if (fields !== null) return fields;
  if (given !== undefined) throw new Error('--repository takes the address of a repository on the web');
  process.stderr.write(
    'The package names no repository: origin is not on GitHub or GitLab. --repository URL names one.\n',
  );
  return {};
};

/** @param {string | undefined} argument @param {string | undefined} value */
const main = async (argument, value) => {
  if (argument === '--notes') return void process.stdout.write(`${notesOf(readChangelog(), versionNow())}\n`);
  const isGiven = argument === '--repository';
  if (argument !== undefined && !isGiven) return mark(argument);
  const fields = fieldsOf(isGiven ? (value ?? '') : undefined);
  // The bundler is loaded only here, so that setting a version needs no installation.
  const { makeArtefacts } = await import('./artefacts.mjs');
  for (const path of await makeArtefacts(join(root, 'dist'), fields)) process.stdout.write(`${path}\n`);
};

await main(process.argv[2], process.argv[3]).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
