/** Input of the runs of the risks. */

import type { Provenance } from '@barograph/contract';
import type { RiskFeeds } from '@barograph/stress/risk';
import type { ProducerInput } from '../../producer.ts';

/** Readings of the flows of exchanges, and what they were read from. */
export interface FlowsAt {
  /** Null: too little is known of them. */
  readonly flows: RiskFeeds['flows'];
  /** None where nothing was ever read. */
  readonly provenance: readonly Provenance[];
}

/** A run, and the flows of exchanges at a moment. */
export interface RiskInput extends ProducerInput {
  readonly flowsAt: (asOf: number) => Promise<FlowsAt>;
}
