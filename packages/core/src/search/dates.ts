/** Month names, as they are indexed with each memory and recognised in questions. */
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** Returns the month's name. `month` counts from 0. */
export const monthName = (month: number): string => MONTHS[month] ?? '';

/** Returns the month's number from 0, also for a three-letter form. Null when the word is no month. */
export const monthNumber = (word: string): number | null => {
  const at = MONTHS.findIndex((name) => name === word || (word.length === 3 && name.startsWith(word)));
  return at === -1 ? null : at;
};
