/** Policy risk of a moment: what the feeds say, and the composite of the usual window. */

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

/** A composite with what it was computed from. */
export interface PolicyNow {
  readonly head: PolicyHead;
  readonly row: PolicyScoreWire;
}

/** @throws {UsageError} a feed whose numbers are none. */
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
