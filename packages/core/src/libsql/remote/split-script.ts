/**
 * A script of ours, such as a migration, as its statements, so that each can be sent on the condition that the one before it
 * worked. A statement ends with a line that ends in a semicolon; a trigger with the line `END;`.
 */
const TRIGGER = /^\s*CREATE\s+TRIGGER\b/i;

export const splitScript = (script: string): readonly string[] => {
  const statements: string[] = [];
  let lines: string[] = [];
  for (const line of script.split('\n')) {
    const isComment = line.trimStart().startsWith('--');
    if (isComment || (lines.length === 0 && line.trim() === '')) continue;
    lines.push(line);
    const ends = TRIGGER.test(lines[0] ?? '') ? /^\s*END;\s*$/i.test(line) : line.trimEnd().endsWith(';');
    if (!ends) continue;
    statements.push(lines.join('\n'));
    lines = [];
  }
  if (lines.length > 0) statements.push(lines.join('\n'));
  return statements;
};
