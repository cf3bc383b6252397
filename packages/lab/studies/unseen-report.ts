/** Tables of the forecasts of unseen hours, in Markdown. */

import type { Horizon } from '@barograph/nowcast';
import { bootstrapMean, bootstrapSums, christoffersen, crpsOfQuantiles, intervalOf, kupiec, pinball, type Interval } from '../src/index.ts'; // prettier-ignore
import { table } from '../src/markdown.ts';
import { mean } from './statistics.ts';
import type { Classed, Day, UnseenScope } from './unseen-scope.ts';

const FAMILIES = ['nextRegime', 'direction', 'volatility'] as const;
type Family = (typeof FAMILIES)[number];
type Shares = Readonly<Record<Family, Readonly<Record<Horizon, (label: number) => readonly number[]>>>>;

/** A series forecast without and with the recalibration, and the shares of the classes before. */
export interface Compared {
  readonly base: Shares;
  readonly before: UnseenScope;
  readonly after: UnseenScope;
}

/** Hours between two origins of a class that are scored. */
const STRIDE = 4;
const WEEK = 7 * 24 * 3_600_000;
/** Distance from a share that a tail keeps, as in the test of tails. */
const PERMITTED = new Map([
  [0.01, 0.007],
  [0.05, 0.02],
  [0.95, 0.02],
  [0.99, 0.007],
]);

/** Shares of the classes; of the next regime after each label. */
export function classShares({ heads }: UnseenScope): Shares {
  const of = (family: Family, horizon: Horizon) => {
    const rows = heads[family][horizon];
    const width = rows[0]?.p.length ?? 0;
    const byLabel = family === 'nextRegime';
    const counts = Array.from({ length: byLabel ? width : 1 }, () => new Float64Array(width).fill(1));
    for (const { came, label } of rows) counts[byLabel ? label : 0]![came]!++;
    const shares = counts.map((row) => Array.from(row, (count) => count / row.reduce((a, b) => a + b, 0)));
    return (label: number): readonly number[] => shares[byLabel ? label : 0]!;
  };
  const both = (family: Family) => ({ h4: of(family, 'h4'), h24: of(family, 'h24') });
  return { nextRegime: both('nextRegime'), direction: both('direction'), volatility: both('volatility') };
}

const fixed = (value: number, digits: number = 4): string => value.toFixed(digits).replace('-', '−');
const span = ({ mean: middle, low, high }: Interval, digits?: number): string =>
  `${fixed(middle, digits)} (${fixed(low, digits)} … ${fixed(high, digits)})`;

/** Log loss of the base rates less that of the head. */
function gains({ base, after }: Compared, family: Family, horizon: Horizon) {
  return after.heads[family][horizon]
    .filter((_, i) => i % STRIDE === 0)
    .map(({ time, p, came, label }) => ({
      time,
      difference: Math.log(p[came]! / base[family][horizon](label)[came]!),
    }));
}

function headsTable(market: Compared, coins: readonly Compared[]): string {
  const rows = FAMILIES.flatMap((family) =>
    (['h4', 'h24'] as const).flatMap((horizon) => {
      const each = coins.map((coin) => gains(coin, family, horizon));
      const intervals = each.map((own) => bootstrapMean(own));
      const verdict = ({ low }: Interval): string => (low > 0 ? 'served' : 'withheld');
      const own = bootstrapMean(gains(market, family, horizon));
      const all = bootstrapMean(each.flat());
      const better = intervals.filter(({ low }) => low > 0).length;
      const worse = intervals.filter(({ high }) => high < 0).length;
      return [
        [family, horizon, 'market', span(own), verdict(own), ''],
        [family, horizon, `${coins.length} coins`, span(all), verdict(all), `${better} better, ${worse} worse`],
      ];
    }),
  );
  return table(['family', 'horizon', 'scope', 'gain, nats a forecast (95 %, weeks)', 'by the rule', 'coins'], rows);
}

/** Calibration error of the likeliest label, ten bins, with an interval of weeks. */
function calibration(rows: readonly Classed[]): Interval {
  const weeks = new Map<number, Float64Array>();
  for (const { time, p, came } of rows) {
    const top = Math.max(...p);
    const week = weeks.get(Math.floor(time / WEEK)) ?? new Float64Array(30);
    weeks.set(Math.floor(time / WEEK), week);
    const bin = Math.min(9, Math.floor(10 * top));
    week[bin]! += top;
    week[10 + bin]! += Number(p.indexOf(top) === came);
    week[20 + bin]!++;
  }
  const error = (sums: Float64Array): number => {
    let [sum, count] = [0, 0];
    for (let bin = 0; bin < 10; bin++) {
      sum += Math.abs(sums[bin]! - sums[10 + bin]!);
      count += sums[20 + bin]!;
    }
    return sum / count;
  };
  return intervalOf(
    bootstrapSums(
      [...weeks.values()].map((week) => [...week]),
      error,
    ),
  );
}

function volatilityTable(all: readonly Compared[]): string {
  const rows = all.map(({ after: { name, days } }) => {
    const of = (read: (day: Day) => number): number => mean(days.map(read));
    const geometric = Math.exp(of(({ realised, expected }) => Math.log(Math.max(realised, 1e-9) / expected)));
    const tracked = days.at(-1)!.ratio;
    return [
      name,
      fixed(of((day) => day.realised) / of((day) => day.expected), 3),
      fixed(Math.sqrt(of((day) => day.realised ** 2) / of((day) => day.expected ** 2)), 3),
      fixed(geometric, 3),
      tracked === null ? '' : fixed(tracked, 3),
    ];
  });
  return table(
    ['series', 'ratio of means', 'ratio of root mean squares', 'geometric mean', 'tracked at the end'],
    rows,
  );
}

const simulatedDays = ({ days }: UnseenScope): readonly Day[] => days.filter(({ simulated }) => simulated !== null);
const drawdownOf = ({ simulated }: Day): number => simulated!.drawdown.calibrated ?? simulated!.drawdown.raw;

function drawdownTable(market: Compared, coins: readonly Compared[]): string {
  const rows = [
    { name: 'market', of: [market] },
    { name: `${coins.length} coins`, of: coins },
    ...coins.map((coin) => ({ name: coin.after.name, of: [coin] })),
  ].map(({ name, of }) => {
    const [raw, after] = [
      of.flatMap(({ before }) => simulatedDays(before)),
      of.flatMap((one) => simulatedDays(one.after)),
    ];
    const brier = (p: number, { fell }: Day): number => (p - Number(fell)) ** 2;
    const skill = (read: (i: number) => number): string => {
      const gain = bootstrapMean(after.map((day, i) => ({ time: day.time, difference: brier(day.lastYear, day) - brier(read(i), day) }))); // prettier-ignore
      const base = mean(after.map((day) => brier(day.lastYear, day)));
      return span({ mean: (100 * gain.mean) / base, low: (100 * gain.low) / base, high: (100 * gain.high) / base }, 1);
    };
    return [
      name,
      fixed(mean(after.map(({ fell }) => Number(fell))), 3),
      fixed(mean(raw.map(drawdownOf)), 3),
      fixed(mean(after.map(drawdownOf)), 3),
      fixed(mean(raw.map((day) => brier(drawdownOf(day), day)))),
      fixed(mean(after.map((day) => brier(drawdownOf(day), day)))),
      skill((i) => drawdownOf(raw[i]!)),
      skill((i) => drawdownOf(after[i]!)),
    ];
  });
  return table(
    [
      'series',
      'came',
      'said before',
      'said after',
      'Brier before',
      'Brier after',
      'skill over the last year, % before',
      '% after',
    ],
    rows,
  );
}

/** Shares below each quantile, and the mean width of the interval from the first to the last. */
function tailsOf(scope: UnseenScope) {
  const days = simulatedDays(scope);
  const quantiles = days.map(({ simulated }) => simulated!.returnQuantiles);
  const shares = quantiles[0]!.map(({ share }) => share);
  const at = (i: number, k: number): number => Math.log1p(quantiles[i]![k]!.percent / 100);
  return {
    shares,
    below: shares.map((_, k) => mean(days.map(({ move }, i) => Number(move <= at(i, k))))),
    width: mean(days.map((_, i) => at(i, shares.length - 1) - at(i, 0))),
    inner: mean(days.map((_, i) => at(i, shares.length - 2) - at(i, 1))),
  };
}

function tailsTable(all: readonly Compared[]): string {
  const each = all.map(({ before, after }) => ({ name: after.name, before: tailsOf(before), after: tailsOf(after) }));
  const { shares } = each[0]!.before;
  const kept = (of: 'before' | 'after', share: number): string => {
    const k = shares.indexOf(share);
    return String(each.filter((one) => Math.abs(one[of].below[k]! - share) <= PERMITTED.get(share)! + 1e-12).length);
  };
  const rules = table(
    ['quantile', 'permitted', `of ${each.length} series keep it before`, 'after'],
    [...PERMITTED].map(([share, most]) => [String(share), `±${most}`, kept('before', share), kept('after', share)]),
  );
  const rows = each.map(({ name, before, after }) => [
    name,
    ...[0.01, 0.05, 0.95, 0.99].map((share) => `${fixed(before.below[shares.indexOf(share)]!, 3)} → ${fixed(after.below[shares.indexOf(share)]!, 3)}`), // prettier-ignore
    fixed(after.inner / before.inner, 3),
    fixed(after.width / before.width, 3),
  ]);
  const wide = (read: 'inner' | 'width'): string => {
    const ratios = each.map(({ before, after }) => after[read] / before[read]);
    return `${fixed(mean(ratios), 3)} in the mean, ${fixed(Math.max(...ratios), 3)} at most`;
  };
  return `${rules}

Width after over before: 5 … 95 % ${wide('inner')}; 1 … 99 % ${wide('width')}.

${table(['series', 'below 1 %', 'below 5 %', 'below 95 %', 'below 99 %', 'width 5 … 95 %', 'width 1 … 99 %'], rows)}`;
}

/** Tests of value at risk, and scores of the distribution, series by series. */
function riskTable(all: readonly Compared[]): string {
  const of = (scope: UnseenScope) => {
    const days = simulatedDays(scope);
    const at =
      (share: number) =>
      (day: Day): number =>
        Math.log1p(day.simulated!.returnQuantiles.find((quantile) => quantile.share === share)!.percent / 100);
    const p = (share: number): readonly [number, number] => {
      const hits = days.map((day) => day.move <= at(share)(day));
      return [kupiec(hits.filter(Boolean).length, hits.length, share).simulated, christoffersen(hits, share).independence.simulated]; // prettier-ignore
    };
    const crps = mean(
      days.map(
        ({ move, simulated }) =>
      crpsOfQuantiles(simulated!.returnQuantiles.map(({ share, percent }) => ({ share, value: Math.log1p(percent / 100) })), move), // prettier-ignore
      ),
    );
    const loss = (share: number): number => mean(days.map((day) => pinball(day.move, at(share)(day), share)));
    return { one: p(0.01), five: p(0.05), crps, losses: [0.01, 0.05].map(loss) };
  };
  const each = all.map(({ before, after }) => ({ name: after.name, before: of(before), after: of(after) }));
  const rejected = (when: 'before' | 'after', share: 'one' | 'five', test: 0 | 1): number =>
    each.filter((one) => one[when][share][test] < 0.05).length;
  const rows = each.map(({ name, before, after }) => [
    name,
    ...(['one', 'five'] as const).flatMap((share) => [0, 1].map((test) => `${fixed(before[share][test]!, 2)} → ${fixed(after[share][test]!, 2)}`)), // prettier-ignore
    ...before.losses.map((loss, i) => fixed(after.losses[i]! / loss, 3)),
    fixed(after.crps / before.crps, 3),
  ]);
  const counts = (share: 'one' | 'five', test: 0 | 1): string => `${rejected('before', share, test)} → ${rejected('after', share, test)}`; // prettier-ignore
  return `p below 0.05 in so many of ${each.length} series: coverage at 1 % ${counts('one', 0)}, independence ${counts('one', 1)}; at 5 % ${counts('five', 0)} and ${counts('five', 1)}.

${table(['series', 'Kupiec 1 %', 'Christoffersen 1 %', 'Kupiec 5 %', 'Christoffersen 5 %', 'pinball 1 %, after over before', 'pinball 5 %', 'CRPS'], rows)}`;
}

/** Quantiles that keep their rule, and their losses, under several rates. */
export function ratesTable(
  all: readonly Compared[],
  tried: readonly (readonly [rate: number, scopes: readonly UnseenScope[]])[],
): string {
  // prettier-ignore
  const rows = tried.map(([rate, scopes]) => {
    const each = scopes.map((scope, i) => ({ before: tailsOf(all[i]!.before), after: tailsOf(scope) }));
    const kept = [...PERMITTED].map(([share, most]) => {
      const k = each[0]!.after.shares.indexOf(share);
      return String(each.filter(({ after }) => Math.abs(after.below[k]! - share) <= most + 1e-12).length);
    });
    const wide = each.map(({ before, after }) => after.inner / before.inner);
    return [String(rate), ...kept, fixed(mean(wide), 3), fixed(Math.max(...wide), 3)];
  });
  return table(['rate', ...[...PERMITTED.keys()].map((share) => `series that keep ${share}`), 'width 5 … 95 %, mean', 'at most'], rows); // prettier-ignore
}

/** All tables. @param all the market first. */
export function report(all: readonly Compared[]): string {
  const [market, ...coins] = all;
  const ece = (horizon: Horizon): string => span(calibration(market!.after.heads.nextRegime[horizon]), 3);
  return `## Heads against base rates

Shares of the classes in the hours learnt from, of the next regime after each label. Every fourth hour.

${headsTable(market!, coins)}

Calibration error of the likeliest next label of the market: 4 h ${ece('h4')}, 24 h ${ece('h24')}.

## Expected volatility of 24 hours

Realised over expected, every hour.

${volatilityTable(all)}

## Fall of more than 5 % in 24 hours

At midnight UTC. Before: the map of the market, and raw shares for coins.

${drawdownTable(market!, coins)}

## Quantiles of the next day

Share of outcomes below, at midnight UTC.

${tailsTable(all)}

## Value at risk and the distribution

Simulated p of the tests of Kupiec and Christoffersen (independence); losses after over before.

${riskTable(all)}
`;
}
