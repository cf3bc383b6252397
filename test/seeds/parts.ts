/** The parts of a world that everything in it uses. */

import type { Random } from './random.ts';

/** A process of the world. What it waits for never comes once it is dead, and comes late while it is paused. */
export interface Process {
  readonly name: string;
  isAlive: boolean;
  /** Virtual ms. */
  pausedUntil: number;
}

/** Things that go wrong; each has a number, and can be left out of a repetition. */
export interface Fault {
  readonly number: number;
  readonly text: string;
}

/** A text that is made when the trace is read: most traces never are. */
export type Text = string | (() => string);

/** Everything that scenarios use of a world. */
export interface World {
  readonly random: Random;
  /** Virtual ms since the epoch. */
  now(): number;
  /** Does `task` at a moment, as the process. @returns what calls it off. */
  at(time: number, process: Process, label: Text, task: () => void): () => void;
  /** Whether something goes wrong now. Nothing does once the faults have ended, nor what a repetition leaves out. */
  goesWrong(probability: number, text: () => string): boolean;
  /** Process that acts now. */
  current(): Process;
  /** Writes a line of the trace. */
  note(text: Text): void;
  /** A rule of the product was broken. */
  violate(subject: string, text: string): void;
  run(until: number): Promise<void>;
  readonly violations: readonly { readonly subject: string; readonly text: string }[];
  readonly faults: readonly Fault[];
  /** Lines of everything that happened. */
  trace(): readonly string[];
  digest(): string;
}

/** 2026-01-01T00:00Z, where every world begins. */
export const BEGIN: number = Date.UTC(2026, 0, 1);

/** The part of the world that is no process of the product: databases, chains, clients. It never dies. */
export const OUTSIDE: Process = { name: 'outside', isAlive: true, pausedUntil: 0 };
