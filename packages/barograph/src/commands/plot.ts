/** `barograph plot <engine>`: draws results. */

import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { addCyclePlot } from '../plots/cycle.ts';
import { addNowcastPlot } from '../plots/nowcast.ts';
import { addGammaPlot, addLadderPlot } from '../plots/positions.ts';
import { addSignumPlot } from '../plots/signum.ts';
import { addHealthPlot, addStressPlot } from '../plots/stress.ts';
import { addVolatilityPlot } from '../plots/volatility.ts';

/** Adds the command to the program. */
export function addPlot(program: Command, io: Io): void {
  const plot = program
    .command('plot')
    .summary('a picture of the results of an engine: SVG, PNG or HTML')
    .description('Runs the engine of that name on a file and draws the result. The ending of --out decides the format.')
    .addHelpText(
      'after',
      `
Examples:
  $ barograph plot signum BTCUSDT.csv.gz --interval 1d --out signum.svg
  $ barograph plot nowcast BTCUSDT.csv.gz --from 2024-07-15 --to 2024-08-15 --theme dark --out nowcast.png
  $ barograph plot volatility BTCUSDT.csv.gz --out cone.html
  $ barograph plot cycle BTC_1d.csv --universe coins/ --out cycle.svg
  $ barograph plot ladder accounts.json --symbol BTC --span 10 --out ladder.svg
  $ barograph plot gamma accounts.json --symbol BTC --out gamma.png
  $ barograph plot stress event --reference data/ --out event.svg
  $ barograph plot health bars/ --reference data/ --from 2024-01-01 --out health.svg`,
    );
  const engines = [
    addSignumPlot,
    addNowcastPlot,
    addVolatilityPlot,
    addCyclePlot,
    addLadderPlot,
    addGammaPlot,
    addStressPlot,
    addHealthPlot,
  ];
  for (const add of engines) add(plot, io);
}
