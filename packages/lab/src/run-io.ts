/** Output of a run: what it says, shows and writes goes through the program that started it. */

/** Progress of one piece of work. */
export interface Progress {
  /** Reports completed steps. @param total `undefined` when unknown. */
  readonly report: (done: number, total: number | undefined) => void;
  /** Removes the display. */
  readonly stop: () => void;
}

/** Output of a run. */
export interface RunIo {
  /** Prints a line for the person who waits. */
  readonly say: (line: string) => void;
  /** Shows the steps of one piece of work. */
  readonly progress: (label: string) => Progress;
  /** Writes a text file, whole or not at all. */
  readonly write: (path: string, pieces: readonly string[]) => Promise<void>;
}
