/** Adds Cairn's part to the text of a file, or removes it. [IN-1, IN-2, IN-3] */
import { type Edited, edited, isSame, refused } from './edit/edited.ts';
import { type Kept, keptOf, putJson, takeJson } from './edit/json-pieces.ts';
import { nodeValue, parseJsonText, withoutBom } from './edit/json-text.ts';
import { putToml, takeToml } from './edit/toml-block.ts';
import type { Piece } from './installer.ts';

/** The planned text of the file, or a refusal. `text` null: the file is deleted. */
export type Planned =
  | { readonly kind: 'planned'; readonly text: string | null }
  | Extract<Edited, { kind: 'refused' }>;

/** Adds Cairn's part. `text`: the present text; null if the file is missing. */
export const withOurPart = (piece: Piece, text: string | null): Edited => {
  switch (piece.kind) {
    case 'json':
      return putJson(isBlank(text) ? initialOf(piece) : text, piece.items);
    case 'toml':
      return putToml(text ?? '', piece.piece);
    case 'file':
      return text === null || piece.isOurs(text)
        ? edited(piece.text)
        : refused('it is there already, and Cairn has not written it; rename or remove it');
  }
};

/** Returns the containers that existed before Cairn's part, so that its removal does not delete them. */
export const keptBy = (piece: Piece, text: string | null): Kept =>
  piece.kind === 'json' && !isBlank(text) ? keptOf(text, piece.items) : [];

/** Removes Cairn's part. `made`: whether Cairn created the file. If nothing else is left in such a file, it is deleted. */
export const withoutOurPart = (piece: Piece, text: string, kept: Kept, made: boolean): Planned => {
  switch (piece.kind) {
    case 'json':
      return planned(takeJson(text, piece.items, kept), (left) => made && isSameJson(left, initialOf(piece)));
    case 'toml':
      return planned(takeToml(text, piece.piece), (left) => made && left.trim() === '');
    case 'file':
      return { kind: 'planned', text: piece.isOurs(text) ? null : text };
  }
};

const planned = (taken: Edited, isEmpty: (left: string) => boolean): Planned =>
  taken.kind === 'refused' ? taken : { kind: 'planned', text: isEmpty(taken.text) ? null : taken.text };

const isBlank = (text: string | null): text is null => text === null || withoutBom(text).body.trim() === '';

const initialOf = ({ initial }: Extract<Piece, { kind: 'json' }>): string => initial ?? '{}\n';

const isSameJson = (a: string, b: string): boolean => {
  const [left, right] = [parseJsonText(withoutBom(a).body), parseJsonText(b)];
  return left.kind === 'json' && right.kind === 'json' && isSame(nodeValue(left.root), nodeValue(right.root));
};
