/** `barograph plot stress` and `barograph plot health`: a daily score and its parts. */

import { DAY_MS } from '@barograph/core';
import { HEALTH_COMPONENTS, type HealthComponentName } from '@barograph/stress';
import type { EventPart, PolicyPart, SecurityPart } from '@barograph/stress/risk';
import { Argument, type Command } from 'commander';
import { bitcoinOf, healthFilesOf, withHealthFiles, type HealthFiles } from '../commands/health.ts';
import { CommandError, type Io } from '../io.ts';
import { addMoment, momentIn, type MomentOptions } from '../moment.ts';
import { readCoins } from '../coins.ts';
import { rowMoment, spanOf as spanOfFiles } from '../surroundings/feeds.ts';
import { readSurroundings } from '../surroundings/read.ts';
import { btcCloses, healthAt, riskAt, WINDOWS, type RiskName } from '../surroundings/scores.ts';
import { checkOut, spanOf, withSpan, writePicture, type SpanFlags } from './flags.ts';

/** Default days drawn. */
const DAYS = 365;

type Flags = MomentOptions & SpanFlags;

type Part = EventPart | SecurityPart | PolicyPart | HealthComponentName;

/** Captions of the parts. */
const PART_NAMES: Readonly<Record<Part, string>> = {
  unlock: 'Unlocks',
  macro: 'Macro releases',
  depeg: 'Depegs of stablecoins',
  hack: 'Hacks',
  flow: 'Flows out of venues and bridges',
  gdelt: 'Policy news (GDELT)',
  cross_asset: 'Moves across assets',
  rate: 'Rate decisions',
  price_trend: 'Price trend',
  market_breadth: 'Market breadth',
  stablecoin_flow_90d: 'Stablecoin flow (90 days)',
  macro_dxy: 'Dollar (DXY)',
  volume_quality: 'Volume quality',
  fear_greed: 'Fear & greed',
  derivatives: 'Derivatives',
  market_breadth_short: 'Market breadth (short term)',
  volatility: 'Volatility',
  short_term_price: 'Price (short term)',
  stablecoin_flow_14d: 'Stablecoin flow (14 days)',
};

/** A day's score and its parts; null when unknown. */
interface ScoredDay {
  readonly time: number;
  readonly score: number | null;
  readonly parts: Readonly<Partial<Record<Part, number | null>>>;
}

/** Adds the command to `barograph plot`. */
export function addStressPlot(plot: Command, io: Io): void {
  const command = withSpan(plot.command('stress'))
    .summary(
      `event, security or policy risk with its parts, day by day; the last ${DAYS} days unless --from says otherwise`,
    )
    .addArgument(new Argument('<what>', 'score').choices(Object.keys(WINDOWS)))
    .option('--reference <folder>', 'CSV files of macro data, moods, stablecoins, hacks, coins and unlocks; required')
    .option('--bars <path>', 'bars of BTC, for moves across assets')
    .action(async (what: RiskName, flags: Flags & { readonly reference?: string; readonly bars?: string }) => {
      checkOut(flags);
      const surroundings = await readSurroundings(io, flags.reference);
      const span = spanOfFiles(surroundings);
      if (span === null) {
        throw new CommandError(`${flags.reference}: expected macro data, moods or stablecoins, got none`);
      }
      const coins =
        flags.bars === undefined
          ? []
          : (await readCoins(io, flags.bars, { source: 'cexa_spot', skipBad: true, canRepair: false })).coins;
      const btc = btcCloses(coins);
      const days = daysOf(flags, span[0], momentIn(flags) ?? span[1]).map((time): ScoredDay => {
        const { score } = riskAt(what, surroundings, btc, time, WINDOWS[what][2]);
        return { time, score: score.score, parts: score.subScores };
      });
      await drawn(io, flags, `${what.charAt(0).toUpperCase()}${what.slice(1)} risk`, days);
    });
  addMoment(command, 'compute for this moment, from what was known by then (default: the newest value of the files)');
}

/** Adds the command to `barograph plot`. */
export function addHealthPlot(plot: Command, io: Io): void {
  const command = withHealthFiles(withSpan(plot.command('health')))
    .summary(`market health with its eleven components, day by day; the last ${DAYS} days unless --from says otherwise`)
    .argument('<path>', 'bars of BTC, or a folder with a file for each coin')
    .action(async (path: string, flags: Flags & HealthFiles) => {
      checkOut(flags);
      const { surroundings, perps } = await healthFilesOf(io, flags);
      const { coins, asOf } = await bitcoinOf(io, path, momentIn(flags));
      const first = Math.min(...coins.map(({ daily }) => daily.time[0] ?? Infinity));
      const days = daysOf(flags, first, asOf).map((time): ScoredDay => {
        const { totalScore, components } = healthAt(surroundings, coins, perps, time).health;
        const parts = Object.fromEntries(HEALTH_COMPONENTS.map((name) => [name, components[name].score]));
        return { time, score: totalScore, parts };
      });
      await drawn(io, flags, 'Market health', days);
    });
  addMoment(command, 'compute for this moment, from what was known by then (default: the last close)');
}

/** Moments of the days to draw. @throws {CommandError} when the span holds no day. */
function daysOf({ from, to }: Flags, first: number, last: number): readonly number[] {
  const start = Math.max(from ?? (to === undefined ? last - DAYS * DAY_MS : first), first);
  const end = Math.min(last, (to ?? Infinity) - 1);
  const moments: number[] = [];
  for (let day = Math.ceil(start / DAY_MS); rowMoment(day) <= end; day++) moments.push(rowMoment(day));
  if (moments.length > 0) return moments;
  throw new CommandError(`--from: expected a day before ${new Date(end).toISOString()}`);
}

async function drawn(io: Io, flags: Flags, name: string, days: readonly ScoredDay[]): Promise<void> {
  const column = (pick: (day: ScoredDay) => number | null | undefined): Float64Array =>
    Float64Array.from(days, (day) => pick(day) ?? NaN);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys of this record
  const names = Object.keys(days[0]!.parts) as Part[];
  const columns = {
    time: column(({ time }) => time),
    score: column(({ score }) => score),
    parts: Object.fromEntries(names.map((part) => [PART_NAMES[part], column(({ parts }) => parts[part])])),
  };
  await writePicture(io, flags, ({ plotScores }) => plotScores(columns, { ...spanOf(flags), name, step: DAY_MS }));
}
