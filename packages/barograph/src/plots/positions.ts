/** `barograph plot ladder` and `barograph plot gamma`: pictures of positions. */

import type { Command } from 'commander';
import { accountsOf, withAccounts, type AccountsFlags } from '../accounts.ts';
import { gammaOf, withDerivatives, type GammaInputs } from '../commands/gamma.ts';
import { ladderIn } from '../commands/ladder.ts';
import { CommandError, type Io } from '../io.ts';
import { checkOut, lookOf, numberOf, withPicture, writePicture, type PictureFlags } from './flags.ts';

const FILE = 'JSON or Parquet, plain or gzip, or - for standard input';

interface LadderFlags extends AccountsFlags, PictureFlags {
  readonly symbol?: string;
  readonly span?: number;
}

/** Adds the command to `barograph plot`. */
export function addLadderPlot(plot: Command, io: Io): void {
  withPicture(withAccounts(plot.command('ladder')))
    .summary('liquidation levels of a coin by price, with mark and flip')
    .argument('<file>', FILE)
    .option('--symbol <symbol>', 'the coin; may be left out for a file of one coin')
    .option('--span <percent>', 'percent of mark on both sides, 1…50 (default: 20)', numberOf)
    .action(async (path: string, flags: LadderFlags) => {
      checkOut(flags);
      const ladder = ladderIn(await accountsOf(io, path, flags), flags.symbol);
      const { span } = flags;
      const options = { ...lookOf(flags), ...(span === undefined ? {} : { span }) };
      await writePicture(io, flags, ({ plotLadder }) => plotLadder(ladder, options));
    });
}

/** Adds the command to `barograph plot`. */
export function addGammaPlot(plot: Command, io: Io): void {
  withPicture(withDerivatives(withAccounts(plot.command('gamma'))))
    .summary('gamma profile of a coin: what a move to each price would force')
    .argument('<file>', FILE)
    .option('--symbol <symbol>', 'the coin; may be left out for a file of one coin')
    .action(async (path: string, flags: AccountsFlags & PictureFlags & GammaInputs) => {
      checkOut(flags);
      const records = gammaOf(await accountsOf(io, path, flags), flags);
      if (records.length > 1) throw new CommandError(`--symbol: expected one coin, got ${records.length}`);
      const [record] = records;
      if (record!.profile.length === 0) {
        throw new CommandError(
          `${path}: expected a liquidation level of ${record!.coin} within 50 % of mark, got none`,
        );
      }
      await writePicture(io, flags, ({ plotGamma }) => plotGamma(record!, lookOf(flags)));
    });
}
