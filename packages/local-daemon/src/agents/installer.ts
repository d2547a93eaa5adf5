/** The parts of an agent's integration, as data. There is one installer per agent, in `agents/AGENT/install.ts`. [IN-1] */
import type { JsonItem } from './edit/json-pieces.ts';
import type { TomlPiece } from './edit/toml-block.ts';

export type InstallScope = 'user' | 'project';

/** The facts about the machine on which paths depend. */
export interface Place {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  /** `process.platform` */
  readonly platform: string;
  /** The project's root, absolute. */
  readonly root: string;
  readonly exists: (path: string) => boolean;
}

/** How Cairn is started from anywhere: absolute words, without a shell. */
export interface Launcher {
  readonly mcp: readonly string[];
  readonly hook: readonly string[];
  /** Variables for started programs: this device's folder, if it is not the default. */
  readonly env: Readonly<Record<string, string>>;
}

export interface InstallWish {
  readonly scope: InstallScope;
  readonly place: Place;
  readonly launcher: Launcher;
}

export type Piece =
  | {
      readonly kind: 'json';
      readonly path: string;
      readonly items: readonly JsonItem[];
      /** The initial text of a new file. Default: `{}`. */
      readonly initial?: string;
    }
  | {
      readonly kind: 'toml';
      readonly path: string;
      readonly piece: TomlPiece;
      /** Tables in which the agent itself noted something about our parts. They are removed with our parts. */
      readonly notes?: {
        readonly path: TomlPiece['path'];
        readonly names: (read: (path: string) => string | null) => readonly string[];
      };
    }
  /** A file of our own. */
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly text: string;
      readonly isOurs: (text: string) => boolean;
    };

export interface Awaited {
  readonly message: string;
  readonly fix: string;
}

export interface AgentInstaller {
  readonly agent: string;
  /** The name in its makers' spelling. */
  readonly title: string;
  readonly scopes: readonly InstallScope[];
  /** Files or folders. If one of them exists, the agent is used here. */
  signs(place: Place): readonly string[];
  pieces(wish: InstallWish): readonly Piece[];
  /** Returns what the person still has to know or do. */
  notes(wish: InstallWish): readonly string[];
  /** Returns the step that the agent still asks of the person after the installation. `read` returns null for a missing file. */
  awaits?(wish: InstallWish, read: (path: string) => string | null): Awaited | null;
}
