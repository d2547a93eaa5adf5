/** Commands about the model that finds memories by their meaning. */
import type { CommandSpec } from '../command.ts';

export const EMBEDDER_COMMANDS: readonly CommandSpec[] = [
  {
    path: 'embedder list',
    aliases: ['embedder ls'],
    summary: 'List the embedding models that Cairn knows by name, and those that were added',
    examples: ['cairn embedder list'],
    arguments: [],
    options: [],
    load: async () => (await import('../commands/embedder.ts')).list,
  },
  {
    path: 'embedder add',
    summary: 'Download an embedding model, check it, and use it for search',
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
        help: 'a branch, tag or commit of the hub; default: main',
      },
      {
        name: 'hub',
        kind: 'text',
        value: 'URL',
        help: 'a mirror of huggingface.co; default: huggingface.co itself',
      },
      {
        name: 'name',
        kind: 'text',
        value: 'NAME',
        help: "its name on this device; default: the model's own name",
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
        help: 'how the vectors of a text are pooled into one; default: as the model says, else mean',
      },
      {
        name: 'question-prefix',
        kind: 'text',
        value: 'TEXT',
        help: 'the prefix that the model needs before a question',
      },
      {
        name: 'text-prefix',
        kind: 'text',
        value: 'TEXT',
        help: 'the prefix that the model needs before a text',
      },
      {
        name: 'runtime',
        kind: 'text',
        value: 'FILE',
        help: "path or address of a copy of the runtime's program, instead of downloading it",
      },
    ],
    load: async () => (await import('../commands/embedder-add.ts')).add,
  },
  {
    path: 'embedder use',
    summary: 'Use another embedder of this device; all memories are embedded again in the background',
    examples: ['cairn embedder use multilingual-e5-small', 'cairn embedder use built-in'],
    arguments: [
      {
        name: 'NAME',
        takes: 'one',
        help: 'one that was added; `built-in` comes with Cairn, `endpoint` is the one of config.json',
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
