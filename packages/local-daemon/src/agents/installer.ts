/** Types for the parts of an agent's integration. Each agent has an installer in `agents/AGENT/install.ts`, or a row. [IN-1] */
import type { JsonItem } from './edit/json-pieces.ts';
import type { TomlPiece } from './edit/toml-block.ts';

export type InstallScope = 'user' | 'project';

/** Facts about the machine that paths depend on. */
export interface Place {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  /** Value of `process.platform`. */
  readonly platform: string;
  /** Absolute path of the project's root. */
  readonly root: string;
  readonly exists: (path: string) => boolean;
}

/** Words that start Cairn from anywhere: absolute paths, without a shell. */
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
      /** Initial text of a new file; `{}` by default. */
      readonly initial?: string;
      /** Path of another file that the agent reads as well. An earlier installation may have edited it. */
      readonly otherPath?: string;
    }
  | {
      readonly kind: 'toml';
      readonly path: string;
      readonly piece: TomlPiece;
      /** Tables in which the agent itself noted something about Cairn's parts. They are removed with these parts. */
      readonly notes?: {
        readonly path: TomlPiece['path'];
        readonly names: (read: (path: string) => string | null) => readonly string[];
      };
    }
  /** File that belongs to Cairn alone. */
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly text: string;
      readonly isOurs: (text: string) => boolean;
    };

export interface AgentInstaller {
  readonly agent: string;
  /** Name of the agent as its makers spell it. */
  readonly title: string;
  readonly scopes: readonly InstallScope[];
  /** Returns files and folders. If one of them exists, the agent is used on this machine. */
  signs(place: Place): readonly string[];
  pieces(wish: InstallWish): readonly Piece[];
  /** Returns sentences about what the person still has to know or do. */
  notes(wish: InstallWish): readonly string[];
  /**
   * Returns the step that the agent still requires from the person after the installation. `read` returns null for a
   * missing file.
   */
  awaits?(
    wish: InstallWish,
    read: (path: string) => string | null,
  ): { readonly message: string; readonly fix: string } | null;
}
