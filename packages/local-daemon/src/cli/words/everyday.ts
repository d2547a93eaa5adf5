/** The commands that most people need most days: `cairn --help`. `cairn help all` has every one. */
export const EVERYDAY: readonly { readonly title: string; readonly paths: readonly string[] }[] = [
  { title: 'Begin', paths: ['init', 'install', 'import'] },
  { title: 'Memories', paths: ['save', 'search', 'list', 'get', 'edit', 'forget', 'tags', 'review'] },
  { title: 'Devices', paths: ['vault create', 'invite', 'join'] },
  { title: 'See how things are', paths: ['status', 'open', 'doctor'] },
];
