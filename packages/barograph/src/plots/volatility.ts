/** `barograph plot volatility`: the volatility cone of a file of bars. */

import { DAY_MS } from '@barograph/core';
import { volatilityCone } from '@barograph/volatility';
import type { Command } from 'commander';
import { CommandError, type Io } from '../io.ts';
import { barsOf, withBars, type BarsFlags } from './bars.ts';
import { checkOut, lookOf, withPicture, writePicture, type PictureFlags } from './flags.ts';

/** Adds the command to `barograph plot`. */
export function addVolatilityPlot(plot: Command, io: Io): void {
  withPicture(withBars(plot.command('volatility'), 'bars of a day or shorter'))
    .summary('volatility cone: windows of 7 to 90 days over a year, and now')
    .action(async (path: string, flags: BarsFlags & PictureFlags) => {
      checkOut(flags);
      const { symbol, bars } = await barsOf(io, path, flags, '1d');
      const cone = volatilityCone(bars);
      if (cone.length < 2) throw new CommandError(`${path}: expected at least 45 completed days, got ${bars.length}`);
      const until = new Date(bars.time.at(-1)! + DAY_MS).toISOString().slice(0, 10);
      const title = `${symbol}: volatility cone, ${until}`;
      await writePicture(io, flags, ({ plotCone }) => plotCone(cone, { title, ...lookOf(flags), symbol }));
    });
}
