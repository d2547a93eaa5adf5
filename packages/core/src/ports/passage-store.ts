/**
 * The engine's needs of a database for documents and transcripts: sources, cut into passages that are found by their
 * words. Local to the device: none of it is a register, none of it is ever sent. [F-8, M-11, SY-D4]
 */
import type { TextQuery } from '../search/query.ts';

export type SourceKind = 'document' | 'session';
export type PassageKind = 'document' | 'turn';

/** `contentHash`: SHA-256 of a document's text in hex, empty for a session. Times are milliseconds. */
export interface SourceRow {
  readonly id: string;
  readonly kind: SourceKind;
  /** A document's absolute path; what a session is called. */
  readonly name: string;
  readonly project: string | null;
  readonly contentHash: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  readonly indexedAt: number;
  readonly sourceUri: string | null;
  /** JSON. */
  readonly metadata: string | null;
}

/** One piece of a source; see schema's `local/tables`. */
export interface PassageRow {
  readonly source: string;
  readonly kind: PassageKind;
  /** Rises within its source: the turn of a session, the place in a document. */
  readonly ordinal: number;
  /** From 0: pieces of a turn that is too long for one. */
  readonly part: number;
  readonly body: string;
  readonly previous: string;
  readonly next: string;
  readonly aside: string;
  readonly grams: string;
  readonly scope: string;
  readonly project: string | null;
  readonly author: string | null;
  readonly at: number;
  /** UTF-16 units into the document or the turn. */
  readonly start: number;
  readonly stop: number;
  readonly contentHash: string;
}

/** By which a turn is known again. */
export type PassageMark = Pick<PassageRow, 'ordinal' | 'author' | 'at' | 'contentHash'>;

export interface PassageScope {
  readonly projects?: readonly (string | null)[];
  /** Undefined: all. */
  readonly kinds?: readonly PassageKind[];
  /** Milliseconds: only what is of that time or before it. */
  readonly asOf?: number;
  /** Only what is of this source. [F-13] */
  readonly source?: string;
}

/** Which passage. */
export interface PassagePlace extends Pick<PassageRow, 'source' | 'ordinal' | 'part'> {}

/** The passages next to one in its source; null at an end. [F-13] */
export interface BesidePassage {
  readonly before: PassageBeside | null;
  readonly after: PassageBeside | null;
}
export interface PassageBeside extends Pick<PassageRow, 'ordinal' | 'author' | 'body'> {}

/** The description of a passage that was found. */
export interface FoundPassage {
  readonly passage: Omit<PassageRow, 'previous' | 'next' | 'grams' | 'scope' | 'contentHash'> & {
    /** SE-4: the last turn of its session that says the same; null when none came after it. */
    readonly until: number | null;
    /** UTF-16 units of the whole turn; of a document, of this piece and all before it. */
    readonly length: number;
  };
  readonly source: Pick<SourceRow, 'id' | 'kind' | 'name'>;
}

export interface PassageMatch extends FoundPassage {
  /** As in `TextMatch`. */
  readonly bm25: number | null;
}

/** A passage of a turn that is not in the index yet, or stands there with fewer words of what follows it than there are. [F-12] */
export interface WaitingPassage extends PassagePlace {
  /** The two that come after it in its source, or as many as there are. */
  readonly after: readonly Pick<PassageRow, 'author' | 'body'>[];
}

export interface SettledPassage extends PassagePlace, Pick<PassageRow, 'next'> {}

/** `unfound`: may not be found yet; `behind`: found, without all of what follows. */
export type WhichWaiting = 'unfound' | 'behind';

export interface PassageWrites {
  /** Sources with all their passages, the index entries of those, and what the session of that id holds. [ST-4] */
  readonly eraseSources?: readonly string[];
  /** Upserts by id. */
  readonly sources?: readonly SourceRow[];
  /** Upserts by (source, ordinal, part). */
  readonly passages?: readonly PassageRow[];
  /** New ones, which wait: they need not be found before they are settled, or written among `passages`. */
  readonly passagesLater?: readonly PassageRow[];
  /** Others have come after these, so they too wait. */
  readonly passagesBehind?: readonly PassagePlace[];
  /** They wait no longer. */
  readonly passagesSettled?: readonly SettledPassage[];
}

export interface PassageReads {
  source(id: string): Promise<SourceRow | null>;
  /** The last ones of a source, in their order. */
  lastPassages(source: string, limit: number): Promise<readonly PassageRow[]>;
  /** In the order in which they came. */
  waitingPassages(which: WhichWaiting, limit: number): Promise<readonly WaitingPassage[]>;
  countWaitingPassages(which: WhichWaiting): Promise<number>;
  /** The first passages of this source's turns between these times; milliseconds, both included. */
  passagesBetween(source: string, from: number, to: number): Promise<readonly PassageMark[]>;
}

export interface PassageQueries {
  /** By name. */
  sources(kind: SourceKind): Promise<readonly (SourceRow & { readonly passages: number })[]>;
  /** Roughly how many passages there are, cheap. */
  passagesSize(): Promise<number>;
  /** As `documentFrequencies`, of passages. [F-9] */
  passageFrequencies(tokens: readonly string[], atMost: number): Promise<readonly number[]>;
  /** As `matchText`, of passages. */
  matchPassages(query: TextQuery, scope: PassageScope, limit: number): Promise<readonly PassageMatch[]>;
  /** As `matchLike`, of the last `passageLikeRowsMax` passages that came, newest first. [F-6] */
  likePassages(
    tokens: readonly string[],
    scope: PassageScope,
    limit: number,
  ): Promise<readonly FoundPassage[]>;
  /** In the order of the places. [F-13] */
  passagesBeside(places: readonly PassagePlace[]): Promise<readonly BesidePassage[]>;
}
