/** Hourly article counts from 15-minute files. */

import { HOUR_MS } from '@barograph/core';
import type { MediaHours, OutlookQuery } from '../market/outlook.ts';
import { FILE_MS } from './payloads.ts';

/** Hours in memory. */
export interface MediaCounts {
  /** Adds a file. @param time end of the file's 15 minutes, epoch ms. */
  add(time: number, articles: ReadonlyMap<string, number>): void;
  /** Whether a file was added, or its hour is complete. */
  has(time: number): boolean;
  /** Drops hours before a time, epoch ms. */
  forget(before: number): void;
  within(query: OutlookQuery): MediaHours;
  /** End of the newest complete hour, epoch ms; undefined without one. */
  newest(): number | undefined;
}

const FILES = HOUR_MS / FILE_MS;

/** End of the hour that a file belongs to. */
function hourOf(time: number): number {
  return Math.ceil(time / HOUR_MS) * HOUR_MS;
}

/** Creates the counts. An hour is complete when all its files are; an article in several files counts once. */
export function createMediaCounts(): MediaCounts {
  const whole = new Map<number, { readonly articles: number; readonly tone: number }>();
  const open = new Map<number, Map<number, ReadonlyMap<string, number>>>();
  return {
    add: (time, articles) => {
      const hour = hourOf(time);
      if (whole.has(hour)) return;
      const files = open.get(hour) ?? new Map<number, ReadonlyMap<string, number>>();
      open.set(hour, files.set(time, articles));
      if (files.size < FILES) return;
      const tones = new Map([...files.values()].flatMap((file) => [...file]));
      const sum = [...tones.values()].reduce((total, tone) => total + tone, 0);
      const mean = tones.size === 0 ? NaN : Math.min(10, Math.max(-10, sum / tones.size));
      whole.set(hour, { articles: tones.size, tone: mean });
      open.delete(hour);
    },
    has: (time) => whole.has(hourOf(time)) || open.get(hourOf(time))?.has(time) === true,
    forget: (before) => {
      for (const hours of [whole, open]) for (const hour of hours.keys()) if (hour <= before) hours.delete(hour);
    },
    within: ({ from, asOf }) => {
      const rows = [...whole].filter(([hour]) => hour > from && hour <= asOf).toSorted(([a], [b]) => a - b);
      return {
        time: Float64Array.from(rows, ([hour]) => hour),
        articles: Float64Array.from(rows, ([, { articles }]) => articles),
        tone: Float64Array.from(rows, ([, { tone }]) => tone),
      };
    },
    newest: () => (whole.size === 0 ? undefined : Math.max(...whole.keys())),
  };
}
