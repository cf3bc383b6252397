/** Fits of HAR+ on the series of a training. */

import { UsageError } from '@barograph/core';
import type { Observations } from '@barograph/nowcast';
import type { TrainingConfig } from './config.ts';
import { fitHar, type HarFits } from './fit-har.ts';

/**
 * The fits of `[from, to)`, in the order of the series; undefined for a training without a HAR+.
 *
 * @param series the market, then the coins of the panel.
 * @throws {UsageError} observations without the rows of HAR+. {FitError} as {@link fitHar}.
 */
export function harOf(
  series: readonly Observations[],
  { har: config }: TrainingConfig,
  { from, to }: { readonly from: number; readonly to: number },
): HarFits | undefined {
  if (config === undefined) return undefined;
  const rows = series.map(({ har }, i) => {
    if (har !== undefined) return har;
    throw new UsageError(`"observations[${i}].har" expected rows of ${config.har.version}, got none: observe with it`);
  });
  return fitHar(rows, { from, to, config });
}
