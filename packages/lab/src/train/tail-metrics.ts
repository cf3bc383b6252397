/** Tails of the simulated day per coin: shares of outcomes below a quantile, against the permitted distance. */

import { bootstrapSums, intervalOf, type Interval } from './block-bootstrap.ts';
import { TAIL_TEST_V1, type TailCount, type TailTestConfig } from './tails.ts';

/** One series. */
export interface TailRow {
  readonly series: string;
  readonly origins: number;
  /** By quantile: the share of the outcomes below it, with the interval of a bootstrap of blocks. */
  readonly coverage: readonly {
    readonly share: number;
    readonly below: Interval;
    /** Whether the share is within the permitted distance; null without a rule or with too few origins. */
    readonly kept: boolean | null;
  }[];
}

/** Share of outcomes below simulated quantiles. */
export interface TailMetrics {
  readonly version: TailTestConfig['version'];
  readonly rows: readonly TailRow[];
  /** Per quantile with a rule: series that keep it, series judged, and their mean share below. */
  readonly rules: readonly {
    readonly share: number;
    readonly permitted: number;
    readonly kept: number;
    readonly judged: number;
    /** null when no series was judged. */
    readonly mean: number | null;
  }[];
}

/**
 * Computes the coverage of every series and of all together.
 * @param series counts per series and block, null for a block without the series; series without counts are skipped.
 * @param shares shares of the quantiles, as in `monteCarlo.shares`.
 * @param config parameters. @default TAIL_TEST_V1
 * @example
 * const counts = [{ origins: 400, below: [5, 22] }, { origins: 380, below: [4, 17] }]; // block by block
 * const { rules } = tailMetrics([{ name: 'ETH', counts }], [0.01, 0.05]);
 * rules.map(({ share, kept, judged }) => [share, kept, judged]); // → [ [ 0.01, 1, 1 ], [ 0.05, 1, 1 ] ]
 */
export function tailMetrics(
  series: readonly { readonly name: string; readonly counts: readonly (TailCount | null)[] }[],
  shares: readonly number[],
  { version, permitted, leastOrigins }: Pick<TailTestConfig, 'version' | 'permitted' | 'leastOrigins'> = TAIL_TEST_V1,
): TailMetrics {
  const ruleOf = new Map(Object.entries(permitted).map(([share, most]) => [Number(share), most]));
  const rows = series.flatMap(({ name, counts }): TailRow[] => {
    const known = counts.filter((count) => count !== null);
    if (known.length === 0) return [];
    const origins = known.reduce((sum, count) => sum + count.origins, 0);
    const coverage = shares.map((share, k) => {
      const drawn = bootstrapSums(
        known.map((count) => [count.below[k]!, count.origins]),
        ([below, all]) => below! / all!,
        `|${name}`,
      );
      const most = origins < leastOrigins ? undefined : ruleOf.get(share);
      return {
        share,
        below: intervalOf(drawn),
        kept: most === undefined ? null : Math.abs(drawn.mean - share) <= most,
      };
    });
    return [{ series: name, origins, coverage }];
  });
  const rules = Array.from(ruleOf, ([share, most]) => {
    const found = rows.flatMap(({ coverage }) => coverage.filter((row) => row.share === share && row.kept !== null));
    return {
      share,
      permitted: most,
      kept: found.filter(({ kept }) => kept === true).length,
      judged: found.length,
      mean: found.length === 0 ? null : found.reduce((sum, { below }) => sum + below.mean, 0) / found.length,
    };
  });
  return { version, rows, rules };
}
