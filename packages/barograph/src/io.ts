/** Process resources that a command uses; tests replace them. */

import type { Readable, Writable } from 'node:stream';
import { safeText } from './terminal/safe-text.ts';

/** Standard streams, environment, and a clock for progress bars. */
export interface Io {
  readonly stdin: Readable;
  /** Results only. */
  readonly stdout: Writable;
  /** Messages and progress. */
  readonly stderr: Writable;
  /** Whether `stderr` is a terminal. */
  readonly isTerminal: boolean;
  /** Environment variables: `NO_COLOR`, `FORCE_COLOR`, `TERM`, `COLUMNS`, `BAROGRAPH_KERNELS`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Monotonic time, ms. */
  readonly now: () => number;
}

/** Exit codes: 0 success, 2 invalid input or usage. */
export type ExitCode = 0 | 2;

/** Invalid input or usage, described in one line. `main` prints it and returns 2. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Writes a line to `stderr`, with terminal control characters escaped. */
export function say(io: Io, line: string): void {
  io.stderr.write(`${safeText(line)}\n`);
}
