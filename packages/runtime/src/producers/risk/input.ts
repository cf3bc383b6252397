/** Input of the runs of the risks. */

import type { Provenance } from '@barograph/contract';
import type { RiskFeeds } from '@barograph/stress/risk';
import type { ProducerInput } from '../../producer.ts';

/** Readings of exchange flows, and their sources. */
export interface FlowsAt {
  /** Null with too few flows. */
  readonly flows: RiskFeeds['flows'];
  /** Empty before the first read. */
  readonly provenance: readonly Provenance[];
}

/** Run input with the exchange flows at a moment. */
export interface RiskInput extends ProducerInput {
  readonly flowsAt: (asOf: number) => Promise<FlowsAt>;
}
