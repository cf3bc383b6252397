/** Policy risk at a moment: readings of the feeds, and the composite over the default window. */

import {
  POLICY_WINDOW,
  policyRiskOf,
  policyScoreRow,
  type PolicyHead,
  type PolicyScoreWire,
} from '@barograph/contract';
import { NO_RISK_FEEDS, policyInputs } from '@barograph/stress/risk';
import type { ProducerInput } from '../../producer.ts';
import { headlinesAt, leadCloses, policyFeeds, releasesAt } from './feeds.ts';
import { listedHeadline } from './headline.ts';

/** Composite with its inputs. */
export interface PolicyNow {
  readonly head: PolicyHead;
  readonly row: PolicyScoreWire;
}

/**
 * Computes policy risk at the moment of a run.
 * @throws {UsageError} when a feed has invalid numbers.
 */
export async function policyNow({ market, asOf }: Pick<ProducerInput, 'market' | 'asOf'>): Promise<PolicyNow> {
  const feeds = {
    ...NO_RISK_FEEDS,
    ...(await policyFeeds(market, asOf)),
    releases: await releasesAt(market, asOf),
    btc: await leadCloses(market, asOf),
  };
  const { inputs, media, crossAsset: moves } = policyInputs(feeds, asOf, POLICY_WINDOW.most);
  const headlines = await headlinesAt(market, asOf, 'policy');
  const head: PolicyHead = {
    media,
    moves,
    rates: inputs.rates,
    headlines: headlines?.map(listedHeadline) ?? null,
  };
  return { head, row: policyScoreRow.encode(policyRiskOf(head, asOf, POLICY_WINDOW.usual)) };
}
