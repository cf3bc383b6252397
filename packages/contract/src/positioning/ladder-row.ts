/** The liquidation ladder of one coin on the wire. */

import {
  flipInterval,
  LADDER_INTERVALS_V1,
  levelInterval,
  TRADER_CLASSES,
  type AccountBook,
  type AccountClasses,
  type Ladder,
  type LadderBin,
  type LadderLevel,
  type OpenInterestShare,
} from '@barograph/positioning';
import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { interval, ladderShare } from './share.ts';
import { classifierVersion, DroppedSchema } from './split-row.ts';

/** Ladder with additional fields. */
export interface LadderSource {
  readonly ladder: Ladder;
  readonly classes: AccountClasses;
  readonly dropped: AccountBook['dropped'];
  /** Time of the mark, epoch ms; NaN when unknown. */
  readonly time: number;
  /** Time of the positions, epoch ms; NaN when unknown. */
  readonly asOf: number;
  /** Absent when open interest is unknown. */
  readonly share?: OpenInterestShare | undefined;
}

const bin = fieldsOf<LadderBin>();

/** Notional with a liquidation price between two prices. */
export const ladderBinRow = record('LadderBin', {
  price_lo: bin.number('Lower edge, USD; part of the bin.', (b) => b.low, { minimum: 0 }),
  price_hi: bin.number('Upper edge, USD.', (b) => b.high, { minimum: 0 }),
  long_usd: bin.number('Longs that would be liquidated, USD at mark.', (b) => b.long, { minimum: 0 }),
  short_usd: bin.number('Shorts that would be liquidated, USD at mark.', (b) => b.short, { minimum: 0 }),
  total_usd: bin.number('Both, USD at mark.', (b) => b.total, { minimum: 0 }),
});

/** Level with the share of open interest behind it. */
export interface LevelAt {
  readonly level: LadderLevel;
  readonly share: OpenInterestShare | undefined;
}

const at = fieldsOf<LevelAt>();
/** Levels with the share behind them. */
export function levelsAt(levels: readonly LadderLevel[], share: OpenInterestShare | undefined): readonly LevelAt[] {
  return levels.map((level) => ({ level, share }));
}

/** Bin among the nearest to mark. */
export const ladderLevelRow = record('LadderLevel', {
  price: at.number('Middle of the bin, USD.', ({ level }) => level.price, { minimum: 0 }),
  dist_pct: at.number('Signed distance from mark, percent.', ({ level }) => level.distPct),
  total_usd: at.number('USD at mark.', ({ level }) => level.total, { minimum: 0 }),
  total_usd_interval: at.innerOrNull(
    interval,
    'Notional of all accounts there, tracked or not, USD: held 90 % of simulated levels. Null without a share of open interest.',
    ({ level, share }) => levelInterval(level.total, share?.[level.side]),
  ),
  side: at.choice(['long', 'short'], 'long: downside fuel, short: upside fuel.', ({ level }) => level.side),
  n_accounts: at.integer('Account-positions, not wallets.', ({ level }) => level.positions, { minimum: 0 }),
});

const classes = fieldsOf<Ladder>();
const list = (name: string, read: (ladder: Ladder) => readonly LadderBin[]) =>
  classes.items(ladderBinRow, `Bins of ${name}; empty when they hold none.`, read, { maxItems: 200 });

const byClass = record(
  null,
  {
    market_maker: list('market makers', (l) => l.byClass.market_maker),
    whale: list('whales', (l) => l.byClass.whale),
    other: list('all others', (l) => l.byClass.other),
  },
  'Lists that add up to `bins`, bin by bin.',
);

const outside = record(
  null,
  {
    below: classes.number('USD at mark with a liquidation price below the grid.', (l) => l.outside.below.notional),
    above: classes.number('USD at mark with a liquidation price above the grid.', (l) => l.outside.above.notional),
  },
  'Notional beyond ±50 % of mark: left out of the bins, not piled up at their edge.',
);

const NOTE =
  'Bins hold tracked accounts with positions of 100,000 USD or more, at mark. bins + outside_usd + crossed_usd + unliquidatable_usd = total_usd.';

const source = fieldsOf<LadderSource>();
const meta = record(null, {
  n_levels: source.integer('Levels in `levels`.', (s) => s.ladder.levels.length, { minimum: 0 }),
  bin_pct: source.custom(Type.Literal(0.5, { description: 'Width of a bin, percent of mark.' }), () => 0.5 as const),
  classes: source.list(Type.String(), 'Classes of `bins_by_class`.', () => TRADER_CLASSES),
  classifier_version: source.text('Version of the rules of the classes (CalVer).', (s) => classifierVersion(s.classes)),
  config_version: source.text('Version of the grid.', (s) => s.ladder.version),
  intervals_version: source.text('Version of the intervals.', () => LADDER_INTERVALS_V1.version),
  total_usd: source.number('Notional of the coin, USD at mark.', (s) => s.ladder.notional, { minimum: 0 }),
  outside_usd: source.inner(outside, (s) => s.ladder),
  crossed_usd: source.number(
    'USD of longs whose liquidation price lies above mark, and of shorts below: prices of another moment.',
    (s) => s.ladder.crossed.notional,
    { minimum: 0 },
  ),
  unliquidatable_usd: source.number(
    'USD of positions that no price liquidates, or whose liquidation price is not known.',
    (s) => s.ladder.unliquidatable.notional,
    { minimum: 0 },
  ),
  dropped: source.custom(DroppedSchema, (s) => ({ ...s.dropped })),
  note: source.text('How to read it.', () => NOTE),
});

const flip = (subject: string, read: (ladder: Ladder) => number | null) =>
  source.numberOrNull(
    `Price where longs to be liquidated below equal shorts above${subject}, USD; null without a side, or beyond ±30 % of mark.`,
    (s) => read(s.ladder),
  );
const bins = (description: string, read: (ladder: Ladder) => readonly LadderBin[]) =>
  source.items(ladderBinRow, description, (s) => read(s.ladder), { maxItems: 200 });

/** The ladder of a coin. */
export const ladderRow = record('LiquidationLadder', {
  symbol: source.text('Coin, as its venue names it.', (s) => s.ladder.coin),
  timestamp: source.moment('Moment of the mark.', (s) => s.time),
  positions_as_of: source.moment('Moment of the positions.', (s) => s.asOf),
  mark: source.number('Mark price, USD.', (s) => s.ladder.mark, { exclusiveMinimum: 0 }),
  bins: bins('Bins of .5 % of mark within ±50 %, ascending, without empty ones.', (l) => l.bins),
  flip: flip('', (l) => l.flip),
  flip_interval: source.innerOrNull(
    interval,
    'Flip of all accounts, tracked or not, USD: held 90 % of simulated flips. Null without a flip or a share of open interest.',
    ({ ladder, share }) => flipInterval(ladder.flip, ladder.mark, share),
  ),
  open_interest_share: source.innerOrNull(
    ladderShare,
    'Null where open interest is not known.',
    (s) => s.share ?? null,
  ),
  bins_directional: bins('The same without market makers and vaults.', (l) => l.directional),
  flip_directional: flip(', without market makers and vaults', (l) => l.flipDirectional),
  bins_by_class: source.inner(byClass, (s) => s.ladder),
  levels: source.items(
    ladderLevelRow,
    'The three nearest bins above mark and the three below, nearest first.',
    (s) => levelsAt(s.ladder.levels, s.share),
    { maxItems: 6 },
  ),
  meta: source.inner(meta, (s) => s, 'Grid, classes, and the notional that stands in no bin.'),
});
/** The ladder on the wire. */
export type LadderWire = WireOf<typeof ladderRow>;
