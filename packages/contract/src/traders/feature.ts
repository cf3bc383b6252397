/** Traders: what single accounts do. */

import { feature } from '../feature.ts';
import { positionChangesPublication } from './wallet-signals-port.ts';
import { walletSignals } from './wallet-signals.ts';

export const traders = feature({ publications: [positionChangesPublication], operations: [walletSignals] });
