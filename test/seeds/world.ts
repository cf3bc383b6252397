/**
 * A world in one process: a virtual clock, and a queue of what will happen. A seed decides how long everything takes, which
 * of two things that fall on one moment is first, and what fails. A seed therefore repeats to the bit.
 */

import { createHash } from 'node:crypto';
import { BEGIN, OUTSIDE, type Fault, type Text, type World } from './parts.ts';
import { createQueue } from './queue.ts';
import { createRandom } from './random.ts';
import { inWorld } from './virtual-timers.ts';

const textOf = (text: Text): string => (typeof text === 'string' ? text : text());

/** Resolves when nothing is left to do without the queue: a tick comes after all microtasks. */
const idle = async (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

export interface WorldOptions {
  readonly seed: number;
  /** Virtual ms after which nothing goes wrong any more. */
  readonly faultsUntil: number;
  /** Numbers of faults that are left out. */
  readonly without?: ReadonlySet<number>;
}

/** Creates an empty world. */
export function createWorld({ seed, faultsUntil, without = new Set() }: WorldOptions): World {
  const random = createRandom(seed);
  const queue = createQueue();
  const notes: { readonly at: number; readonly name: string; readonly text: Text }[] = [];
  const faults: Fault[] = [];
  const violations: { subject: string; text: string }[] = [];
  let now = BEGIN;
  let current = OUTSIDE;
  let number = 0;

  const note = (text: Text): void => void notes.push({ at: now, name: current.name, text });
  const trace = (): readonly string[] =>
    notes.map(({ at, name, text }) => `${((at - BEGIN) / 1000).toFixed(3)} ${name} ${textOf(text)}`);
  const self: World = {
    random,
    now: () => now,
    current: () => current,
    note,
    violations,
    faults,
    trace,
    at: (time, process, label, task) => {
      const happening = { at: Math.max(now, Math.ceil(time)), tie: random.whole(1 << 20), process, label, task, isOff: false }; // prettier-ignore
      queue.add(happening);
      return () => {
        happening.isOff = true;
      };
    },
    goesWrong: (probability, text) => {
      // Drawn in any case: a fault that is left out moves no other draw.
      const isDrawn = random.share() < probability;
      if (!isDrawn || now >= BEGIN + faultsUntil || without.has(++number)) return false;
      const fault = { number, text: text() };
      faults.push(fault);
      note(`fault ${fault.number}: ${fault.text}`);
      return true;
    },
    violate: (subject, text) => {
      note(`violation of ${subject}: ${text}`);
      violations.push({ subject, text });
    },
    run: async (until) =>
      inWorld(self, async () => {
        for (let next = queue.take(until); next !== undefined; next = queue.take(until)) {
          const { process: owner } = next;
          if (!owner.isAlive) continue;
          now = Math.max(now, next.at);
          if (owner.pausedUntil > now) {
            next.at = owner.pausedUntil;
            queue.add(next);
            continue;
          }
          current = owner;
          if (next.label !== '') note(next.label);
          next.task();
          await idle();
        }
        now = until;
      }),
    digest: () => createHash('sha256').update(trace().join('\n')).digest('hex'),
  };
  return self;
}
