/** Looks at a backup before a restore opens a database, which it would make if there is none. */
import { backupFiles } from '../../adapters/backup-files.ts';
import { fileSentence, refusalSentence } from '../../services/admin.ts';
import { headRefusal } from '../../sql/backup.ts';

/** Returns why the file cannot be restored, by its first line. Null if it may be one. */
export const unusableBackup = async (path: string): Promise<string | null> => {
  try {
    for await (const line of backupFiles.lines(path)) {
      const refusal = headRefusal(line);
      return refusal === null ? null : refusalSentence(path, refusal);
    }
    return refusalSentence(path, { kind: 'not_a_backup' });
  } catch (error) {
    const sentence = fileSentence(path, error);
    if (sentence === null) throw error;
    return sentence;
  }
};
