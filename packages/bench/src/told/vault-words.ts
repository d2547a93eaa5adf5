/** The words that a made vault is written from. */
export interface VaultWords {
  readonly name: string;
  /** Memories, the wanted ones among them. */
  readonly size: number;
  /**
   * The 15 facts that somebody who knows the work would want told, one a line: `p` of the project or `g` global, `u` said by the
   * user or `a` by an agent, `*` pinned, `+` looked at often; then `|` and the words.
   */
  readonly wanted: string;
  /** One a line: `{x|y}` is one of these, `{M}` one of the part of that name, `{N}` a number. */
  readonly noise: string;
  readonly parts: Readonly<Record<string, string>>;
}
