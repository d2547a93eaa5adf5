/** Commands about the model that finds memories by their meaning. */
import type { CommandSpec } from '../command.ts';

export const EMBEDDER_COMMANDS: readonly CommandSpec[] = [
  {
    path: 'embedder list',
    aliases: ['embedder ls'],
    summary: 'List the embedding models that are known by a name, and those that were added',
    examples: ['cairn embedder list'],
    arguments: [],
    options: [],
    load: async () => (await import('../commands/embedder.ts')).list,
  },
  {
    path: 'embedder add',
    summary: 'Fetch an embedding model, check and try it, and search by it from now on',
    examples: [
      'cairn embedder add multilingual-e5-small',
      'cairn embedder add Xenova/gte-small --revision main',
      'cairn embedder add ./my-model --pooling cls',
      'cairn embedder add multilingual-e5-small --hub https://mirror.example.org',
    ],
    arguments: [
      {
        name: 'MODEL',
        takes: 'one',
        help: "a known name; OWNER/NAME or a page's address on a hub; or the path of a folder or of a file of ONNX",
      },
    ],
    options: [
      {
        name: 'revision',
        kind: 'text',
        value: 'R',
        help: 'a branch, tag or commit of the hub; main unless given',
      },
      {
        name: 'hub',
        kind: 'text',
        value: 'URL',
        help: 'a mirror that answers as huggingface.co does; huggingface.co unless given',
      },
      {
        name: 'name',
        kind: 'text',
        value: 'NAME',
        help: "what it is called here; the model's own name unless given",
      },
      {
        name: 'file',
        kind: 'text',
        value: 'FILE',
        help: 'the model among several, such as onnx/model_int8.onnx',
      },
      { name: 'sha256', kind: 'text', value: 'SUM', help: "the checksum that the model's file must have" },
      {
        name: 'pooling',
        kind: 'choice',
        value: 'HOW',
        choices: ['mean', 'cls'],
        help: 'how a text gets one vector; as the model says unless given, else mean',
      },
      {
        name: 'question-prefix',
        kind: 'text',
        value: 'TEXT',
        help: 'what the model wants before a question',
      },
      { name: 'text-prefix', kind: 'text', value: 'TEXT', help: 'what the model wants before a text' },
      {
        name: 'runtime',
        kind: 'text',
        value: 'FILE',
        help: "a copy of the runtime's program, by path or address, instead of fetching it",
      },
    ],
    load: async () => (await import('../commands/embedder-add.ts')).add,
  },
  {
    path: 'embedder use',
    summary: 'Search by another embedder that is here; everything is embedded again behind everything else',
    examples: ['cairn embedder use multilingual-e5-small', 'cairn embedder use built-in'],
    arguments: [
      {
        name: 'NAME',
        takes: 'one',
        help: 'one that was added; `built-in` is the one that comes along, `endpoint` the one of config.json',
      },
    ],
    options: [],
    load: async () => (await import('../commands/embedder.ts')).use,
  },
  {
    path: 'embedder remove',
    aliases: ['embedder rm'],
    summary: 'Delete an embedder that was added; when it is in use, the built-in one is used instead',
    examples: ['cairn embedder remove multilingual-e5-small'],
    arguments: [{ name: 'NAME', takes: 'one', help: 'as `cairn embedder list` shows it' }],
    options: [],
    load: async () => (await import('../commands/embedder.ts')).remove,
  },
  {
    path: 'embedder status',
    summary: 'Show which embedder is in use, where it is from, and what still waits for it',
    examples: ['cairn embedder status'],
    arguments: [],
    options: [],
    load: async () => (await import('../commands/embedder.ts')).status,
  },
];
