/** The command that sets up a new device. */
import type { CommandSpec } from '../command.ts';
import { deviceName, server, timeout, yes } from './options.ts';

export const START_COMMANDS: readonly CommandSpec[] = [
  {
    path: 'init',
    summary: 'Set this device up: agents, other devices, a language model',
    examples: [
      'cairn init',
      'cairn init --dry-run',
      'cairn init --yes --agent all --vault local --model none',
      'cairn init --yes --agent claude-code --vault join --code ABCD-EFGH-JKMN-PQRS@https://cairn.example.org',
      'cairn init --yes --vault create --server https://cairn.example.org --setup-token - < token.txt',
    ],
    arguments: [],
    options: [
      {
        name: 'agent',
        kind: 'texts',
        value: 'AGENT',
        help: 'an agent to share this memory with; may be repeated; "all" for those found, "none" for none',
      },
      {
        name: 'vault',
        kind: 'choice',
        value: 'KIND',
        choices: ['local', 'create', 'join'],
        help: 'local: on this device only; create: a new vault on a server; join: with the code of `cairn invite`',
      },
      server,
      {
        name: 'setup-token',
        kind: 'text',
        value: 'T',
        help: 'with --vault create; "-" reads standard input. Also CAIRN_SETUP_TOKEN',
      },
      { name: 'code', kind: 'text', value: 'CODE', help: 'with --vault join: CODE or CODE@URL' },
      timeout('with --vault join: how long to wait for the inviting device'),
      deviceName,
      {
        name: 'model',
        kind: 'text',
        value: 'NAME',
        help: 'the language model that writes summaries; "auto": one that runs here, by Ollama or LM Studio; "none": sentences of the memories',
      },
      {
        name: 'model-url',
        kind: 'text',
        value: 'URL',
        help: "with --model: any endpoint that speaks OpenAI's protocol, such as http://127.0.0.1:11434/v1",
      },
      {
        name: 'model-key-file',
        kind: 'text',
        value: 'FILE',
        help: 'with --model: the file that holds its key, if it wants one',
      },
      { name: 'dry-run', kind: 'flag', help: 'show what would be done' },
      yes,
    ],
    load: async () => (await import('../commands/init.ts')).init,
  },
];
