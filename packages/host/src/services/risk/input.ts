/** Input of the runs of the risks. */

import type { RiskFeeds } from '@barograph/stress/risk';
import type { ProducerInput } from '../../work/producer.ts';

/** A run, and readings of the flows of exchanges at a moment; null: too little is known of them. */
export interface RiskInput extends ProducerInput {
  readonly flowsAt: (asOf: number) => Promise<RiskFeeds['flows']>;
}
