/** Port of book risk: the hours behind its scenarios. */

import type { RiskPanel } from '@barograph/risk';
import { port } from '../context.ts';

/** Panels of a host. */
export interface RiskPanels {
  /**
   * Hours of the most liquid perps that had closed by `asOf`, epoch ms; the panel of an hour before when the newest is late,
   * undefined without one. Later hours do not change it.
   */
  at(asOf: number): Promise<RiskPanel | undefined>;
  /** Runs a book's computation in its turn; undefined when too many wait. */
  inTurn<Value>(work: () => Value): Promise<Value | undefined>;
}

/** Port of the panels. */
export const RISK_PANELS = port<RiskPanels>('risk_panels');
