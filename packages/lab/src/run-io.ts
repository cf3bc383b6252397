/** Output of a run, provided by the calling program. */

/** Progress of one piece of work. */
export interface Progress {
  /** Reports completed steps. @param total `undefined` when unknown. */
  readonly report: (done: number, total: number | undefined) => void;
  /** Removes the display. */
  readonly stop: () => void;
}

/** Output of a run. */
export interface RunIo {
  /** Prints a progress message. */
  readonly say: (line: string) => void;
  /** Shows progress of a task. */
  readonly progress: (label: string) => Progress;
  /** Writes a text file atomically. */
  readonly write: (path: string, pieces: readonly string[]) => Promise<void>;
}
