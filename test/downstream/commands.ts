/**
 * Model-based commands for the desk: events, repeats, late ones, silence and restarts in any order. The model is the
 * list of counted events, from which the expected actions are recomputed each time: it shares no state with the
 * desk, and so none of its faults.
 */

import { posterior } from '@barograph/testkit';
import * as fc from 'fast-check';
import { DESK_V1, type Desk, type DeskState, type Order, type RegimeEvent } from './desk.ts';

const HOUR_MS = 3_600_000;

/** Facts known without the desk: the events that count, in order, and the entry that is open. */
interface Model {
  readonly events: RegimeEvent[];
  entered: number | null;
}

/** Holder of the desk, which a restart replaces. */
interface Real {
  readonly restart: (saved: DeskState) => Desk;
  desk: Desk;
}

type Step = fc.Command<Model, Real>;

/** The rules, from the history alone. */
function expected({ events, entered }: Model): Order | null {
  const now = events.at(-1)!;
  if (entered !== null) {
    if (now.crash >= DESK_V1.crash) return { time: now.time, action: 'leave', reason: 'crash' };
    const isDue = now.bull < DESK_V1.leaveBull && now.time - entered >= DESK_V1.minStayMs;
    return isDue ? { time: now.time, action: 'leave', reason: 'faded' } : null;
  }
  const last = events.slice(-DESK_V1.confirmations);
  const isConfirmed =
    last.length === DESK_V1.confirmations &&
    last.every(({ bull, crash }) => bull >= DESK_V1.enterBull && crash < DESK_V1.crash) &&
    last.every(({ time }, i) => i === 0 || time - last[i - 1]!.time <= DESK_V1.maxGapMs);
  return isConfirmed ? { time: now.time, action: 'enter', reason: 'confirmed' } : null;
}

function same(what: string, actual: unknown, wanted: unknown): void {
  const [got, want] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (got !== want) throw new Error(`${what}: expected ${want}, got ${got}`);
}

/** An event some hours after the last one. */
class Next implements Step {
  readonly hours: number;
  readonly bull: number;
  readonly crash: number;
  constructor(hours: number, [bull, crash]: readonly number[]) {
    [this.hours, this.bull, this.crash] = [hours, bull!, crash!];
  }
  check(): boolean {
    return true;
  }
  run(model: Model, real: Real): void {
    const time = (model.events.at(-1)?.time ?? 0) + this.hours * HOUR_MS;
    model.events.push({ time, bull: this.bull, crash: this.crash });
    const wanted = expected(model);
    same('order', real.desk.take(model.events.at(-1)!), wanted);
    if (wanted === null) return;
    // An order resets the votes: earlier events no longer count.
    model.entered = wanted.action === 'enter' ? time : null;
    model.events.splice(0, model.events.length - 1);
    if (wanted.action === 'enter') return;
    model.events[0] = { ...model.events[0]!, bull: 0 };
  }
  toString(): string {
    return `next(${this.hours} h, bull ${this.bull}, crash ${this.crash})`;
  }
}

/** An event that came before: the last one again, or one from earlier with other probabilities. */
class Late implements Step {
  readonly hours: number;
  readonly bull: number;
  readonly crash: number;
  constructor(hours: number, [bull, crash]: readonly number[]) {
    [this.hours, this.bull, this.crash] = [hours, bull!, crash!];
  }
  check({ events }: Readonly<Model>): boolean {
    return events.length > 0;
  }
  run({ events }: Model, { desk }: Real): void {
    const before = desk.save();
    const time = events.at(-1)!.time - this.hours * HOUR_MS;
    same('order of a late event', desk.take({ time, bull: this.bull, crash: this.crash }), null);
    same('state after a late event', desk.save(), before);
  }
  toString(): string {
    return `late(${this.hours} h, bull ${this.bull}, crash ${this.crash})`;
  }
}

class Restart implements Step {
  check(): boolean {
    return true;
  }
  run(_: Model, real: Real): void {
    const saved = real.desk.save();
    real.desk = real.restart(JSON.parse(JSON.stringify(saved)) as DeskState);
    same('state after a restart', real.desk.save(), saved);
  }
  toString(): string {
    return 'restart()';
  }
}

/** Labels of the posterior: bull, crash, the rest. */
const probabilities = posterior(3);
const hours = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(1, 2, 3) },
  { weight: 1, arbitrary: fc.integer({ min: 4, max: 40 }) },
);
const bullish = fc.integer({ min: 6, max: 10 }).map((tenths) => [tenths / 10, 0]);
const faded = fc.integer({ min: 0, max: 6 }).map((tenths) => [tenths / 10, 0]);

/** A property of desks: whatever arrives, and whenever it is restarted, it does what its rules say. */
export function deskProperty(Candidate: typeof Desk): fc.IPropertyWithHooks<[Iterable<Step>]> {
  const steps = fc.commands<Model, Real>(
    [
      fc.tuple(hours, bullish).map(([gap, p]) => new Next(gap, p)),
      fc.tuple(hours, faded).map(([gap, p]) => new Next(gap, p)),
      fc.tuple(hours, probabilities).map(([gap, p]) => new Next(gap, p)),
      fc.tuple(fc.nat({ max: 3 }), fc.oneof(bullish, probabilities)).map(([back, p]) => new Late(back, p)),
      fc.constant(new Restart()),
    ],
    { maxCommands: 40, size: 'max' },
  );
  return fc.property(steps, (commands) => {
    const restart = (saved?: DeskState): Desk => new Candidate(saved);
    fc.modelRun(() => ({ model: { events: [], entered: null }, real: { restart, desk: restart() } }), commands);
  });
}
