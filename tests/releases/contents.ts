// Reads what a device holds by commands that every release knows. The release that made a fixture and the program that opens it get the
// same questions.

/** Returns the document that a command prints, or null from a release without that command. */
export type Ask = (args: readonly string[]) => Promise<unknown>;

type Document = Readonly<Record<string, unknown>>;

/** Contents in a fixed order, without ids and times. A part is null where the release does not have it. */
export interface Contents {
  readonly memories: readonly unknown[];
  readonly histories: readonly unknown[];
  readonly sessions: readonly unknown[] | null;
  readonly user: unknown;
  readonly schedules: readonly unknown[] | null;
  readonly passages: number | null;
}

const membersOf = (document: unknown): Document => ({ ...Object(document) });
const listIn = (document: unknown, name: string): readonly Document[] => {
  const list = membersOf(document)[name];
  if (!Array.isArray(list)) throw new Error(`no list of ${name} in ${JSON.stringify(document)}`);
  return list.map(membersOf);
};
const only = (document: Document, ...names: readonly string[]): Document =>
  Object.fromEntries(names.map((name) => [name, document[name]]));
const sorted = (list: readonly unknown[]): readonly unknown[] =>
  list.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));

export const readContents = async (ask: Ask): Promise<Contents> => {
  const memories = listIn(await ask(['list', '--limit', '500']), 'memories');
  const histories: unknown[] = [];
  for (const { id } of memories) {
    const history = await ask(['history', String(id)]);
    // A history that a release cannot tell is absent, so that a comparison finds it missing.
    const chain = history === null ? [] : listIn(history, 'versions');
    if (chain.length > 1) histories.push(chain.map(({ content }) => content));
  }
  const held = await ask(['session', 'list']);
  const sessions: unknown[] = [];
  for (const { id, name } of held === null ? [] : listIn(held, 'sessions')) {
    const messages = listIn(await ask(['session', 'show', String(id)]), 'messages');
    sessions.push({ name, messages: messages.map((message) => only(message, 'role', 'content')) });
  }
  const [profile, schedules, sources] = [
    await ask(['profile', 'show']),
    await ask(['schedule', 'list']),
    await ask(['index', '--list']),
  ];
  const passages =
    sources === null ? [] : listIn(sources, 'sources').map((source) => Number(source.passages));
  return {
    memories: sorted(memories.map((memory) => only(memory, 'content', 'pinned', 'tags', 'key', 'namespace'))),
    histories: sorted(histories),
    sessions: held === null ? null : sorted(sessions),
    user: profile === null ? null : membersOf(membersOf(profile).profile).user,
    schedules:
      schedules === null
        ? null
        : sorted(listIn(schedules, 'schedules').map((one) => only(one, 'name', 'goal', 'status'))),
    passages: sources === null ? null : passages.reduce((sum, count) => sum + count, 0),
  };
};
