/** Features that a database on a server cannot offer, each with its reason. [ST-3] */
import type { StatusResult } from '@cairn/schema';

type Off = StatusResult['store']['off'];

export const REMOTE_OFF: Off = [
  {
    feature: 'working offline',
    reason: 'Nothing is saved or found while the server cannot be reached.',
  },
  {
    feature: 'backup and restore',
    reason: 'There is no file to copy: use `cairn export`, or what the server offers.',
  },
  {
    feature: 'snapshot before an upgrade',
    reason: 'An upgrade is one transaction, and nothing else is kept of before.',
  },
  {
    feature: 'check, repair and shrinking of the file',
    reason: "The file is the server's; `cairn doctor` looks at what is in it.",
  },
  {
    feature: 'erasing to the last byte',
    reason: "Forgotten memories leave rows and index; the server's pages, log and backups are its own.",
  },
];
