/** The record of a run: a line of NDJSON for each operation and fault, written as it ends. */

import { appendFileSync, writeFileSync } from 'node:fs';
import type { Fault, Operation } from './checks/history.ts';

/** Part of an operation that the recorder fills in. */
type Filled = 'id' | 'start' | 'end';
/** An operation as its client describes it. */
export type Described = {
  [Name in Operation['name']]: Omit<Extract<Operation, { name: Name }>, Filled>;
}[Operation['name']];

/** A recorder. */
export interface Recorder {
  readonly operations: readonly Operation[];
  /** Those that hold end now. */
  readonly faults: readonly Fault[];
  /** Ms since the start of the run. */
  now(): number;
  /** Records an operation that began at `start` and ends now. */
  add(start: number, operation: Described): void;
  /** Records a fault that begins now. @returns what ends it. */
  fault(fault: Pick<Fault, 'kind' | 'target'>): () => void;
}

/** @param out file of the record; none when undefined. */
export function createRecorder(out: string | undefined): Recorder {
  const began = performance.now();
  const operations: Operation[] = [];
  const faults: Fault[] = [];
  const open = new Set<Omit<Fault, 'end'>>();
  if (out !== undefined) writeFileSync(out, '');
  const write = (line: object): void => {
    if (out !== undefined) appendFileSync(out, `${JSON.stringify(line)}\n`);
  };
  const now = (): number => Math.round((performance.now() - began) * 10) / 10;
  return {
    operations,
    get faults() {
      return [...faults, ...[...open].map((fault) => ({ ...fault, end: now() }))];
    },
    now,
    add: (start, described) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a union member with its own filled part
      const operation = { id: operations.length, start, end: now(), ...described } as Operation;
      operations.push(operation);
      write(operation);
    },
    fault: (fault) => {
      const entry = { ...fault, start: now() };
      open.add(entry);
      return () => {
        open.delete(entry);
        faults.push({ ...entry, end: now() });
        write({ name: 'fault', ...faults.at(-1) });
      };
    },
  };
}
