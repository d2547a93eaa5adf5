/** The commands in sentences like "Run `cairn doctor --fix`.", each once. One with a FILE or an ID in it is not ready to be run. */
export const pasteable = (sentences: readonly string[]): readonly string[] => {
  const quoted = sentences.flatMap((sentence) =>
    Array.from(sentence.matchAll(/`((?:cairn|npm|ollama) [^`]+)`/g), ([, command]) => command ?? ''),
  );
  return [...new Set(quoted)].filter((command) => !/\b[A-Z]{2,}\b|…/.test(command));
};
