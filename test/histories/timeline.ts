/** The part of a run that shows a violation: its operations, and the faults around them. */

import type { Fault, History, Operation, Violation } from './checks/history.ts';

/** Faults so long before an operation may be its cause, ms. */
const BEFORE_MS = 5000;
const MOST_LINES = 24;

const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(7);

function lineOf({ id, client, name, start, end, result, replica, ...rest }: Operation): string {
  const more = Object.entries(rest).map(([key, value]) => `${key}=${String(value)}`);
  return `${seconds(start)} ${seconds(end)}  #${id} ${client} ${name} ${result} ${replica ?? ''} ${more.join(' ')}`;
}

function lineOfFault({ kind, target, start, end }: Fault): string {
  return `${seconds(start)} ${seconds(end)}  fault ${kind} of ${target}`;
}

/** Lines of one violation, in the order of time. */
export function timelineOf({ check, message, operations }: Violation, { faults }: History): string {
  const shown = operations.slice(0, MOST_LINES);
  const near = faults.filter((fault) =>
    shown.some(({ start, end }) => fault.start <= end && fault.end >= start - BEFORE_MS),
  );
  const lines = [
    ...shown.map((operation) => ({ at: operation.start, line: lineOf(operation) })),
    ...near.map((fault) => ({ at: fault.start, line: lineOfFault(fault) })),
  ];
  const sorted = lines.toSorted((a, b) => a.at - b.at).map(({ line }) => `  ${line}`);
  return [`${check}: ${message}`, ...sorted].join('\n');
}
