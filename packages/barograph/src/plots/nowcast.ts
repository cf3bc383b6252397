/** `barograph plot nowcast`: price, published regime and probabilities. */

import { DAY_MS, UsageError } from '@barograph/core';
import { tradedHistory, REGIMES } from '@barograph/nowcast';
import { Option, type Command } from 'commander';
import { CommandError, say, type Io } from '../io.ts';
import { openModelIn, shippedModels } from '../shipped-models.ts';
import { barsOf, withBars, type BarsFlags } from './bars.ts';
import { checkOut, spanOf, withSpan, writePicture, type SpanFlags } from './flags.ts';

interface Flags extends BarsFlags, SpanFlags {
  readonly model?: string;
  readonly models: string;
  readonly probabilities: 'now' | '4h' | '24h';
}

/** Default days drawn: years would be too dense for hourly regimes. */
const DAYS = 30;
const COLUMNS = { now: 'now', '4h': 'h4', '24h': 'h24' } as const;

/** Adds the command to `barograph plot`. */
export function addNowcastPlot(plot: Command, io: Io): void {
  withSpan(withBars(plot.command('nowcast'), 'bars of an hour or shorter'))
    .summary(`price, published regime and probabilities; the last ${DAYS} days unless --from says otherwise`)
    .option('--model <version>', 'version of a model (default: the last that the manifest lists)')
    .option('--models <folder>', 'folder with manifest.json', shippedModels())
    .addOption(
      new Option('--probabilities <when>', 'of this hour, or of the one in 4 or 24 hours')
        .choices(Object.keys(COLUMNS))
        .default('now'),
    )
    .action(async (path: string, flags: Flags) => {
      checkOut(flags);
      const model = await openModelIn(flags.models, flags.model);
      const { symbol, bars, step } = await barsOf(io, path, flags, '1h');
      const { time, label, ...tables } = historyOf(path, () => tradedHistory(model, bars));
      const columns = {
        time,
        close: bars.close,
        label,
        probabilities: tables[COLUMNS[flags.probabilities]],
        names: REGIMES,
      };
      const start = time.at(-1)! + step - DAYS * DAY_MS;
      const isCut = flags.from === undefined && flags.to === undefined && time[0]! < start;
      if (isCut)
        say(
          io,
          `${path}: the last ${DAYS} days of ${Math.round((time.at(-1)! - time[0]!) / DAY_MS)}; --from shows more`,
        );
      const when =
        flags.probabilities === 'now'
          ? 'its probabilities'
          : `the probabilities in ${flags.probabilities.replace('h', ' hours')}`;
      const options = { title: `${symbol}: regime of the hour and ${when}`, ...spanOf(flags), symbol, step };
      await writePicture(io, flags, ({ plotNowcast }) =>
        plotNowcast(columns, isCut ? { ...options, from: start } : options),
      );
    });
}

/** @throws {CommandError} naming the file whose bars the engine refuses. */
function historyOf<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) throw new CommandError(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
}
