/**
 * The database interface of the engine for documents and transcripts: sources, cut into passages that are found by their words. Local
 * to the device: never in a register and never sent. [F-8, M-11, SY-D4]
 */
import type { passages, sources } from '@cairn/schema/local-tables';
import type { TextQuery } from '../search/query.ts';

export type SourceKind = 'document' | 'session';
export type PassageKind = 'document' | 'turn';

/** `contentHash`: SHA-256 of a document's text in hex, empty for a session. Times are in milliseconds. */
export type SourceRow = Readonly<Omit<typeof sources.$inferSelect, 'kind'>> & { readonly kind: SourceKind };

/**
 * One piece of a source; see schema's `local-tables`. `ordinal`: the number of the turn in a session, or of the piece in a document. It
 * only rises. `part`: the number of the piece within a long turn, from 0. `start`, `stop`: offsets in UTF-16 units into the document or
 * the turn.
 */
export type PassageRow = Readonly<
  Omit<typeof passages.$inferSelect, 'rid' | 'kind' | 'until' | 'vector' | 'waits'>
> & { readonly kind: PassageKind };

/** The fields by which a turn is recognised. */
export type PassageMark = Pick<PassageRow, 'ordinal' | 'author' | 'at' | 'contentHash'>;

export interface PassageScope {
  readonly projects?: readonly (string | null)[];
  /** Undefined: all. */
  readonly kinds?: readonly PassageKind[];
  /** Unix time, milliseconds: matches passages of that time or before. */
  readonly asOf?: number;
  /** Matches passages of this source. [F-13] */
  readonly source?: string;
}

/** The identity of a passage. */
export interface PassagePlace extends Pick<PassageRow, 'source' | 'ordinal' | 'part'> {}

/** The neighbours of a passage in its source; null at an end. [F-13] */
export interface BesidePassage {
  readonly before: PassageBeside | null;
  readonly after: PassageBeside | null;
}
export interface PassageBeside extends Pick<PassageRow, 'ordinal' | 'author' | 'body'> {}

/** A passage that was found, with its source. */
export interface FoundPassage {
  readonly passage: Omit<PassageRow, 'previous' | 'next' | 'grams' | 'scope' | 'contentHash'> & {
    /** SE-4: the last turn of the session with the same text; null when there is no later one. */
    readonly until: number | null;
    /** Length in UTF-16 units: of the whole turn, or of a document up to the end of this piece. */
    readonly length: number;
  };
  readonly source: Pick<SourceRow, 'id' | 'kind' | 'name'>;
}

export interface PassageMatch extends FoundPassage {
  /** As in `TextMatch`. */
  readonly bm25: number | null;
}

/** A passage of a turn that is not indexed yet, or is indexed with fewer of the words that follow it. [F-12] */
export interface WaitingPassage extends PassagePlace {
  /** The passages that follow it in its source, at most two. */
  readonly after: readonly Pick<PassageRow, 'author' | 'body'>[];
}

export interface SettledPassage extends PassagePlace, Pick<PassageRow, 'next'> {}

/** `unfound`: possibly not indexed yet. `behind`: indexed, but without all following words. */
export type WhichWaiting = 'unfound' | 'behind';

export interface PassageWrites {
  /** Deletes sources with their passages and index entries, and the session of that id. [ST-4] */
  readonly eraseSources?: readonly string[];
  /** Upserts by id. */
  readonly sources?: readonly SourceRow[];
  /** Upserts by (source, ordinal, part). */
  readonly passages?: readonly PassageRow[];
  /** New passages whose index entries may wait until they are settled or written among `passages`. */
  readonly passagesLater?: readonly PassageRow[];
  /** Passages that wait again, because others follow them now. */
  readonly passagesBehind?: readonly PassagePlace[];
  /** Passages that wait no longer. */
  readonly passagesSettled?: readonly SettledPassage[];
}

export interface PassageReads {
  source(id: string): Promise<SourceRow | null>;
  /** Returns the last passages of a source, in order. */
  lastPassages(source: string, limit: number): Promise<readonly PassageRow[]>;
  /** Returns waiting passages in the order of their arrival. */
  waitingPassages(which: WhichWaiting, limit: number): Promise<readonly WaitingPassage[]>;
  countWaitingPassages(which: WhichWaiting): Promise<number>;
  /** Returns the first passage of each turn of this source between these times, both included. Milliseconds. */
  passagesBetween(source: string, from: number, to: number): Promise<readonly PassageMark[]>;
}

export interface PassageQueries {
  /** Returns the sources by name. */
  sources(kind: SourceKind): Promise<readonly (SourceRow & { readonly passages: number })[]>;
  /** Estimates the number of passages cheaply. */
  passagesSize(): Promise<number>;
  /** Like `documentFrequencies`, for passages. [F-9] */
  passageFrequencies(tokens: readonly string[], atMost: number): Promise<readonly number[]>;
  /** Like `matchText`, for passages. */
  matchPassages(query: TextQuery, scope: PassageScope, limit: number): Promise<readonly PassageMatch[]>;
  /** Like `matchLike`, for the last `passageLikeRowsMax` passages, newest first. [F-6] */
  likePassages(
    tokens: readonly string[],
    scope: PassageScope,
    limit: number,
  ): Promise<readonly FoundPassage[]>;
  /** Returns the neighbours in the order of the places. [F-13] */
  passagesBeside(places: readonly PassagePlace[]): Promise<readonly BesidePassage[]>;
}
