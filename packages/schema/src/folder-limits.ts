/** Limits for reading folders, files and archives: to name a project, to list and to import. A separate table, like `COMPARING_LIMITS`. */
export const FOLDER_LIMITS = {
  /** TR-12: limits for the part of a repository that is read to name its project. A larger file counts as absent. */
  gitConfigBytesMax: 1_048_576,
  gitConfigFilesMax: 16,
  /** HEAD, one branch, and the target of a `.git` file. */
  gitPointerBytesMax: 4_096,
  gitRefDepthMax: 5,
  gitPackedRefsBytesMax: 16_777_216,
  gitUrlCharsMax: 2_048,
  /** Commits that a walk to the root commit may unpack. A longer walk names the project by its path. */
  gitCommitsMax: 10_000,
  /** Commits that such a walk may visit, including those in git's commit-graph file. */
  gitGraphCommitsMax: 200_000,
  gitGraphBytesMax: 16_777_216,
  gitObjectsMax: 30_000,
  gitObjectBytesMax: 1_048_576,
  /** All objects of one walk, unpacked. */
  gitWalkBytesMax: 67_108_864,
  gitDeltaDepthMax: 256,
  gitPacksMax: 1_000,
  /** All pack indexes together. */
  gitPackIndexBytesMax: 33_554_432,
  /** TR-12: the most files of a listed folder. The rest is left out and reported. */
  folderFilesMax: 200_000,
  folderEntriesMax: 1_000_000,
  folderDepthMax: 200,
  ignoreFileBytesMax: 65_536,
  /** Rules in force for one folder, from all of its ignore files. */
  ignoreRulesMax: 2_000,
  ignoreRuleCharsMax: 512,
  /** Steps of comparing names with rules: the most for a listing, and the additional ones for each entry. */
  ignoreStepsMax: 50_000_000,
  ignoreStepsPerEntryMax: 20_000,
  listFolderMsMax: 30_000,

  /** IM-6: a Markdown or JSON file that is read as a whole. */
  importFileBytesMax: 8_388_608,
  /** IM-8: memories in a person's file. */
  managedCharsMax: 8_000,
  importFolderFilesMax: 200_000,
  /** IM-6: the unpacked size of an archive, and the greatest expansion of an entry. */
  importArchiveBytesMax: 8_589_934_592,
  importArchiveEntriesMax: 100_000,
  importArchiveRatioMax: 200,
  /** One line of a file, or one record of a JSON document. A longer one is left out and reported. */
  importRecordBytesMax: 67_108_864,
} as const;
