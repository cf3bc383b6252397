/** `barograph plot cycle`: long-horizon regimes over the price, and what would flip the last regime. */

import type { Command } from 'commander';
import { marketOf, withMarket, type MarketOptions } from '../commands/cycle.ts';
import type { Io } from '../io.ts';
import { addMoment, momentIn, type MomentOptions } from '../moment.ts';
import { checkOut, spanOf, withSpan, writePicture, type SpanFlags } from './flags.ts';

/** Adds the command to `barograph plot`. */
export function addCyclePlot(plot: Command, io: Io): void {
  const command = withSpan(withMarket(plot.command('cycle')))
    .summary('long-horizon regimes over the price of Bitcoin, and the cutoffs that are nearest to flipping')
    .argument('[file]', 'bars of Bitcoin, instead of --btc')
    .action(async (path: string | undefined, flags: MarketOptions & MomentOptions & SpanFlags) => {
      checkOut(flags);
      const files = path === undefined ? flags : { ...flags, btc: path };
      const { days, btc } = await marketOf(io, files, momentIn(flags));
      const columns = { days, close: btc.close };
      await writePicture(io, flags, ({ plotCycle }) => plotCycle(columns, { symbol: 'BTC', ...spanOf(flags) }));
    });
  addMoment(command, 'compute for this moment, from bars closed by then (default: the last close)');
}
