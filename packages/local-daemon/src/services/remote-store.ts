/** Features that a database on a server cannot offer, each with its reason. [ST-3] */
import type { StatusResult } from '@cairn/schema';

export const REMOTE_OFF: StatusResult['store']['off'] = [
  {
    feature: 'working offline',
    reason: 'Nothing is saved or found while the server cannot be reached.',
  },
  {
    feature: 'backup and restore',
    reason: 'There is no file to copy: use `cairn export`, or the backups of the server.',
  },
  {
    feature: 'snapshot before an upgrade',
    reason: 'An upgrade is one transaction, and no copy of the previous state is kept.',
  },
  {
    feature: 'check, repair and shrinking of the file',
    reason: 'The server manages the file; `cairn doctor` checks its content.',
  },
  {
    feature: 'erasing to the last byte',
    reason:
      "Forgotten memories are deleted from tables and index, but may stay in the server's pages, log and backups.",
  },
];
