/** The command that sets up a new device. */
import { choice, commands, flag, text } from './make.ts';
import { deviceName, server, timeout, yes } from './options.ts';

export const START_COMMANDS = commands({
  init: {
    summary: 'Set this device up: agents, other devices, a language model',
    examples: [
      'cairn init',
      'cairn init --dry-run',
      'cairn init --yes --agent all --vault local --model none',
      'cairn init --yes --agent claude-code --vault join --code ABCD-EFGH-JKMN-PQRS@https://cairn.example.org',
      'cairn init --yes --vault create --server https://cairn.example.org --setup-token - < token.txt',
    ],
    options: [
      text(
        'agent AGENT',
        'an agent to share this memory with; may be repeated; "all" for those found, "none" for none',
        { kind: 'texts', completes: 'installers' },
      ),
      choice(
        'vault KIND',
        ['local', 'create', 'join'],
        'local: on this device only; create: a new vault on a server; join: with the code of `cairn invite`',
      ),
      server,
      text('setup-token T', 'with --vault create; "-" reads standard input. Also CAIRN_SETUP_TOKEN'),
      text('code CODE', 'with --vault join: CODE or CODE@URL'),
      timeout('with --vault join: how long to wait for the inviting device'),
      deviceName,
      text(
        'model NAME',
        'the language model that writes summaries; "auto": one that runs here, by Ollama or LM Studio; "none": sentences of the memories',
      ),
      text(
        'model-url URL',
        "with --model: any endpoint that speaks OpenAI's protocol, such as http://127.0.0.1:11434/v1",
      ),
      text('model-key-file FILE', 'with --model: the file that holds its key, if it wants one'),
      flag('dry-run', 'show what would be done'),
      yes,
    ],
    load: async () => (await import('../commands/init.ts')).init,
  },
});
