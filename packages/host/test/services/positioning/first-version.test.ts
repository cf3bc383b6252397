/** Answers of the past over a cycle that version 1 of the publication recorded: snapshot-1.json is of a simulated market. */

import { API_PREFIX, positioningPublication } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import type { Store } from '../../../../store/src/open-store.ts';
import type { Host } from '../../../src/compose.ts';
import { startTestServer, type TestServer } from '../../../../store/test/test-support.ts';
import { handClock, hostOver, TIER_GATE } from '../../test-support.ts';

interface Level {
  readonly total_usd_interval: unknown;
}
interface Coin {
  readonly symbol: string;
  readonly split: { readonly open_interest_share?: unknown };
  readonly ladder: { readonly levels: readonly Level[]; readonly meta: object };
  readonly gamma: { readonly levels: readonly Level[] };
}
interface Recorded {
  readonly asOf: number;
  readonly head: object;
  readonly records: readonly Coin[];
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of this test
const { asOf, head, records } = JSON.parse(
  readFileSync(new URL('snapshot-1.json', import.meta.url), 'utf8'),
) as Recorded;
const [first] = records as readonly [Coin];
/** The same coin as a venue without open interest has it. */
const unknown = { ...first, symbol: 'ETH', split: { ...first.split, open_interest_share: undefined } };

const market = openMarket([createSimulatedSource(SIMULATOR_V2)]);
let server: TestServer;
let store: Store;
let host: Host;
const keep = async (version: string, knownAt: number): Promise<void> => {
  const texts = { head: JSON.stringify(head), records: [first, unknown].map((record) => JSON.stringify(record)) };
  await store.snapshotHistory.keep('test', { name: 'positioning', version, knownAt, asOf, provenance: [], ...texts });
};
beforeAll(async () => {
  server = await startTestServer();
  store = await server.open(await server.database());
  await store.snapshotHistory.begin('test', asOf - HOUR_MS);
  await keep('positioning-snapshot/1', asOf);
  await keep('positioning-snapshot/0', asOf + HOUR_MS);
  host = hostOver(store, { market, clock: handClock(asOf + 2 * HOUR_MS), gate: TIER_GATE, positioning: true }); // prettier-ignore
});
afterAll(async () => {
  await host.server.close();
  await server.stop();
});

async function get(path: string, moment: number = asOf + 1) {
  const url = `${API_PREFIX}/quant/${path}as_of=${moment}`;
  return host.server.inject({ url, headers: { 'x-api-key': 'pro_plus' } });
}

describe('a cycle of version 1', () => {
  it('is answered as it was, with the intervals that follow from its share', async () => {
    expect(positioningPublication.snapshot).not.toBe('positioning-snapshot/1');
    const share = { long: 0.5098154372489905, short: 0.48766811150380834 };
    // The result of version 2 for the same time of the same market.
    const levels = [10_955_184.059011448, 18_452_309.71068049].map((high, i) => ({
      ...first.ladder.levels[i],
      total_usd_interval: { low: [5_062_052.775779999, 8_526_243.3828][i], high },
    }));
    const ladder = (await get('positioning/ladder?symbol=BTC&')).json<object>();
    expect(ladder).toEqual({
      ...first.ladder,
      open_interest_share: share,
      flip_interval: { low: 11_826.588350846134, high: 18_394.451288839977 },
      levels,
      meta: { ...first.ladder.meta, intervals_version: 'ladder-intervals/1' },
      data_source: 'simulated',
    });
    const { coins } = (await get('gex?symbol=BTC&')).json<{ readonly coins: object }>();
    expect(coins).toEqual({
      BTC: {
        ...first.gamma,
        open_interest_share: share,
        dist_to_flip_interval: { low: -18.918220548154853, high: 26.110320093514172 },
        levels,
      },
    });
    expect((await get('positioning?symbol=BTC&')).json()).toMatchObject({ coins: { BTC: first.split } });
  });

  it('has no intervals where open interest was not known', async () => {
    const ladder = (await get('positioning/ladder?symbol=ETH&')).json<Coin['ladder']>();
    expect(ladder).toMatchObject({ open_interest_share: null, flip_interval: null });
    expect(ladder.levels.map((level) => level.total_usd_interval)).toEqual([null, null]);
    const { coins } = (await get('gex?symbol=ETH&')).json<{ readonly coins: object }>();
    expect(coins).toMatchObject({ ETH: { open_interest_share: null, dist_to_flip_interval: null } });
  });

  it('is not looked for behind one of a version that nobody can read', async () => {
    const reply = await get('positioning/ladder?symbol=BTC&', asOf + HOUR_MS);
    expect([reply.statusCode, reply.json<{ readonly detail: object }>().detail]).toMatchObject([
      404,
      { error: 'not_kept' },
    ]);
  });
});
