/** Shows earlier versions of a memory, newest first, each with its changes. */
import type { HistoryResult } from '@cairn/schema';
import { Linked } from '../parts/basics.tsx';
import { memoryHash } from '../pure/route.ts';
import { replacedBy, rivalsOf, wordDiff } from '../pure/word-diff.ts';
import { timeOf } from '../pure/words.ts';

type Version = HistoryResult['versions'][number];

interface ChainProps {
  readonly history: HistoryResult;
  /** The id of the shown memory. */
  readonly id: string;
}

export const Chain = ({ history: { versions, incomplete }, id }: ChainProps) => {
  const rivals = rivalsOf(versions, id);
  const newest = versions.map((version, at) => ({ version, before: replacedBy(versions, at) })).reverse();
  return (
    <div class="chain">
      <h2>History</h2>
      {rivals.map((rival) => (
        <p key={rival.id}>
          Two devices saved different versions, and both are kept:{' '}
          <Linked to={memoryHash(rival.id)} text={rival.content} />
        </p>
      ))}
      {newest.length === 1 && !incomplete ? (
        <p class="small">It has no earlier versions.</p>
      ) : (
        <ol>
          {newest.map(({ version, before }) => (
            <li key={`${version.id} ${version.at}`} class={version.current ? 'current' : undefined}>
              <p class="small">
                {version.current && <strong>Current · </strong>}
                {before === null ? 'Saved' : 'Replaced'} {timeOf(version.at)} on {version.device.name}
                {version.agent === null ? '' : ` by ${version.agent}`}
              </p>
              <Difference version={version} before={before} />
            </li>
          ))}
        </ol>
      )}
      {incomplete && <p class="small">Some earlier text of it is not on this device.</p>}
    </div>
  );
};

const Difference = ({ version, before }: { readonly version: Version; readonly before: Version | null }) => (
  <p class="content" dir="auto">
    {before === null
      ? version.content
      : wordDiff(before.content, version.content).map(({ text, kind }, at) =>
          kind === 'added' ? (
            <ins key={at}>{text}</ins>
          ) : kind === 'removed' ? (
            <del key={at}>{text}</del>
          ) : (
            text
          ),
        )}
  </p>
);
