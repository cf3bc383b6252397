/** Releases of macro data and decisions on rates by rule, at New York's hours, and the rate that the decisions lead to. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { generator } from './random.ts';

/** Data that markets wait for. */
export type SimulatedPrint = 'FOMC' | 'CPI' | 'NFP' | 'PCE' | 'GDP';

/** A release. */
export interface SimulatedRelease {
  readonly print: SimulatedPrint;
  readonly name: string;
  /** Epoch ms. */
  readonly time: number;
  /** Of a decision on rates, basis points; null of the others. */
  readonly expectedMoveBp: number | null;
}

/** A decision on rates and its outcome, basis points. */
interface Decision {
  readonly time: number;
  readonly expected: number;
  readonly outcome: number;
}

const WEDNESDAY = 3;
const THURSDAY = 4;
const FRIDAY = 5;
/** 2024-01-31, a Wednesday; decisions are every six weeks from there, before and after. */
const FIRST_DECISION = Date.UTC(2024, 0, 31);
const DECISION_DAYS = 42;
/** Rate of the market's first day, percent, and the one that decisions lead to. */
const FIRST_RATE = 5.33;
const AIM = 3.3;
const STEP_BP = 25;

/** The `nth` of a weekday in a month, counted from 1; from the end with −1. 00:00 UTC. */
function nthWeekday(year: number, month: number, weekday: number, nth: number): number {
  if (nth > 0) {
    const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
    return Date.UTC(year, month, 1 + ((weekday - first + 7) % 7) + 7 * (nth - 1));
  }
  const last = new Date(Date.UTC(year, month + 1, 0));
  return Date.UTC(year, month + 1, -((last.getUTCDay() - weekday + 7) % 7));
}

/** A clock time of New York on a day (00:00 UTC): summer time from the second Sunday of March to the first of November. */
function inNewYork(day: number, hours: number, minutes: number): number {
  const year = new Date(day).getUTCFullYear();
  const isSummer = day >= nthWeekday(year, 2, 0, 2) && day < nthWeekday(year, 10, 0, 1);
  return day + (hours + (isSummer ? 4 : 5)) * HOUR_MS + minutes * MINUTE_MS;
}

/** Monthly releases of a month. */
function monthly(year: number, month: number): readonly SimulatedRelease[] {
  const at = (print: SimulatedPrint, name: string, weekday: number, nth: number): SimulatedRelease => ({
    print,
    name,
    time: inNewYork(nthWeekday(year, month, weekday, nth), 8, 30),
    expectedMoveBp: null,
  });
  return [
    at('NFP', 'Employment situation', FRIDAY, 1),
    at('CPI', 'Consumer prices', WEDNESDAY, 2),
    at('GDP', 'Gross domestic product', THURSDAY, -1),
    at('PCE', 'Personal income and outlays', FRIDAY, -1),
  ];
}

/** The calendar, and the rate that it leads to. */
export interface SimulatedCalendar {
  /** Releases after `from` and by `to`, oldest first: known long before. */
  releases(from: number, to: number): readonly SimulatedRelease[];
  /** The rate at a moment, percent. */
  rate(time: number): number;
}

/** Calendar of a seed. Decisions move the rate by a quarter of a point, mostly as expected. */
export function createCalendar(seed: string): SimulatedCalendar {
  const decisions: Decision[] = [];
  let rate = FIRST_RATE;
  // Sequential from the first on; those before it moved nothing.
  const decision = (index: number): Decision => {
    const time = inNewYork(FIRST_DECISION + index * DECISION_DAYS * DAY_MS, 14, 0);
    if (index < 0) return { time, expected: 0, outcome: 0 };
    while (decisions.length <= index) {
      const draw = generator(`${seed}|outlook|rate|${decisions.length}`);
      const pull = Math.min(0.8, 0.1 + 0.3 * Math.abs(rate - AIM));
      const expected = draw() < pull ? Math.sign(AIM - rate) * STEP_BP : 0;
      // One in ten surprises: a move that was expected does not come, or a cut that nobody expected does.
      const outcome = draw() < 0.9 ? expected : expected === 0 ? -STEP_BP : 0;
      rate += outcome / 100;
      decisions.push({
        time: inNewYork(FIRST_DECISION + decisions.length * DECISION_DAYS * DAY_MS, 14, 0),
        expected,
        outcome,
      });
    }
    return decisions[index]!;
  };
  const indexAt = (time: number): number => Math.floor((time - FIRST_DECISION) / (DECISION_DAYS * DAY_MS));
  return {
    releases: (from, to) => {
      if (!(to > from)) return [];
      const found: SimulatedRelease[] = [];
      for (let index = indexAt(from); index <= indexAt(to) + 1; index++) {
        const { time, expected } = decision(index);
        found.push({ print: 'FOMC', name: 'Decision on rates', time, expectedMoveBp: expected });
      }
      const first = new Date(from);
      const last = new Date(to);
      const months = 12 * (last.getUTCFullYear() - first.getUTCFullYear()) + last.getUTCMonth() - first.getUTCMonth();
      for (let i = 0; i <= months; i++) {
        const month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + i, 1));
        found.push(...monthly(month.getUTCFullYear(), month.getUTCMonth()));
      }
      return found
        .filter(({ time }) => time > from && time <= to)
        .sort((a, b) => (a.time === b.time ? (a.print < b.print ? -1 : 1) : a.time - b.time));
    },
    rate: (time) => {
      const last = indexAt(time);
      if (last >= 0) decision(last);
      return decisions
        .slice(0, last + 1)
        .reduce((level, { time: at, outcome }) => (at <= time ? level + outcome / 100 : level), FIRST_RATE);
    },
  };
}
