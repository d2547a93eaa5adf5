/** Says that config.json was changed by hand and differs from the settings in use. [PG-22] */
import { Command } from '../parts/basics.tsx';

export const Unused = ({ file, what }: { readonly file: string; readonly what: 'model' | 'embedder' }) => (
  <p class="note">
    {file} has changed since then. The settings shown here are in use until the daemon restarts
    {what === 'model' && ', or a model is chosen here'}: <Command text="cairn down && cairn up" />
  </p>
);
