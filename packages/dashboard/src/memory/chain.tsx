/** What a memory said before, the newest first, each with what changed. */
import type { HistoryResult } from '@cairn/schema';
import { wordDiff } from '../pure/word-diff.ts';
import { timeOf } from '../pure/words.ts';

type Version = HistoryResult['versions'][number];

export const Chain = ({ history: { versions, incomplete } }: { readonly history: HistoryResult }) => {
  const newest = versions.map((version, at) => ({ version, before: versions[at - 1] ?? null })).reverse();
  return (
    <div class="chain">
      <h2>History</h2>
      {newest.length === 1 && !incomplete ? (
        <p class="small">Nothing was said before it.</p>
      ) : (
        <ol>
          {newest.map(({ version, before }) => (
            <li key={`${version.id} ${version.at}`} class={version.current ? 'current' : undefined}>
              <p class="small">
                {version.current && <strong>Current · </strong>}
                {before === null ? 'Said' : 'Said anew'} {timeOf(version.at)} on {version.device.name}
                {version.agent === null ? '' : ` by ${version.agent}`}
              </p>
              <Difference version={version} before={before} />
            </li>
          ))}
        </ol>
      )}
      {incomplete && <p class="small">Something that it said earlier is not on this device.</p>}
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
