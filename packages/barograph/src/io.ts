/** Parts of the process that a command uses, replaceable in a test. */

import type { Readable, Writable } from 'node:stream';
import { safeText } from './terminal/safe-text.ts';

/** The three streams, and a clock for progress bars. */
export interface Io {
  readonly stdin: Readable;
  /** Results only. */
  readonly stdout: Writable;
  /** Messages and progress. */
  readonly stderr: Writable;
  /** Whether somebody watches `stderr`. */
  readonly isTerminal: boolean;
  /** Variables of the environment: `NO_COLOR`, `FORCE_COLOR`, `TERM`, `COLUMNS`, `BAROGRAPH_KERNELS`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since whenever. */
  readonly now: () => number;
}

/** Exit codes of a command: 0 done, 2 invalid input or usage. */
export type ExitCode = 0 | 2;

/** Invalid input or usage, described in one line. `main` prints it and answers 2. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** A line for people; what a file has put into it cannot steer their terminal. */
export function say(io: Io, line: string): void {
  io.stderr.write(`${safeText(line)}\n`);
}
