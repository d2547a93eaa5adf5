// The writes of a process, read from the output of `strace -f -y -xx -ttt`: every byte, in the order in which the calls ended.

/** A call that changed a disk. `atMs` is its start, or its end when another thread's call came between. */
export type DiskCall = { readonly atMs: number; readonly thread: number } & (
  | { readonly kind: 'open'; readonly path: string; readonly fd: number; readonly flags: readonly string[] }
  | { readonly kind: 'write'; readonly path: string; readonly fd: number; readonly bytes: Buffer }
  | { readonly kind: 'writeAt'; readonly path: string; readonly bytes: Buffer; readonly at: number }
  | { readonly kind: 'copy'; readonly from: string; readonly path: string }
  | { readonly kind: 'truncate'; readonly path: string; readonly length: number }
  | { readonly kind: 'sync'; readonly path: string }
  | { readonly kind: 'rename' | 'link'; readonly path: string; readonly to: string }
  | { readonly kind: 'remove' | 'folder'; readonly path: string }
);

/** Traced calls: all that write to a file. Writes through a mapping, such as those to `-shm`, are not traced. */
export const TRACED =
  'openat,write,pwrite64,writev,pwritev,ftruncate,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,rmdir,mkdir,mkdirat,copy_file_range,sendfile';

const LINE = /^(\d+) +(\d+\.\d+) (.*)$/;
const STRING = /"((?:\\x[0-9a-f]{2})*)"/g;
const PLACE = /^(\d+)<((?:\\x[0-9a-f]{2})*)>/;
const RESULT = /\) += (-?\d+)/;

const decode = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex');

/** Yields whole calls. A line that another thread's line interrupted is joined with its rest. */
function* wholeCalls(text: string) {
  const begun = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, thread = '', seconds = '', said = ''] = LINE.exec(line) ?? [];
    const atMs = Number(seconds) * 1_000;
    if (said.endsWith('<unfinished ...>')) {
      begun.set(thread, said.slice(0, -'<unfinished ...>'.length));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(said);
    const whole = resumed === null ? said : `${begun.get(thread) ?? ''}${resumed[1] ?? ''}`;
    const name = /^(\w+)\(/.exec(whole)?.[1];
    const result = Number(RESULT.exec(whole.slice(-120))?.[1] ?? '-1');
    if (name !== undefined && result >= 0)
      yield { atMs, thread: Number(thread), name, args: whole.slice(name.length + 1), result };
  }
}

/** Returns every successful call that changed something below the folder. */
export const readRecording = (text: string, folder: string): readonly DiskCall[] => {
  const calls: DiskCall[] = [];
  const isInside = (path: string): boolean => path === folder || path.startsWith(`${folder}/`);
  for (const { atMs, thread, name, args, result } of wholeCalls(text)) {
    const of = { atMs, thread };
    const strings = () => [...args.matchAll(STRING)].map(([, hex = '']) => decode(hex));
    const [, fd = '-1', hex = ''] = PLACE.exec(args) ?? [];
    const path = decode(hex).toString();
    const named = (): readonly string[] => strings().map(String);
    if (name === 'openat') {
      const [to = ''] = named();
      const flags = /, ([A-Z_|0-9]+)(?:, [0-7]+)?\) +=/.exec(args)?.[1]?.split('|') ?? [];
      if (isInside(to)) calls.push({ ...of, kind: 'open', path: to, fd: result, flags });
    } else if (/^(rename|link|unlink|rmdir|mkdir)/.test(name)) {
      const [from = '', to = ''] = named();
      if (!isInside(from)) continue;
      if (name.startsWith('rename')) calls.push({ ...of, kind: 'rename', path: from, to });
      else if (name.startsWith('link')) calls.push({ ...of, kind: 'link', path: from, to });
      else calls.push({ ...of, kind: name.startsWith('mkdir') ? 'folder' : 'remove', path: from });
    } else if (name === 'copy_file_range' || name === 'sendfile') {
      const places = [...args.matchAll(/\d+<((?:\\x[0-9a-f]{2})*)>/g)].map(([, text = '']) =>
        String(decode(text)),
      );
      const [from = '', to = ''] = name === 'sendfile' ? places.toReversed() : places;
      if (isInside(to)) calls.push({ ...of, kind: 'copy', from, path: to });
    } else if (isInside(path)) {
      const numbers = args.slice(0, args.lastIndexOf(') ')).split(', ');
      if (/sync$/.test(name)) calls.push({ ...of, kind: 'sync', path });
      else if (name === 'ftruncate')
        calls.push({ ...of, kind: 'truncate', path, length: Number(numbers.at(-1)) });
      else {
        const bytes = Buffer.concat(strings()).subarray(0, result);
        if (name.startsWith('p'))
          calls.push({ ...of, kind: 'writeAt', path, bytes, at: Number(numbers.at(-1)) });
        else calls.push({ ...of, kind: 'write', path, fd: Number(fd), bytes });
      }
    }
  }
  return calls;
};
