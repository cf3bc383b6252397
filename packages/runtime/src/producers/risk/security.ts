/** Security stress at a moment: readings of the feeds, and the composite over the default window. */

import {
  LIVE_HEADLINE_MS,
  SECURITY_WINDOW,
  securityScoreRow,
  securityStressOf,
  type Provenance,
  type SecurityHead,
  type SecurityScoreWire,
} from '@barograph/contract';
import { NO_RISK_FEEDS, securityInputs } from '@barograph/stress/risk';
import { hacksAt, headlinesAt, perpsAt, stablecoinFeeds } from './feeds.ts';
import { listedHeadline } from './headline.ts';
import type { RiskInput } from './input.ts';

/** Composite with its inputs. */
export interface SecurityNow {
  readonly head: SecurityHead;
  readonly row: SecurityScoreWire;
  /** Sources of the stored inputs. */
  readonly provenance: readonly Provenance[];
}

/**
 * Computes security stress at the moment of a run.
 * @throws {UsageError} when a feed has invalid numbers.
 */
export async function securityNow({
  market,
  asOf,
  flowsAt,
}: Pick<RiskInput, 'market' | 'asOf' | 'flowsAt'>): Promise<SecurityNow> {
  const stablecoins = await stablecoinFeeds(market, asOf);
  const hacks = await hacksAt(market, asOf);
  const headlines = await headlinesAt(market, asOf, 'security');
  const { flows, provenance } = await flowsAt(asOf);
  const read = securityInputs({ ...NO_RISK_FEEDS, ...stablecoins, hacks, flows }, asOf, SECURITY_WINDOW.most);
  const head: SecurityHead = {
    hacks: read.hacks,
    flows: read.flows,
    episodes: read.depegs,
    headlines: headlines?.filter(({ time }) => asOf - time <= LIVE_HEADLINE_MS).map(listedHeadline) ?? null,
    perps: await perpsAt(market, asOf),
  };
  const row = securityScoreRow.encode(securityStressOf(head, asOf, SECURITY_WINDOW.usual));
  return { head, row, provenance };
}
