/** Volatility rows of coins whose pulls fail, over restarts on one store: each answer is the model's. */

import { ENGINES } from '@barograph/contract';
import { candleColumns, candles, err, HOUR_MS, type Candles } from '@barograph/core';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectModel, type Real } from '../../../../test/machines/machine.ts';
import { createFilesSource } from '../../../sources/src/files/source.ts';
import { openMarket, readOver, type Market } from '../../../sources/src/market/market.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { universeWith } from '../test-support.ts';
import { COINS, staleModel, type Coin, type StaleCommand } from './stale-row.ts';

const FIRST = Date.UTC(2026, 8, 1);
/** Hours before a run begins, and after. */
const [BEFORE, AFTER] = [24 * 40, 24 * 30];
const START = FIRST + BEFORE * HOUR_MS + HOUR_MS / 3;
const AT = ENGINES.findIndex(({ name }) => name === 'volatility');
let server: TestServer;
let store: Store;
beforeAll(async () => {
  server = await startTestServer();
  store = await server.open(await server.database());
});
afterAll(async () => server.stop());

function waves(price: number): Candles {
  const columns = candleColumns(BEFORE + AFTER);
  for (let i = 0; i < columns.time.length; i++) {
    const open = price * (1 + 0.1 * Math.sin(i / 9));
    const close = price * (1 + 0.1 * Math.sin((i + 1) / 9));
    columns.time[i] = FIRST + i * HOUR_MS;
    Object.assign(columns, {});
    columns.open[i] = open;
    columns.close[i] = close;
    columns.high[i] = Math.max(open, close) * 1.01;
    columns.low[i] = Math.min(open, close) * 0.99;
    columns.volume[i] = 1000;
  }
  return candles(columns);
}
const FILES = openMarket([
  createFilesSource(
    COINS.map((symbol, i) => ({ symbol, venue: 'perpdex_perp', interval: '1h', bars: waves(100 * (i + 1)) })),
  ),
]);

let runs = 0;
async function open(): Promise<Real<StaleCommand>> {
  const timeline = `run-${runs++}`;
  let now = START;
  let failing: readonly Coin[] = [];
  const source: Market = {
    ...FILES,
    read: readOver(FILES.read, 'bars', async (request) =>
      failing.some((coin) => coin === request.symbol)
        ? err({ code: 'stale_source', reason: 'down' } as const)
        : FILES.read('bars', request),
    ),
  };
  const start = () => universeWith({ source, engines: ENGINES, timeline, states: store.engineStates });
  let universe = start();
  return {
    do: async (command) => {
      switch (command.kind) {
        case 'refresh': {
          ({ failing } = command);
          try {
            const { views } = await universe.at(now);
            return views[AT]!.members.map(({ about, row }) => [
              about.symbol,
              (row as { staleCycles: number }).staleCycles,
            ]);
          } catch {
            return 'failed';
          }
        }
        case 'pass':
          now += command.ms;
          return undefined;
        case 'restart':
          universe = start();
          return undefined;
      }
    },
  };
}

const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const failing = fc.oneof(fc.subarray([...COINS]), fc.constant([]), fc.constant<Coin[]>(['ETH']));
const refresh = fc.record({ kind: kind('refresh'), failing });
const pass = fc.record({
  kind: kind('pass'),
  ms: fc.constantFrom(1, HOUR_MS / 3, HOUR_MS, HOUR_MS, 3 * HOUR_MS, 8 * HOUR_MS),
});

describe('a volatility row', () => {
  it('model: pulled, failing, dropped, back and restarted in any order [#405]', async () => {
    await expectModel<ReturnType<typeof staleModel>['start'], StaleCommand>({
      model: staleModel(START),
      open,
      most: 20,
      commands: [refresh, refresh, refresh, pass, pass, fc.record({ kind: kind('restart') })],
    });
  });
});
