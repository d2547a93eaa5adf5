// Reads and changes CHANGELOG.md for a release.

const UNRELEASED = '## [Unreleased]\n';

/** Returns the notes under Unreleased. @param {string} changelog */
const unreleasedIn = (changelog) => {
  const start = changelog.indexOf(UNRELEASED);
  if (start < 0) throw new Error('CHANGELOG.md has no line "## [Unreleased]"');
  const from = start + UNRELEASED.length;
  const end = changelog.indexOf('\n## [', from);
  return { from, to: end < 0 ? changelog.length : end + 1 };
};

/**
 * Returns the changelog with the unreleased notes under `version`, and those notes alone.
 *
 * @param {string} changelog @param {string} version @param {string} date YYYY-MM-DD
 */
export const takeUnreleased = (changelog, version, date) => {
  const { from, to } = unreleasedIn(changelog);
  const notes = changelog.slice(from, to).trim();
  if (!/^- /m.test(notes))
    throw new Error('nothing stands under Unreleased: write what a user notices first');
  const heading = `\n## [${version}] - ${date}\n\n`;
  const rest = changelog.slice(to);
  const released = `${heading}${notes}\n${rest === '' ? '' : '\n'}`;
  return { notes, changelog: changelog.slice(0, from) + released + rest };
};

/** Returns the notes under a version. @param {string} changelog @param {string} version */
export const notesOf = (changelog, version) => {
  const [, after] = changelog.split(`\n## [${version}] - `);
  if (after === undefined) throw new Error(`CHANGELOG.md does not tell what came with ${version}`);
  return (after.split('\n## [')[0] ?? '').split('\n').slice(1).join('\n').trim();
};
