/** Shows agents on this machine and the state of their installation. Changes to their files are commands for the person. [PG-22, IN-1] */
import type { AgentSettings } from '@cairn/schema';
import { Command } from '../parts/basics.tsx';

export const AgentsCard = ({ agents }: { readonly agents: readonly AgentSettings[] }) => {
  const here = agents.filter(({ found, installed }) => found || installed.length > 0);
  const others = agents.filter((one) => !here.includes(one));
  return (
    <div class="card">
      <h2>Agents</h2>
      {here.length === 0 ? (
        <p class="small">None was found on this machine.</p>
      ) : (
        <ul class="rows">
          {here.map((one) => (
            <Agent key={one.agent} one={one} />
          ))}
        </ul>
      )}
      <p class="small">
        Installing changes files of other programs, so it is done in a terminal; <code>--dry-run</code> shows
        the difference first.
      </p>
      <details>
        <summary>Other agents that Cairn knows</summary>
        <ul class="rows">
          {others.map(({ agent, title }) => (
            <li key={agent}>
              <span class="what">{title}</span>
              <Command text={`cairn install ${agent}`} />
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
};

const Agent = ({ one: { agent, title, installed } }: { readonly one: AgentSettings }) => {
  const isIn = installed.length > 0;
  const isGood = installed.every(({ status }) => status === 'pass');
  return (
    <li>
      <span class="what">
        <strong>{title}</strong>{' '}
        <span class={`state ${isIn ? (isGood ? 'ready' : 'failing') : 'cold'}`}>
          {isIn ? (isGood ? 'installed' : 'needs a look') : 'not installed'}
        </span>
        {installed.map((place) => (
          <span class="small place" key={`${place.scope} ${place.root}`}>
            {place.status === 'pass'
              ? place.root === null
                ? 'for you, in all projects'
                : `in ${place.root}`
              : `${place.message} ${place.fix ?? ''}`}
          </span>
        ))}
      </span>
      <Command text={isIn && isGood ? `cairn uninstall ${agent}` : `cairn install ${agent}`} />
    </li>
  );
};
