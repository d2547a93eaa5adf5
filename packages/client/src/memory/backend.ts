/** The calls behind a memory, with plain inputs. Failures are values. */
import type {
  ContextInput,
  ContextResult,
  ForgetInput,
  ForgetResult,
  GetResult,
  HistoryResult,
  ListInput,
  ListResult,
  MemoryResult,
  PatchInput,
  ProfileFields,
  ProfileResult,
  PromptInput,
  PromptResult,
  SaveInput,
  SaveResult,
  SearchInput,
  SearchResult,
  SupersedeInput,
  SupersedeResult,
  WhyInput,
  WhyResult,
} from '@cairn/schema';
import type { CallOptions } from './call-options.ts';
import type { KeyName } from './memory.ts';
import type { Answer } from './memory-error.ts';
import type { SessionBackend } from './sessions.ts';

export interface Backend {
  save(input: SaveInput, options: CallOptions): Answer<SaveResult>;
  search(input: SearchInput, options: CallOptions): Answer<SearchResult>;
  get(id: string, options: CallOptions): Answer<GetResult>;
  getByKey(name: KeyName, options: CallOptions): Answer<GetResult>;
  list(input: ListInput, options: CallOptions): Answer<ListResult>;
  history(id: string, options: CallOptions): Answer<HistoryResult>;
  why(input: WhyInput, options: CallOptions): Answer<WhyResult>;
  supersede(id: string, input: SupersedeInput, options: CallOptions): Answer<SupersedeResult>;
  forget(input: ForgetInput, options: CallOptions): Answer<ForgetResult>;
  patch(id: string, input: PatchInput, options: CallOptions): Answer<MemoryResult>;
  context(input: ContextInput, options: CallOptions): Answer<ContextResult>;
  prompt(input: PromptInput, options: CallOptions): Answer<PromptResult>;
  profile(options: CallOptions): Answer<ProfileResult>;
  setProfile(fields: ProfileFields, options: CallOptions): Answer<ProfileResult>;
  readonly sessions: SessionBackend;
  close(): Promise<void>;
}
