/** `barograph plot signum`: price with a ribbon of SIGNUM colours. */

import { INTERVALS, type Interval } from '@barograph/core';
import { checkSignumConfig, signum, SIGNUM_V2 } from '@barograph/indicators';
import { Option, type Command } from 'commander';
import { configOf } from '../engine-command.ts';
import type { Io } from '../io.ts';
import { barsOf, withBars, type BarsFlags } from './bars.ts';
import { checkOut, spanOf, withSpan, writePicture, type SpanFlags } from './flags.ts';

interface Flags extends BarsFlags, SpanFlags {
  readonly interval?: Interval;
  readonly config?: string;
}

/** Adds the command to `barograph plot`. */
export function addSignumPlot(plot: Command, io: Io): void {
  withSpan(withBars(plot.command('signum'), 'a file of bars'))
    .summary('price with a ribbon of SIGNUM colours')
    .addOption(new Option('--interval <interval>', 'build longer bars first').choices(INTERVALS))
    .option('--config <file>', `JSON with fields of ${SIGNUM_V2.version} that differ`)
    .action(async (path: string, flags: Flags) => {
      checkOut(flags);
      const config = await configOf(SIGNUM_V2, checkSignumConfig, flags.config);
      const { symbol, bars, step } = await barsOf(io, path, flags, flags.interval);
      const { color } = signum(bars, config);
      const columns = { time: bars.time, close: bars.close, label: color, names: ['green', 'grey', 'red'] };
      await writePicture(io, flags, ({ plotRegimes }) =>
        plotRegimes(columns, { title: `${symbol}: SIGNUM colour`, ...spanOf(flags), symbol, step }),
      );
    });
}
