/** Weight budget of a source: requests wait until the source's own count of the last minute has room for them. */

import { shown, UsageError } from '@barograph/core';
import type { Clock } from '../clock.ts';
import { createSpendingLog, type SpendingLog } from './spending-log.ts';

/**
 * Urgency of a request, the most urgent first. `live`: polls of fixed cadence that everything else is computed from;
 * `demand`: a caller waits; `bulk`: backlog, such as a cold start. Each class waits for those before it, and leaves them a
 * part of the budget.
 */
export type Priority = 'live' | 'demand' | 'bulk';

/** Clock of waits: not set back or forward by corrections of the wall clock. */
export type SteadyClock = Pick<Clock, 'now' | 'schedule'>;

/** Settings of a budget. */
export interface BudgetOptions {
  /** Most weight in any span of `windowMs`. */
  readonly limit: number;
  /** ms; a minute when left out. */
  readonly windowMs?: number;
  /** Share of the limit up to which a class may fill the window; `BUDGET_SHARES_V1` when left out. */
  readonly shares?: Readonly<Record<Priority, number>>;
  readonly clock: SteadyClock;
}

/** Weight that was taken for one request. */
export interface Spending {
  /**
   * Ends the request. It weighs until a window after this call: the source counted it at some moment between taking and now.
   *
   * @param weight what the request really weighed, once its rows are known; as taken when left out, 0 when it was never
   * sent. Less gives the rest back. More is charged too, and delays those that come after it, but may itself pass the limit:
   * take the most that a request can weigh, and settle for less.
   * @param counted the source's own count of its window, as the answer states it. What it has counted beyond this budget was
   * spent by others of the same address, and weighs here too.
   */
  settle(weight?: number, counted?: number): void;
}

/** A weight budget. */
export interface Budget {
  readonly limit: number;
  /**
   * Waits for its turn and takes the weight. First come, first served within a class.
   *
   * @param weight > 0.
   * @throws {UsageError} a weight that the class can never get, or that is no positive number.
   * @throws {unknown} the reason of `signal`, which ends the wait; nothing is spent then.
   */
  take(weight: number, priority: Priority, signal?: AbortSignal): Promise<Spending>;
  /** Weight in the window now. */
  spent(): number;
  /** Weight that waits; of one class where it is given. */
  waiting(priority?: Priority): number;
  /**
   * Expected time until so much more weight of a class has been granted, ms, behind all that waits now and goes before it;
   * 0: at once. More than a window holds is spread over several: so the time of a whole backlog can be stated.
   */
  waitFor(weight: number, priority: Priority): number;
}

/** Shares of the classes, first version: of 1,200 a minute, 60 stay for polls and 200 for polls and callers. */
export const BUDGET_SHARES_V1: Readonly<Record<Priority, number>> = { live: 1, demand: 0.95, bulk: 5 / 6 };

const ORDER: readonly Priority[] = ['live', 'demand', 'bulk'];
const MINUTE_MS = 60_000;

interface Waiting {
  readonly weight: number;
  readonly grant: () => void;
}

/** Takes the weight of a request. @param onSettled called when the request has ended: others may have room. */
function spend(log: SpendingLog, clock: SteadyClock, weight: number, onSettled: () => void): Spending {
  const entry = log.add(weight);
  let isOpen = true;
  return {
    settle: (actual = weight, counted = 0) => {
      if (!isOpen) return;
      isOpen = false;
      log.settle(entry, actual, clock.now());
      const others = counted - log.total(clock.now());
      if (others > 0) log.settle(log.add(others), others, clock.now());
      onSettled();
    },
  };
}

/** @throws {UsageError} a limit that is not positive. */
export function createBudget(options: BudgetOptions): Budget {
  const { limit, windowMs = MINUTE_MS, shares = BUDGET_SHARES_V1, clock } = options;
  if (!(limit > 0)) throw new UsageError(`"limit" expected a number above 0, got ${shown(limit)}`);
  const log = createSpendingLog(windowMs);
  const queues: Readonly<Record<Priority, Waiting[]>> = { live: [], demand: [], bulk: [] };
  const ceilingOf = (priority: Priority): number => Math.floor(limit * shares[priority]);
  let wake = (): void => {};

  /** Grants in order of urgency; the first that has no room holds up all after it, so that heavy requests get their turn. */
  const drain = (): void => {
    wake();
    for (const priority of ORDER) {
      const queue = queues[priority];
      for (let head = queue[0]; head !== undefined; head = queue[0]) {
        const at = log.roomAt(head.weight, ceilingOf(priority), clock.now());
        if (at > clock.now()) {
          // Unfinished requests free nothing: the end of one drains again.
          if (at < Infinity) wake = clock.schedule(at, drain);
          return;
        }
        queue.shift();
        head.grant();
      }
    }
  };
  const check = (weight: number, priority: Priority): void => {
    const most = ceilingOf(priority);
    if (weight > 0 && weight <= most) return;
    throw new UsageError(`"weight" expected a number above 0 and at most ${most} (${priority}), got ${shown(weight)}`);
  };
  const ahead = (priority: Priority): readonly (readonly [weight: number, ceiling: number])[] =>
    ORDER.slice(0, ORDER.indexOf(priority) + 1).flatMap((other) =>
      queues[other].map(({ weight }) => [weight, ceilingOf(other)] as const),
    );
  return {
    limit,
    take: async (weight, priority, signal) => {
      check(weight, priority);
      signal?.throwIfAborted();
      return new Promise((resolve, reject) => {
        const queue = queues[priority];
        const onAbort = (): void => {
          queue.splice(queue.indexOf(waiting), 1);
          drain(); // it may have held up others
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the caller's own reason, as given
          reject(signal?.reason);
        };
        const waiting: Waiting = {
          weight,
          grant: () => {
            signal?.removeEventListener('abort', onAbort);
            resolve(spend(log, clock, weight, drain));
          },
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        queue.push(waiting);
        drain();
      });
    },
    spent: () => log.total(clock.now()),
    waiting: (of) =>
      ORDER.filter((priority) => of === undefined || of === priority)
        .flatMap((priority) => queues[priority])
        .reduce((sum, { weight }) => sum + weight, 0),
    waitFor: (weight, priority) => {
      const ceiling = ceilingOf(priority);
      const pieces = Array.from({ length: Math.ceil(weight / ceiling) }, (_, i) =>
        Math.min(ceiling, weight - i * ceiling),
      );
      const now = clock.now();
      return log.forecast([...ahead(priority), ...pieces.map((piece) => [piece, ceiling] as const)], now) - now;
    },
  };
}
