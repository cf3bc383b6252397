/** Traders: activity of single accounts. */

import { feature } from '../feature.ts';
import { dailyTraders } from './daily.ts';
import { tradersPublication, walletsPublication } from './publication.ts';
import { topTraders } from './top-traders.ts';
import { traderProfiles } from './trader-profiles.ts';
import { walletPositions } from './wallet-positions.ts';
import { positionChangesPublication } from './wallet-signals-port.ts';
import { walletSignals } from './wallet-signals.ts';

export const traders = feature({
  publications: [positionChangesPublication, tradersPublication, walletsPublication],
  operations: [topTraders, walletPositions, walletSignals, traderProfiles, dailyTraders],
});
