/** Command line over five years of minutes, CSV in, a CSV row per minute out, one thread: time and peak memory. */

import { join } from 'node:path';
import { command, type Usage } from './command.ts';
import { inFolder, MINUTES, minutes, writeCsv } from './minutes.ts';
import type { Row } from './row.ts';

const ROUNDS = 3;

/** The row. */
export const ROWS_OUT: Row = {
  key: 'rows-out',
  title: 'all rows of 2.6 M minutes to CSV',
  run: async () =>
    inFolder(async (folder) => {
      const csv = join(folder, 'minutes.csv');
      await writeCsv(csv, minutes());
      const flags = ['--rows', 'all', '--format', 'csv', '--out', join(folder, 'rows.csv')];
      const runs: Usage[] = [];
      for (let i = 0; i < ROUNDS; i++) runs.push(await command('signum', csv, ...flags));
      const least = (usageOf: (usage: Usage) => number): number => Math.min(...runs.map(usageOf));
      const processor = least(({ processorMs }) => processorMs);
      const peak = Math.max(...runs.map(({ peakMb }) => peakMb));
      return {
        lines: [
          { title: ROWS_OUT.title, before: 8, goal: 3, now: least(({ wallMs }) => wallMs) / 1e3, unit: 's' },
          { title: 'peak memory of that run', before: undefined, goal: 250, now: peak, unit: 'MB' },
        ],
        figures: [
          { name: '`barograph signum --rows all`, processor time', value: processor / 1e3, unit: 's' },
          { name: 'which is', value: (processor * 1e6) / MINUTES, unit: 'ns a row' },
        ],
        missing: [],
      };
    }),
};
