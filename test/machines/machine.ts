/**
 * Model-based tests of state machines: commands in any order, each answered by the model and by the implementation. A model is a
 * reducer that is written from the documents and imports nothing of what it is compared with.
 */

import * as fc from 'fast-check';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'vitest';
import { ROOT } from '../workspace.ts';

/** A transition of the documents, or of a decision where the documents leave it open. */
export interface Transition {
  readonly from: string;
  readonly on: string;
  readonly to: string;
  /** `000:105`: document and line; `own`: the documents do not show it. */
  readonly line: string;
}

/** A state machine as the documents have it. */
export interface Machine {
  /** Name of its files, and of its mutations. */
  readonly id: string;
  readonly title: string;
  readonly states: readonly string[];
  readonly transitions: readonly Transition[];
}

/** A command: what is done, with its arguments. */
export interface Command {
  readonly kind: string;
}

/** A model: the state at the start, and what a command does to it. */
export interface Model<State, Does extends Command> {
  readonly machine: Machine;
  readonly start: State;
  /**
   * State and answer after a command.
   *
   * @param seen answer of the implementation: decides where the documents allow several, and nothing else.
   */
  step(state: State, command: Does, seen: unknown): { readonly state: State; readonly answer: unknown };
}

/** The implementation as commands reach it. */
export interface Real<Does extends Command> {
  do(command: Does): Promise<unknown>;
  close?(): Promise<void>;
}

/** Parts of a comparison. */
export interface Comparison<State, Does extends Command> {
  readonly model: Model<State, Does>;
  readonly commands: readonly fc.Arbitrary<Does>[];
  /** A new implementation for each run. */
  readonly open: () => Promise<Real<Does>>;
  /** Commands of a run at most; 30 when left out. */
  readonly most?: number;
  /** Lists that every comparison begins with: those that found a fault once. */
  readonly always?: readonly (readonly Does[])[];
}

/** Folder for the counts of `npm run machines`. */
const COUNTS = process.env['BAROGRAPH_MACHINES'];
/** Under a planted fault any counterexample will do. */
const SHRINKS = process.env['BAROGRAPH_NEGATION'] === undefined;

/** Runs commands against model and implementation, and compares every answer. */
export async function expectModel<State, Does extends Command>(comparison: Comparison<State, Does>): Promise<void> {
  const { model, commands, open, most = 30, always = [] } = comparison;
  const counts = new Map<string, number>();
  let runs = 0;
  const asCommand = (command: Does): fc.AsyncCommand<{ state: State }, Real<Does>> => ({
    check: () => true,
    run: async (at, real) => {
      counts.set(command.kind, (counts.get(command.kind) ?? 0) + 1);
      const seen = await real.do(command);
      const { state, answer } = model.step(at.state, command, seen);
      expect(seen).toEqual(answer);
      at.state = state;
    },
    toString: () => JSON.stringify(command),
  });
  const compare = async (several: Iterable<fc.AsyncCommand<{ state: State }, Real<Does>>>): Promise<void> => {
    runs++;
    const real = await open();
    try {
      await fc.asyncModelRun(() => ({ model: { state: model.start }, real }), several);
    } finally {
      await real.close?.();
    }
  };
  for (const list of always) await compare(list.map(asCommand));
  const list = fc.commands(
    commands.map((command) => command.map(asCommand)),
    { maxCommands: most, size: 'max' },
  );
  await fc.assert(fc.asyncProperty(list, compare), { endOnFailure: !SHRINKS });
  if (COUNTS === undefined) return;
  mkdirSync(COUNTS, { recursive: true });
  const counted = Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  const test = relative(ROOT, expect.getState().testPath ?? '').replaceAll('\\', '/');
  const text = JSON.stringify({ ...model.machine, test, runs, commands: counted }, null, 2);
  writeFileSync(join(COUNTS, `${model.machine.id}.json`), `${text}\n`);
}
