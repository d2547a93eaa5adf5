/** Bounds of what is read of folders, files and archives: to name a project, to list and to import. A table of its own, as `COMPARING_LIMITS` is. */
export const FOLDER_LIMITS = {
  /** TR-12: what is read of a repository to name its project. A file that is larger is as good as absent. */
  gitConfigBytesMax: 1_048_576,
  gitConfigFilesMax: 16,
  /** HEAD, one branch, and where a `.git` file leads. */
  gitPointerBytesMax: 4_096,
  gitRefDepthMax: 5,
  gitPackedRefsBytesMax: 16_777_216,
  gitUrlCharsMax: 2_048,
  /** Commits of a walk to the root commit that have to be unpacked; a longer walk names the project by its path. */
  gitCommitsMax: 10_000,
  /** With those that git's commit-graph file has. */
  gitGraphCommitsMax: 200_000,
  gitGraphBytesMax: 16_777_216,
  gitObjectsMax: 30_000,
  gitObjectBytesMax: 1_048_576,
  /** All objects of one walk, unpacked. */
  gitWalkBytesMax: 67_108_864,
  gitDeltaDepthMax: 256,
  gitPacksMax: 1_000,
  /** All indexes of packs together. */
  gitPackIndexBytesMax: 33_554_432,
  /** TR-12: of a folder that is listed; what is beyond is left out and named. */
  folderFilesMax: 200_000,
  folderEntriesMax: 1_000_000,
  folderDepthMax: 200,
  ignoreFileBytesMax: 65_536,
  /** In force for one folder, of all of its ignore files. */
  ignoreRulesMax: 2_000,
  ignoreRuleCharsMax: 512,
  /** Comparing names with rules: for a listing, and more for each entry that it finds. */
  ignoreStepsMax: 50_000_000,
  ignoreStepsPerEntryMax: 20_000,
  listFolderMsMax: 30_000,

  /** IM-6: a Markdown or JSON file that is read as a whole. */
  importFileBytesMax: 8_388_608,
  /** IM-8: memories in somebody's file. */
  managedCharsMax: 8_000,
  importFolderFilesMax: 200_000,
  /** IM-6: what an archive may unpack to, and how many times its size an entry may be. */
  importArchiveBytesMax: 8_589_934_592,
  importArchiveEntriesMax: 100_000,
  importArchiveRatioMax: 200,
  /** One line of a file, or one record of a JSON document; what is longer is left out and named. */
  importRecordBytesMax: 67_108_864,
} as const;
