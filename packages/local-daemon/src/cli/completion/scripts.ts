/** Writes the table of completions as a script of a shell. Pure; the tests run the real shells. */
import type { Asked, OptionSpec } from '../command.ts';
import { completedValue, type completionTable, spellings, type Value } from './table.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

type Table = ReturnType<typeof completionTable>;

export const completionScript = (shell: Shell, table: Table): string =>
  ({ bash: bashScript, zsh: zshScript, fish: fishScript })[shell](table);

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** `before`: the shell's expression for the previous word. */
const asking = (of: Asked, before = '"$prev"'): string =>
  `cairn completion ${of}${of === 'assignments' ? ` ${before}` : ''} 2>/dev/null`;

/** Returns a pattern for each command: the words before, a space and the last word, such as ` save` or `vault create`. */
const steps = (table: Table): readonly string[] =>
  table.flatMap(({ path }) => (path === '' ? [] : [quoted(path.includes(' ') ? path : ` ${path}`)]));

/** Returns the cases of `place option` that complete an option's value. Cases with equal bodies are joined. */
const valueCases = (table: Table, bodyOf: (value: Value) => string): readonly string[] => {
  const places = table.flatMap(({ path, options }) =>
    options.flatMap((option) => {
      const value = completedValue(option);
      if (value === null) return [];
      return spellings(option).map((word) => ({ at: quoted(`${path} ${word}`), body: bodyOf(value) }));
    }),
  );
  return [...Map.groupBy(places, ({ body }) => body)].map(
    ([body, same]) => `    ${same.map(({ at }) => at).join('|')}) ${body} return ;;`,
  );
};

const bashScript = (table: Table): string => {
  const bodyOf = (value: Value): string => {
    if (value.kind === 'words')
      return `COMPREPLY=($(compgen -W ${quoted(value.words.join(' '))} -- "$cur"));`;
    if (value.kind !== 'asked') return '';
    return `local IFS=$'\\n'; COMPREPLY=($(compgen -W "$(${asking(value.of)})" -- "$cur"));`;
  };
  const lists = table.map(({ path, next, options, argument }) => {
    const flags = quoted(options.flatMap(spellings).join(' '));
    const words = next.map(({ word }) => word).join(' ');
    const below = argument === null ? quoted(words) : `"${words} $(${asking(argument)})"`;
    return `    ${quoted(path)}) if [[ $cur == -* ]]; then list=${flags}; else list=${below}; fi ;;`;
  });
  return [
    '# Completions of cairn for bash, made by `cairn completion bash`.',
    '_cairn() {',
    // bash cuts COMP_WORDS at each colon, also within the name of a session. So the words are taken from the line.
    `  local line=\${COMP_LINE:0:COMP_POINT} words place= i`,
    '  read -ra words <<<"$line"',
    "  if [[ $line == *[[:space:]] ]]; then words+=(''); fi",
    `  local last=$((\${#words[@]} - 1))`,
    `  local cur=\${words[last]} prev=\${words[last-1]} list=`,
    `  if [[ $cur == --*=* ]]; then prev=\${cur%%=*}; cur=\${cur#*=}; fi`,
    '  COMPREPLY=()',
    '  for ((i = 1; i < last; i++)); do',
    `    case "$place \${words[i]}" in`,
    `      ${steps(table).join('|')}) place=\${place:+$place }\${words[i]} ;;`,
    '    esac',
    '  done',
    '  _cairn_words',
    `  local cut=\${cur%"\${cur##*[$COMP_WORDBREAKS]}"}`,
    `  COMPREPLY=("\${COMPREPLY[@]#"$cut"}")`,
    '}',
    '_cairn_words() {',
    '  case "$place $prev" in',
    ...valueCases(table, bodyOf),
    '  esac',
    '  case "$place" in',
    ...lists,
    '  esac',
    '  COMPREPLY=($(compgen -W "$list" -- "$cur"))',
    '}',
    'complete -o default -F _cairn cairn',
    '',
  ].join('\n');
};

const zshScript = (table: Table): string => {
  const bodyOf = (value: Value): string => {
    if (value.kind === 'words') return `compadd -- ${value.words.map(quoted).join(' ')};`;
    if (value.kind === 'file') return '_files;';
    if (value.kind !== 'asked') return '';
    return `found=(\${(f)"$(${asking(value.of)})"}); compadd -a found;`;
  };
  const described = (word: string, text: string): string => quoted(`${word.replaceAll(':', '\\:')}:${text}`);
  const lists = table.map(({ path, next, options, argument, takesFiles }) => {
    const flags = options.flatMap((option) => spellings(option).map((word) => described(word, option.help)));
    const asked = argument === null ? '' : `found=(\${(f)"$(${asking(argument)})"}); compadd -a found`;
    const below = next.map(({ word, summary }) => described(word, summary));
    const others =
      below.length > 0
        ? `${asked === '' ? '' : `${asked}; `}found=(${below.join(' ')}); _describe command found`
        : asked || (takesFiles ? '_files' : ':');
    return `    ${quoted(path)}) if [[ $cur == -* ]]; then found=(${flags.join(' ')}); _describe option found; else ${others}; fi ;;`;
  });
  return [
    '#compdef cairn',
    '# Completions of cairn for zsh, made by `cairn completion zsh`.',
    '_cairn() {',
    '  local cur=$words[CURRENT] prev=$words[CURRENT-1] place= i',
    '  local -a found',
    `  if [[ $cur == --*=* ]]; then prev=\${cur%%=*}; cur=\${cur#*=}; compset -P '*='; fi`,
    '  for ((i = 2; i < CURRENT; i++)); do',
    '    case "$place $words[i]" in',
    `      ${steps(table).join('|')}) place=\${place:+$place }$words[i] ;;`,
    '    esac',
    '  done',
    '  case "$place $prev" in',
    ...valueCases(table, bodyOf),
    '  esac',
    '  case "$place" in',
    ...lists,
    '  esac',
    '}',
    'if [[ $funcstack[1] == _cairn ]]; then _cairn "$@"; else compdef _cairn cairn; fi',
    '',
  ].join('\n');
};

const fishScript = (table: Table): string => {
  /** Quotes a word for fish, which reads `\'` and `\\` within single quotes. */
  const word = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const valueText = (value: Value | null): string => {
    if (value === null) return '';
    if (value.kind === 'words') return ` -x -a ${word(value.words.join(' '))}`;
    if (value.kind === 'asked') return ` -x -a '(${asking(value.of)})'`;
    return value.kind === 'file' ? ' -r -F' : ' -x';
  };
  const optionLine = (at: string, option: OptionSpec): string =>
    `complete -c cairn -n ${at} -l ${option.name}${option.short === undefined ? '' : ` -s ${option.short}`} -d ${word(option.help)}${valueText(completedValue(option))}`;
  const lines = table.flatMap(({ path, next, options, argument, takesFiles }) => {
    const at = word(`__cairn_at ${word(path)}`);
    return [
      ...next.map((one) => `complete -c cairn -n ${at} -a ${word(one.word)} -d ${word(one.summary)}`),
      ...(argument === null
        ? []
        : [`complete -c cairn -n ${at} -a '(${asking(argument, '(commandline -opc)[-1]')})'`]),
      ...(takesFiles ? [`complete -c cairn -n ${at} -F`] : []),
      ...options.map((option) => optionLine(at, option)),
    ];
  });
  return [
    '# Completions of cairn for fish, made by `cairn completion fish`.',
    'function __cairn_at',
    "    set -l place ''",
    '    for word in (commandline -opc)[2..-1]',
    '        switch "$place $word"',
    `            case ${steps(table).join(' ')}`,
    '                set place (string trim -- "$place $word")',
    '        end',
    '    end',
    '    test "$place" = "$argv[1]"',
    'end',
    'complete -c cairn -f',
    ...lines,
    '',
  ].join('\n');
};
