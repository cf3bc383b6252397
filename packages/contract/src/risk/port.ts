/** Port of the risk of books to its host: the hours that scenarios are drawn from. */

import type { RiskPanel } from '@barograph/risk';
import { port } from '../context.ts';

/** Panel of a host. */
export interface RiskPanels {
  /**
   * Hours of the most liquid perps that had closed by `asOf`, epoch ms: those of an hour before where the newest are not there in
   * time, undefined when there are none yet. Later hours leave it as it is.
   */
  at(asOf: number): Promise<RiskPanel | undefined>;
  /** Runs the computation of a book when its turn comes; undefined when too many wait. */
  inTurn<Value>(work: () => Value): Promise<Value | undefined>;
}

/** The panel of the host. */
export const RISK_PANELS = port<RiskPanels>('risk_panels');
