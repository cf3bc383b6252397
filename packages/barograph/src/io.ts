/** What a command may touch of the process, so that a test can hand it something else. */

import type { Readable, Writable } from 'node:stream';

/** The three streams, and a clock for progress bars. */
export interface Io {
  readonly stdin: Readable;
  /** Results only. */
  readonly stdout: Writable;
  /** Messages and progress. */
  readonly stderr: Writable;
  /** Whether somebody watches `stderr`. */
  readonly isTerminal: boolean;
  /** Milliseconds since whenever. */
  readonly now: () => number;
}

/** What a command ends with: 0 done, 2 the input or the way it was called is wrong. */
export type ExitCode = 0 | 2;

/** The input or the call is wrong, and this one line says how. `main` prints it and answers 2. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** A line for people. */
export function say(io: Io, line: string): void {
  io.stderr.write(`${line}\n`);
}
