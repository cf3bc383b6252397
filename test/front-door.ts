/** A listening host on the simulator with keys of every tier, for client tests. */

import { TIERS, type Tier } from '@barograph/contract';
import { newKey } from '../packages/store/src/secret.ts';
import { createManualClock } from '../packages/sources/src/clock.ts';
import { composeHost, type HostParts } from '../packages/host/src/compose.ts';
import { createLog } from '../packages/store/src/log.ts';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { startTestServer } from '../packages/store/test/test-support.ts';
import { simulatedMarket } from '../packages/host/test/test-support.ts';
import type { Store } from '../packages/store/src/open-store.ts';

/** Time of market and machine: a Tuesday, 10:23:30 UTC. */
export const MOMENT: number = Date.UTC(2025, 8, 2, 10, 23, 30);

/** Enough coins for every engine to have rows. */
const COINS = new Set(['BTC', 'ETH', 'SOL', 'DOGE']);
const LISTINGS = SIMULATOR_V2.listings.filter(({ symbol }) => COINS.has(symbol));

export interface FrontDoor {
  readonly url: string;
  readonly store: Store;
  /** A key of each tier, confirmed. */
  readonly keys: Readonly<Record<Tier, string>>;
  /** Mints another key with separate limits. */
  mint(tier: Tier): Promise<string>;
  /** Drops all open connections, like a network failure. */
  cut(): void;
  stop(): Promise<void>;
}

/** Starts the host. The clock is stopped, so that rate limit windows do not end during a test. */
export async function openFrontDoor(parts: Partial<HostParts> = {}): Promise<FrontDoor> {
  const server = await startTestServer();
  const store = await server.open(await server.database());
  const clock = createManualClock(MOMENT);
  const host = composeHost({
    market: simulatedMarket({ ...SIMULATOR_V2, listings: LISTINGS }),
    clock,
    wall: createManualClock(MOMENT),
    store,
    timeline: 'test',
    log: createLog('silent'),
    version: '0.0.0',
    publicUrl: () => 'http://localhost',
    pricingUrl: '/pricing',
    ...parts,
  });
  await host.start();
  await host.ready();
  const url = await host.server.listen({ host: '127.0.0.1', port: 0 });
  let count = 0;
  const mint = async (tier: Tier): Promise<string> => {
    const { text, hash, prefix } = newKey();
    const created = await store.keys.create({ hash, prefix, email: `${count++}@example.org`, tier }, MOMENT);
    if (!created.ok) throw new Error(`expected a key of tier ${tier}`);
    return text;
  };
  const keys = await Promise.all(TIERS.map(async (tier) => [tier, await mint(tier)] as const));
  return {
    url,
    store,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of each tier
    keys: Object.fromEntries(keys) as Record<Tier, string>,
    mint,
    cut: () => host.server.server.closeAllConnections(),
    stop: async () => {
      await host.stop();
      await server.stop();
    },
  };
}
