/** `cairn profile rules` and `cairn profile tools`. */
import { resolve } from 'node:path';
import {
  type BodyOf,
  documentForm,
  documentText,
  FOLDER_LIMITS,
  type Profile,
  type ProfileDocumentName,
  type ProfileResult,
  parseJson,
} from '@cairn/schema';
import { quoteForShell } from '../../agents/our-marks.ts';
import { answered, type Outcome, type Run, textOf } from '../command.ts';
import { type Answer, type Failure, fail, misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { documentLines } from '../output/profile-lines.ts';
import { readTextFile } from '../text-file.ts';

const TITLES: Readonly<Record<ProfileDocumentName, string>> = { rules: 'Rules', tools: 'Tool notes' };

export const documentCommand =
  (name: ProfileDocumentName): Run =>
  async (given, io) => {
    const [action = 'list', ...rest] = given.args;
    switch (action) {
      case 'list':
      case 'show':
        return rest.length > 0 ? unexpected(name, rest) : shown(name, io.ask('GET /v1/profile'));
      case 'add':
        return add(name, rest, io);
      case 'enable':
      case 'disable':
      case 'remove':
        return each(name, action, rest, io);
      case 'import':
      case 'raw':
        return replace(name, action, rest, io);
      case 'export':
        return rest.length > 0 ? unexpected(name, rest) : write(name, io);
      case 'clear':
        return rest.length > 0 ? unexpected(name, rest) : send(io, name, { text: '' });
      default:
        return usage(name, `"${action}" is not an action.`);
    }
  };

type Outcomes = Answer<Outcome>;

const usage = (name: ProfileDocumentName, what: string): { readonly ok: false; readonly error: Failure } =>
  misuse(
    `${what} Write cairn profile ${name} add SECTION TEXT, enable|disable|remove N, import FILE, raw FILE, export or clear.`,
  );

const unexpected = (name: ProfileDocumentName, [extra = '']: readonly string[]) =>
  usage(name, `"${extra}" is one word too many.`);

const shown = (name: ProfileDocumentName, asked: Answer<ProfileResult>): Outcomes =>
  answered(asked, ({ profile, warnings = [] }) => {
    const document = profile[name];
    const isEmpty = document.raw === null && document.sections.length === 0;
    return {
      human: (style) => documentLines(TITLES[name], document, style).join('\n'),
      notes: [
        isEmpty ? `The list is empty. \`cairn profile ${name} add SECTION TEXT\` adds an item.` : '',
        ...warnings,
      ],
    };
  });

const add = async (name: ProfileDocumentName, [section, ...words]: readonly string[], io: Io): Outcomes => {
  if (section === undefined || words.length === 0) return usage(name, 'SECTION or TEXT is missing.');
  const text = await textOf(words, io);
  if (!text.ok) return text;
  return shown(name, io.ask(`POST /v1/profile/${name}/items`, { body: { section, text: text.value } }));
};

/** Numbers refer to the list as it is now. All are looked up before the first is changed. */
const each = async (
  name: ProfileDocumentName,
  action: 'enable' | 'disable' | 'remove',
  wanted: readonly string[],
  io: Io,
): Outcomes => {
  if (wanted.length === 0) return usage(name, 'N is missing.');
  const found = await io.ask('GET /v1/profile');
  if (!found.ok) return found;
  const ids: string[] = [];
  for (const one of new Set(wanted)) {
    const id = idOf(found.value.profile, name, one);
    if (id === null)
      return fail(
        'not_found',
        `There is no item "${one}". \`cairn profile ${name}\` lists them with numbers.`,
      );
    ids.push(id);
  }
  let last = await shown(name, Promise.resolve(found));
  for (const id of new Set(ids)) {
    const done =
      action === 'remove'
        ? io.ask(`DELETE /v1/profile/${name}/items/:id`, { at: { id } })
        : io.ask(`PATCH /v1/profile/${name}/items/:id`, {
            at: { id },
            body: { enabled: action === 'enable' },
          });
    const changed = await shown(name, done);
    if (!changed.ok) return changed;
    last = changed;
  }
  return last;
};

const idOf = (profile: Profile, name: ProfileDocumentName, wanted: string): string | null => {
  const items = profile[name].sections.flatMap((section) => section.items);
  const byNumber = /^\d{1,4}$/.test(wanted) ? items[Number(wanted) - 1] : undefined;
  return byNumber?.id ?? items.find(({ id }) => id === wanted)?.id ?? null;
};

const replace = async (
  name: ProfileDocumentName,
  action: 'import' | 'raw',
  [file, ...more]: readonly string[],
  io: Io,
): Outcomes => {
  if (file === undefined) return usage(name, 'FILE is missing.');
  if (more.length > 0) return unexpected(name, more);
  const text =
    file === '-' ? await io.readStdin(FOLDER_LIMITS.importFileBytesMax) : readTextFile(resolve(io.cwd, file));
  if (!text.ok) return text;
  // Windows' programs write a byte order mark, which JSON does not have.
  const body = text.value.replace(/^\ufeff/, '');
  if (body.trim() === '') return fail('bad_file', emptyText(name, file));
  if (action === 'import' && isBrokenJson(body)) return fail('bad_file', notTheForm(name, file));
  return send(io, name, { text: body, as: action === 'raw' ? 'raw' : 'auto' });
};

/** An empty input often means that the command before it failed. */
const emptyText = (name: ProfileDocumentName, file: string): string =>
  `${file === '-' ? 'Standard input' : file} is empty, so nothing was changed. \`cairn profile ${name} clear\` removes everything.`;

/** Whether the text begins like JSON but is not in the documents' form. Saved as Markdown, it would replace all existing items. */
const isBrokenJson = (text: string): boolean =>
  /^\s*\{/.test(text) && !documentForm.safeParse(parseJson(text)).success;

const notTheForm = (name: ProfileDocumentName, file: string): string =>
  `${file}: it is not {"version":1,"sections":[{"name","items":[{"text","enabled"}]}]}, so nothing was changed. Fix it, or keep it as Markdown with \`cairn profile ${name} raw ${quoteForShell(file)}\`.`;

const send = (io: Io, name: ProfileDocumentName, body: BodyOf<'POST /v1/profile/rules'>): Outcomes =>
  shown(name, io.ask(`POST /v1/profile/${name}`, { body }));

/** Prints only the document, so that it can be redirected into a file that `import` takes. */
const write = (name: ProfileDocumentName, io: Io): Outcomes =>
  answered(io.ask('GET /v1/profile'), ({ profile: { [name]: document } }) => {
    const text = documentText(document);
    return {
      json: { [name]: document },
      human: () => text ?? '',
      notes: [
        text === null && 'There is nothing to export.',
        document.raw !== null &&
          document.sections.length > 0 &&
          'The Markdown text is not part of the JSON; `--json` has it too.',
      ],
    };
  });
