/** The head of a request, as who is at a door. */
export interface Knock {
  readonly door: 'tcp' | 'unix';
  readonly method: string;
  readonly path: string;
  readonly header: (name: string) => string | undefined;
}
