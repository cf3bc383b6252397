/** Heatmap memory: its hours and days as streams inside the rule of breaks. */

import { DAY_MS, type Bar, type Stream } from '@barograph/core';
import { createSma, type SmaSnapshot } from '../sma.ts';
import type { HeatmapHour } from './row.ts';

/** JSON-safe state of {@link createLastHours}. */
export interface LastHours {
  /** Existing hours of the last 25, oldest first. */
  readonly hours: readonly HeatmapHour[];
}

/** JSON-safe state of {@link createDayMean}. */
export interface DayMean {
  /** Mean close of the last days; null while there are too few. */
  readonly sma: number | null;
  readonly mean: SmaSnapshot;
}

/** Creates the stream of the last 25 hours. */
export function createLastHours(resume?: LastHours): Stream<Bar, LastHours, LastHours> {
  let hours = resume?.hours ?? [];
  const withHour = ({ time, open, close }: Bar): HeatmapHour[] => [
    ...hours.filter((hour) => hour.time >= time - DAY_MS),
    { time, open, close },
  ];
  return {
    next: (bar) => {
      hours = withHour(bar);
      return { hours };
    },
    peek: (bar) => ({ hours: withHour(bar) }),
    snapshot: () => ({ hours: [...hours] }),
  };
}

/** Creates the stream of the mean close over the last `period` days. */
export function createDayMean(period: number, resume?: DayMean): Stream<Bar, number, DayMean> {
  const mean = createSma({ period }, resume?.mean);
  let sma = resume?.sma ?? NaN;
  return {
    next: (bar) => ({ sma } = mean.next(bar)).sma,
    peek: (bar) => mean.peek(bar).sma,
    snapshot: () => ({ sma: Number.isNaN(sma) ? null : sma, mean: mean.snapshot() }),
  };
}
