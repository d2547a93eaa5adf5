/** Lists current memories that were saved in a session or learned from it. [PG-17] */
import { LIMITS, type ListResult } from '@cairn/schema';
import { useCairn } from '../app/cairn.ts';
import { Empty } from '../parts/basics.tsx';
import { LinkList } from '../parts/link-list.tsx';
import { MemoryLine } from '../parts/memory-line.tsx';
import { memoryHash } from '../pure/route.ts';
import { agoOf, memoriesOf } from '../pure/words.ts';

export const learnedIn = (session: string) => ({ query: { session, limit: LIMITS.listLimitMax } });

export const Learned = ({ learned: { memories, total } }: { readonly learned: ListResult }) => {
  const { browser } = useCairn();
  if (total === 0)
    return (
      <Empty title="Nothing was learned here">
        <p>Cairn learns from a session shortly after its last message, and when it ends.</p>
      </Empty>
    );
  return (
    <>
      {memories.length < total && (
        <p class="small">
          The newest {memories.length} of {memoriesOf(total)}.
        </p>
      )}
      <LinkList>
        {memories.map((memory) => (
          <li key={memory.id}>
            <a class="thing" href={memoryHash(memory.id)}>
              <span dir="auto">{memory.content}</span>
              <MemoryLine memory={memory} time={agoOf(memory.createdAt, browser.nowMs())} />
            </a>
          </li>
        ))}
      </LinkList>
    </>
  );
};
