/** Weight budget of a source: requests wait until the source's own count of the last minute has room for them. */

import type { Clock } from '../../clock.ts';

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
   */
  settle(weight?: number): void;
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
  /** Weight that waits. */
  waiting(): number;
  /**
   * Expected time until so much more weight of a class has been granted, ms, behind all that waits now and goes before it;
   * 0: at once. More than a window holds is spread over several: so the time of a whole backlog can be stated.
   */
  waitFor(weight: number, priority: Priority): number;
}

/** Shares of the classes, first version: of 1,200 a minute, 60 stay for polls and 200 for polls and callers. */
export const BUDGET_SHARES_V1: Readonly<Record<Priority, number>> = { live: 1, demand: 0.95, bulk: 5 / 6 };

/** @throws {UsageError} a limit that is not positive. */
export declare function createBudget(options: BudgetOptions): Budget;
