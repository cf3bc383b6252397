/** Macro releases and rate decisions by rule, at New York times, and the resulting rate. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { generator } from './random.ts';

/** Macro data that markets wait for. */
export type SimulatedPrint = 'FOMC' | 'CPI' | 'NFP' | 'PCE' | 'GDP';

/** Macro release. */
export interface SimulatedRelease {
  readonly print: SimulatedPrint;
  readonly name: string;
  /** Time of the release, epoch ms. */
  readonly time: number;
  /** Expected move of a rate decision, basis points; null for other releases. */
  readonly expectedMoveBp: number | null;
}

/** Rate decision and its outcome, basis points. */
interface Decision {
  readonly time: number;
  readonly expected: number;
  readonly outcome: number;
}

const WEDNESDAY = 3;
const THURSDAY = 4;
const FRIDAY = 5;
/** 2024-01-31, a Wednesday; decisions are every six weeks from it, in both directions. */
const FIRST_DECISION = Date.UTC(2024, 0, 31);
const DECISION_DAYS = 42;
/** Rate on the market's first day, percent, which decisions then change. */
const FIRST_RATE = 5.33;
const AIM = 3.3;
const STEP_BP = 25;

/** The `nth` weekday of a month, counted from 1, or −1 for the last; 00:00 UTC. */
function nthWeekday(year: number, month: number, weekday: number, nth: number): number {
  if (nth > 0) {
    const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
    return Date.UTC(year, month, 1 + ((weekday - first + 7) % 7) + 7 * (nth - 1));
  }
  const last = new Date(Date.UTC(year, month + 1, 0));
  return Date.UTC(year, month + 1, -((last.getUTCDay() - weekday + 7) % 7));
}

/** New York time on a day (00:00 UTC): summer time from the second Sunday of March to the first of November. */
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

/** Calendar, and the resulting rate. */
export interface SimulatedCalendar {
  /** Releases after `from` and by `to`, oldest first; known long before. */
  releases(from: number, to: number): readonly SimulatedRelease[];
  /** Rate at a moment, percent. */
  rate(time: number): number;
}

/** Creates the calendar of a seed. Decisions move the rate by a quarter of a point, mostly as expected. */
export function createCalendar(seed: string): SimulatedCalendar {
  const decisions: Decision[] = [];
  let rate = FIRST_RATE;
  // Sequential from the first decision; earlier ones changed nothing.
  const decision = (index: number): Decision => {
    const time = inNewYork(FIRST_DECISION + index * DECISION_DAYS * DAY_MS, 14, 0);
    if (index < 0) return { time, expected: 0, outcome: 0 };
    while (decisions.length <= index) {
      const draw = generator(`${seed}|outlook|rate|${decisions.length}`);
      const pull = Math.min(0.8, 0.1 + 0.3 * Math.abs(rate - AIM));
      const expected = draw() < pull ? Math.sign(AIM - rate) * STEP_BP : 0;
      // One in ten surprises: an expected move does not come, or an unexpected cut does.
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
