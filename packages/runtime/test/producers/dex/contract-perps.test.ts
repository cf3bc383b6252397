/** Perps by contract address, from a table of coins. */

import { ok } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import type { CoinRecord } from '@barograph/stress';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../sources/src/clock.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import type { Source } from '../../../../sources/src/market/source.ts';
import { contractPerps, createContractPerps } from '../../../src/producers/dex/contract-perps.ts';

const NOW = Date.UTC(2024, 1, 20, 10, 17);
const PEPE = `0x${'6982508145454CE325DDBE47A25D4EC3D2311933'.toLowerCase()}`;

const coin = (id: string, symbol: string, rank: number, contracts: CoinRecord['contracts']): CoinRecord => ({
  id,
  symbol,
  name: id,
  rank,
  price: null,
  marketCap: null,
  circulating: null,
  total: null,
  max: null,
  change24h: null,
  change7d: null,
  categories: [],
  contracts,
});
const TABLE = [
  coin('pepe', 'PEPE', 30, [
    { chain: 'ethereum', address: PEPE.toUpperCase().replace('0X', '0x') },
    { chain: 'arbitrum-one', address: PEPE },
    { chain: 'some-other-chain', address: PEPE },
    { chain: 'base', address: 'no address' },
  ]),
  coin('pepe-copy', 'PEPE', 900, [{ chain: 'ethereum', address: `0x${'1'.repeat(40)}` }]),
  coin('unlisted', 'NOPERP', 40, [{ chain: 'base', address: `0x${'2'.repeat(40)}` }]),
];

describe('perps by contract', () => {
  it('go by address and chain, not by the ticker that a copy carries, and know the k of thousands [#235]', () => {
    expect([...contractPerps(TABLE, new Set(['kPEPE', 'BTC']))]).toEqual([
      [`ethereum ${PEPE}`, 'kPEPE'],
      [`arbitrum ${PEPE}`, 'kPEPE'],
    ]);
    expect(contractPerps(TABLE, new Set()).size).toBe(0);
  });

  it('of live pools come from the table of coins, and of simulated ones from the simulator', async () => {
    const clock = createManualClock(NOW);
    let asked = 0;
    const live: Source = {
      id: 'coins',
      kind: 'live',
      feeds: {
        coins: {
          pull: async ({ asOf }) => {
            asked++;
            return ok({ rows: { coins: TABLE }, asOf });
          },
        },
      },
      start: async () => undefined,
      close: async () => undefined,
      state: () => [],
    };
    const errors: unknown[] = [];
    const parts = { clock, waitMs: 1000, report: (error: unknown) => errors.push(error) };
    const perpsOf = createContractPerps({ market: openMarket([live, createSimulatedSource(SIMULATOR_V2)]), ...parts });
    expect((await perpsOf('live'))!.get(`ethereum ${PEPE}`)).toBe('kPEPE');
    expect((await perpsOf('live'))!.size).toBe(2);
    expect(asked).toBe(1);
    expect((await perpsOf('simulated'))!.has(`ethereum ${PEPE}`)).toBe(false);
    const alone = createContractPerps({ market: openMarket([createSimulatedSource(SIMULATOR_V2)]), ...parts });
    expect(await alone('live')).toBeUndefined();
    expect(errors).toEqual([]);
  });

  it('are unknown while the table does not come, and those of before serve while it fails', async () => {
    const clock = createManualClock(NOW);
    let fails = true;
    const source: Source = {
      id: 'coins',
      kind: 'live',
      feeds: {
        coins: {
          pull: async ({ asOf }) => {
            if (fails) throw new Error('away');
            return ok({ rows: { coins: TABLE }, asOf });
          },
        },
      },
      start: async () => undefined,
      close: async () => undefined,
      state: () => [],
    };
    const errors: unknown[] = [];
    const market = openMarket([source, createSimulatedSource(SIMULATOR_V2)]);
    const perpsOf = createContractPerps({ market, clock, waitMs: 1000, report: (error) => errors.push(error) });
    expect(await perpsOf('live')).toBeUndefined();
    fails = false;
    expect((await perpsOf('live'))!.size).toBe(2);
    fails = true;
    clock.moveTo(NOW + 7_200_000);
    expect((await perpsOf('live'))!.size).toBe(2);
    expect(errors).toHaveLength(2);
  });
});
