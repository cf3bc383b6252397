/** A host on the simulator that listens, with keys of every tier: what clients of all kinds are held against. */

import { TIERS, type Tier } from '@barograph/contract';
import { newKey } from '../packages/store/src/secret.ts';
import { createManualClock } from '../packages/sources/src/clock.ts';
import { composeHost, type HostParts } from '../packages/host/src/compose.ts';
import { createLog } from '../packages/store/src/log.ts';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { startTestServer } from '../packages/store/test/test-support.ts';
import { simulatedMarket } from '../packages/host/test/test-support.ts';
import type { Store } from '../packages/store/src/open-store.ts';

/** A Tuesday, 10:23:30 UTC, of market and machine. */
export const MOMENT: number = Date.UTC(2025, 8, 2, 10, 23, 30);

/** Enough for every engine to have something to say. */
const COINS = new Set(['BTC', 'ETH', 'SOL', 'DOGE']);
const LISTINGS = SIMULATOR_V2.listings.filter(({ symbol }) => COINS.has(symbol));

export interface FrontDoor {
  readonly url: string;
  readonly store: Store;
  /** A key of each tier, confirmed. */
  readonly keys: Readonly<Record<Tier, string>>;
  /** Another key: its limits are its own. */
  mint(tier: Tier): Promise<string>;
  /** Ends every connection that is open now, as a network does. */
  cut(): void;
  stop(): Promise<void>;
}

/** Starts it. The machine's clock stands still: windows of limits do not end in the middle of a test. */
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
  const made = await Promise.all(TIERS.map(async (tier) => [tier, await mint(tier)] as const));
  return {
    url,
    store,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of each tier
    keys: Object.fromEntries(made) as Record<Tier, string>,
    mint,
    cut: () => host.server.server.closeAllConnections(),
    stop: async () => {
      await host.stop();
      await server.stop();
    },
  };
}
