/** Reference books of the backfilled chain: the tails of each past hour, graded by the bars that followed. */

import { followedOf, type ForecastRow, type GradeRow, type LedgerRow } from '@barograph/contract';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import { bookTails } from '@barograph/risk';
import { createMarket } from '@barograph/simulator';
import { afterAll, expect, it } from 'vitest';
import { marketReader } from '../../../../runtime/src/market-reader.ts';
import type { ProducerInput } from '../../../../runtime/src/producer.ts';
import { createRiskPanels } from '../../../../runtime/src/producers/book-risk/panels.ts';
import { pastLedger } from '../../../../runtime/src/producers/ledger/past.ts';
import { startTestServer } from '../../../../store/test/test-support.ts';
import { fewCoins, fewCoinsConfig, NOW, testModel } from '../quant/test-support.ts';

const server = await startTestServer();
afterAll(async () => server.stop());

it('has a row of each hour, and grades it a day later', async () => {
  const store = await server.open(await server.database());
  const [model, market] = [testModel(), fewCoins()];
  const panels = createRiskPanels(model, market, (error) => expect(error).toBeUndefined());
  const history = pastLedger(model, { store: store.ledger, timeline: 'past', artifact: model.artifact, panels });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a history of bars reads nothing else
  const input = { market: marketReader(market), asOf: NOW } as ProducerInput;
  const day = Math.floor(NOW / DAY_MS) * DAY_MS - 5 * DAY_MS;
  const rows: LedgerRow[] = [];
  for (const each of [day, day + DAY_MS, day + 2 * DAY_MS]) {
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- of a history, not of a list
    const filled = await history.fill(input, each);
    for (const write of filled.writes ?? []) {
      if (write.table === 'ledger') rows.push(...write.rows.rows);
    }
  }
  const own = rows.filter(({ scope }) => scope === 'book:btc');
  const forecasts = own.filter((row): row is ForecastRow => row.type === 'forecast');
  const grades = own.filter((row): row is GradeRow => row.type === 'grade');
  expect(forecasts).toHaveLength(3 * 24 * 2);
  expect(grades).toHaveLength(2 * 3 * 24 - 4 - 24);
  const panel = (await panels.at(NOW))!;
  const bars = createMarket(fewCoinsConfig()).candles('BTC', 'perpdex_perp', '1h', day, day + 5 * DAY_MS);
  for (const { row, horizon, followed, time } of grades.slice(0, 40)) {
    const at = Date.parse(time);
    const [btc] = bookTails(panel, { at, horizon: horizon === '4h' ? 'h4' : 'h24' });
    const said = forecasts.find(({ id }) => id === row)!.forecasts.book_risk!;
    said.values.forEach((value, i) => expect(value).toBeCloseTo(-100 * btc!.tails[i]!.valueAtRisk, 5));
    const first = (at - day) / HOUR_MS;
    const closes = [...bars.close.subarray(first, first + (horizon === '4h' ? 5 : 25))];
    expect(followed.return).toBeCloseTo(followedOf(closes, horizon).return!, 5);
  }
});
