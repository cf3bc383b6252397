/** Bar files of two coins, the same on every call: small, so that the state of a host is. */

import { HOUR_MS } from '@barograph/core';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HOURS = 40 * 24;
/** Open of the first hour. */
const FIRST = Date.UTC(2025, 7, 1);

/** Writes the files. @returns their folder. */
export function barFiles(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const [coin, base] of [
    ['BTC', 60_000],
    ['ETH', 3000],
  ] as const) {
    const price = (hour: number): number => base * (1 + 0.02 * Math.sin(hour / 17));
    const lines = Array.from({ length: HOURS }, (_, hour) => {
      const [open, close] = [price(hour), price(hour + 1)];
      const [high, low] = [Math.max(open, close) * 1.002, Math.min(open, close) * 0.998];
      return [
        FIRST + hour * HOUR_MS,
        ...[open, high, low, close].map((value) => value.toFixed(2)),
        1000 + (hour % 50),
      ].join();
    });
    writeFileSync(join(folder, `${coin}.csv`), ['timestamp,open,high,low,close,volume', ...lines, ''].join('\n'));
  }
  return folder;
}
