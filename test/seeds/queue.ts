/** The queue of a world, in order of time; a drawn number decides between tasks of one moment. */

import type { Process, Text } from './parts.ts';

/** Something that a process will do. */
export interface Happening {
  /** Virtual ms; changed when it has to wait. */
  at: number;
  readonly tie: number;
  readonly process: Process;
  /** Line of the trace; none when empty. */
  readonly label: Text;
  readonly task: () => void;
  isOff: boolean;
}

/** A queue by time. */
export interface Queue {
  add(happening: Happening): void;
  /** Takes the first entry; undefined when the queue is empty or the entry is later than `until`. */
  take(until: number): Happening | undefined;
}

const isBefore = (a: Happening, b: Happening): boolean => a.at < b.at || (a.at === b.at && a.tie < b.tie);

/** An empty queue: a binary heap. */
export function createQueue(): Queue {
  const heap: Happening[] = [];
  const sink = (entry: Happening): void => {
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!isBefore(heap[child]!, entry)) break;
      heap[i] = heap[child]!;
      i = child;
    }
    heap[i] = entry;
  };
  const pop = (): Happening => {
    const first = heap[0]!;
    const last = heap.pop()!;
    if (heap.length > 0) sink(last);
    return first;
  };
  return {
    add: (entry) => {
      let i = heap.length;
      for (; i > 0; i = (i - 1) >> 1) {
        const parent = heap[(i - 1) >> 1]!;
        if (!isBefore(entry, parent)) break;
        heap[i] = parent;
      }
      heap[i] = entry;
    },
    take: (until) => {
      while (heap.length > 0 && heap[0]!.at <= until) {
        const first = pop();
        if (!first.isOff) return first;
      }
      return undefined;
    },
  };
}
