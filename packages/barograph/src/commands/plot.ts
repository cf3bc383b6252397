/** `barograph plot <engine>`: results as a picture. */

import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { addNowcastPlot } from '../plots/nowcast.ts';
import { addSignumPlot } from '../plots/signum.ts';

/** Adds the command to the program. */
export function addPlot(program: Command, io: Io): void {
  const plot = program
    .command('plot')
    .summary('a picture of what an engine says: SVG, PNG or HTML')
    .description(
      'Computes what the engine of that name says of a file, and draws it. The ending of --out says in which form.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ barograph plot signum BTCUSDT.csv.gz --interval 1d --out signum.svg
  $ barograph plot nowcast BTCUSDT.csv.gz --from 2024-07-15 --to 2024-08-15 --theme dark --out nowcast.png`,
    );
  addSignumPlot(plot, io);
  addNowcastPlot(plot, io);
}
