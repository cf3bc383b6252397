/**
 * Open interest and funding rates as they are observed, minute by minute, for the event stream. No source of today brings
 * them; whoever does gets their events. The hourly columns of the nowcast have a port of their own.
 */

import type { DataSource } from '@barograph/contract';
import type { FundingPrint, OiSample } from '@barograph/indicators';

/** Which observations: those of a perp after `from`, up to and with `to`, epoch ms. */
export interface ObservedRange {
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
}

/** A source of what perps are held and paid for. Lists are oldest first, one observation per moment. */
export interface DerivativeObservations {
  readonly kind: DataSource;
  /** Empty where nothing was observed. Rejects with a `SourceError` when the source cannot say. */
  openInterest(range: ObservedRange): Promise<readonly OiSample[]>;
  /** The same of funding rates. */
  funding(range: ObservedRange): Promise<readonly FundingPrint[]>;
}
