/** Commands about the model that finds memories by their meaning. */
import { argument, choice, commands, text } from './make.ts';

export const EMBEDDER_COMMANDS = commands({
  'embedder list': {
    aliases: ['embedder ls'],
    summary: 'List the embedding models that Cairn knows by name, and those that were added',
    examples: ['cairn embedder list'],
    load: async () => (await import('../commands/embedder.ts')).list,
  },
  'embedder add': {
    summary: 'Download an embedding model, check it, and use it for search',
    examples: [
      'cairn embedder add multilingual-e5-small',
      'cairn embedder add Xenova/gte-small --revision main',
      'cairn embedder add ./my-model --pooling cls',
      'cairn embedder add multilingual-e5-small --hub https://mirror.example.org',
    ],
    arguments: [
      argument(
        'MODEL',
        "a known name; OWNER/NAME or a page's address on a hub; or the path of a folder or of a file of ONNX",
      ),
    ],
    options: [
      text('revision R', 'a branch, tag or commit of the hub; default: main'),
      text('hub URL', 'a mirror of huggingface.co; default: huggingface.co itself'),
      text('name NAME', "its name on this device; default: the model's own name"),
      text('file FILE', 'the model among several, such as onnx/model_int8.onnx'),
      text('sha256 SUM', "the checksum that the model's file must have"),
      choice(
        'pooling HOW',
        ['mean', 'cls'],
        'how the vectors of a text are pooled into one; default: as the model says, else mean',
      ),
      text('question-prefix TEXT', 'the prefix that the model needs before a question'),
      text('text-prefix TEXT', 'the prefix that the model needs before a text'),
      text('runtime FILE', "path or address of a copy of the runtime's program, instead of downloading it"),
    ],
    load: async () => (await import('../commands/embedder-add.ts')).add,
  },
  'embedder use': {
    summary: 'Use another embedder of this device; all memories are embedded again in the background',
    examples: ['cairn embedder use multilingual-e5-small', 'cairn embedder use built-in'],
    arguments: [
      argument(
        'NAME',
        'one that was added; `built-in` comes with Cairn, `endpoint` is the one of config.json',
      ),
    ],
    load: async () => (await import('../commands/embedder.ts')).use,
  },
  'embedder remove': {
    aliases: ['embedder rm'],
    summary: 'Delete an embedder that was added; when it is in use, the built-in one is used instead',
    examples: ['cairn embedder remove multilingual-e5-small'],
    arguments: [argument('NAME', 'as `cairn embedder list` shows it')],
    load: async () => (await import('../commands/embedder.ts')).remove,
  },
  'embedder status': {
    summary: 'Show which embedder is in use, where it is from, and what still waits for it',
    examples: ['cairn embedder status'],
    load: async () => (await import('../commands/embedder.ts')).status,
  },
});
