/** States of other producers recorded with a forecast: they predict nothing, but their outcomes are counted. */

import { cyclePublication, signumEngine } from '@barograph/contract';
import type { ProducerInput } from '../../producer.ts';
import { publishedHead, publishedRows } from '../../published-rows.ts';
import { MARKET } from '../quant/listings.ts';

/** States of a scope by name; empty without a publication. */
export type StandingStates = (scope: string) => Readonly<Record<string, string>>;

/** Committed long-horizon regime for the market; daily SIGNUM colour and flip alert for each perp whose bars are not stale. */
export async function standingStates(input: Pick<ProducerInput, 'published' | 'head'>): Promise<StandingStates> {
  const current = (await publishedHead(input, cyclePublication))?.current ?? null;
  const rows = await publishedRows(input, signumEngine);
  const coins = new Map(
    rows
      .filter(({ source, stale }) => source === 'perpdex_perp' && !stale)
      .map(({ symbol, color, flip_alert: isAlert }) => [
        symbol,
        { signum_color: color, flip_alert: isAlert ? 'on' : 'off' },
      ]),
  );
  return (scope) => {
    if (scope === MARKET) return current === null ? {} : { long_regime: current.name };
    return coins.get(scope) ?? {};
  };
}
