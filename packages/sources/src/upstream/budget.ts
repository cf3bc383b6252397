/** Weight budget of a source: requests wait until the source's count of the last minute has room. */

import { shown, UsageError } from '@barograph/core';
import type { Clock } from '../clock.ts';
import { createSpendingLog, type SpendingLog } from './spending-log.ts';

/**
 * Urgency of a request, most urgent first. `live`: polls of fixed cadence behind all other data; `demand`: a caller waits; `bulk`:
 * backlog, such as a cold start. Each class waits for more urgent ones, and leaves them a part of the budget.
 */
export type Priority = 'live' | 'demand' | 'bulk';

/** Clock of waits, unaffected by corrections of the wall clock. */
export type SteadyClock = Pick<Clock, 'now' | 'schedule'>;

/** Settings of a budget. */
export interface BudgetOptions {
  /** Maximum weight in any span of `windowMs`. */
  readonly limit: number;
  /** Window, ms. @default a minute */
  readonly windowMs?: number;
  /** Share of the limit up to which a class may fill the window. @default `BUDGET_SHARES_V1` */
  readonly shares?: Readonly<Record<Priority, number>>;
  readonly clock: SteadyClock;
}

/** Weight taken for a request. */
export interface Spending {
  /**
   * Ends the request. It weighs for a window after this call, because the source counted it at some time before now.
   *
   * @param weight actual weight of the request; 0 when never sent. A lower weight returns the rest. A higher one is charged and delays
   * later requests, but may itself exceed the limit: take the maximum, and settle for less. @default the taken weight
   * @param counted the source's count of its window, from the answer. Weight beyond this budget was spent by others of the same
   * address, and counts here too.
   */
  settle(weight?: number, counted?: number): void;
}

export interface Budget {
  readonly limit: number;
  /**
   * Waits for its turn and takes the weight. Order within a class is first come, first served.
   *
   * @param weight above 0.
   * @throws {UsageError} when the weight exceeds the class's share, or is not a positive number.
   * @throws {unknown} the reason of `signal`, which cancels the wait without spending weight.
   */
  take(weight: number, priority: Priority, signal?: AbortSignal): Promise<Spending>;
  /** Weight in the window. */
  spent(): number;
  /** Waiting weight, of one class or of all. */
  waiting(priority?: Priority): number;
  /**
   * Expected time until additional weight of a class is granted, ms, behind all waiting requests that precede it; 0 means at once.
   * Weight beyond a window spreads over several, so the time of a whole backlog can be stated.
   */
  waitFor(weight: number, priority: Priority): number;
}

/** Shares of the classes, version 1: of 1,200 per minute, 60 stay for polls, and 200 for polls and callers. */
export const BUDGET_SHARES_V1: Readonly<Record<Priority, number>> = { live: 1, demand: 0.95, bulk: 5 / 6 };

const ORDER: readonly Priority[] = ['live', 'demand', 'bulk'];
const MINUTE_MS = 60_000;

interface Waiting {
  readonly weight: number;
  readonly grant: () => void;
}

/** Takes the weight of a request. @param onSettled called when the request ends, because others may then have room. */
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

/**
 * Creates a budget with its whole weight.
 * @throws {UsageError} when the limit is not positive.
 */
export function createBudget(options: BudgetOptions): Budget {
  const { limit, windowMs = MINUTE_MS, shares = BUDGET_SHARES_V1, clock } = options;
  if (!(limit > 0)) throw new UsageError(`"limit" expected a number above 0, got ${shown(limit)}`);
  const log = createSpendingLog(windowMs);
  const queues: Readonly<Record<Priority, Waiting[]>> = { live: [], demand: [], bulk: [] };
  const ceilingOf = (priority: Priority): number => Math.floor(limit * shares[priority]);
  let wake = (): void => {};

  /** Grants by urgency. The first without room blocks all later ones, so that heavy requests get their turn. */
  const drain = (): void => {
    wake();
    for (const priority of ORDER) {
      const queue = queues[priority];
      for (let head = queue[0]; head !== undefined; head = queue[0]) {
        const at = log.roomAt(head.weight, ceilingOf(priority), clock.now());
        if (at > clock.now()) {
          // Unfinished requests free nothing; the end of one drains again.
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
          drain(); // It may have blocked others.
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
    waiting: (wanted) =>
      ORDER.filter((priority) => wanted === undefined || wanted === priority)
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
