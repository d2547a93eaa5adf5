/** Plans the steps of `cairn init` from the present state and the wish. Lists only changes. Pure. */

export interface Present {
  /** Agents that were found on this machine or named. `isIn`: whether Cairn is in the agent's settings. */
  readonly agents: readonly { readonly agent: string; readonly title: string; readonly isIn: boolean }[];
  readonly vault: string | null;
  /** The model that config.json names. */
  readonly model: { readonly name: string; readonly url: string } | null;
}

export type VaultWish =
  | { readonly kind: 'local' }
  | { readonly kind: 'create'; readonly server: string }
  | { readonly kind: 'join'; readonly code: string; readonly server: string };

export type ModelWish =
  | { readonly kind: 'as_is' }
  | { readonly kind: 'none' }
  | { readonly kind: 'endpoint'; readonly name: string; readonly url: string; readonly key: string | null };

export interface Wish {
  readonly agents: readonly string[];
  readonly vault: VaultWish;
  readonly model: ModelWish;
}

export interface Plan {
  readonly model: Exclude<ModelWish, { readonly kind: 'as_is' }> | null;
  readonly agents: readonly string[];
  readonly vault: Exclude<VaultWish, { readonly kind: 'local' }> | null;
  /** A line for each step, in the order of the work. */
  readonly lines: readonly string[];
}

export const planOf = (present: Present, wish: Wish): Plan => {
  const model = modelStep(present, wish.model);
  const agents = present.agents.filter(({ agent, isIn }) => !isIn && wish.agents.includes(agent));
  const vault = wish.vault.kind === 'local' ? null : wish.vault;
  const lines = [
    ...(model === null ? [] : [modelLine(present, model)]),
    ...agents.map(({ title }) => `${title}: its MCP server and hooks, in its settings`),
    ...(vault === null ? [] : [vaultLine(vault)]),
  ];
  return { model, agents: agents.map(({ agent }) => agent), vault, lines };
};

const modelStep = ({ model }: Present, wish: ModelWish): Plan['model'] => {
  if (wish.kind === 'as_is') return null;
  if (wish.kind === 'none') return model === null ? null : wish;
  const isSame = model !== null && model.name === wish.name && model.url === wish.url && wish.key === null;
  return isSame ? null : wish;
};

const modelLine = ({ model }: Present, wish: NonNullable<Plan['model']>): string =>
  wish.kind === 'none'
    ? `no language model any more (it was ${model?.name ?? ''}), in config.json`
    : `the language model ${wish.name} at ${wish.url}, in config.json; it gets memories and pieces of your conversations`;

const vaultLine = (vault: NonNullable<Plan['vault']>): string =>
  vault.kind === 'create'
    ? `a new vault on ${vault.server}, sealed: the server cannot read it`
    : `into the vault of the invitation, on ${vault.server}`;
