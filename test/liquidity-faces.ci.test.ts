/**
 * The service's row for a book of the loopback venue equals the row of `barograph depth` on the venue's JSON at that moment,
 * field by field.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../packages/barograph/src/test-support.ts';
import { openMarket } from '../packages/sources/src/market/market.ts';
import { LIQUIDITY_SAMPLER_V1 } from '../packages/runtime/src/producers/liquidity/config.ts';
import { stepOf } from '../packages/runtime/src/producers/liquidity/measure.ts';
import { liveSource, type LiveSource } from '../packages/sources/test/perpdex/test-support.ts';
import { samplerOf } from '../packages/host/test/services/liquidity/test-support.ts';

type Bands = Readonly<Record<string, number | boolean | string | null>>;
/** Fields that both have. */
interface Row {
  readonly symbol: string;
  readonly timestamp: number;
  readonly mid_price: number;
  readonly spread_bps: number;
  readonly imbalance_10bps: number | null;
  readonly config_version: string;
  readonly bid_depth: Bands;
  readonly ask_depth: Bands;
  readonly levels_truncated: Readonly<Record<'bid' | 'ask', Bands>>;
}

/** Fields that only the service has. */
interface Served extends Row {
  readonly sampled_at: number;
  readonly mark_price: number;
  readonly depth_books: Readonly<Record<'bid' | 'ask', Bands>>;
  readonly open_interest_usd: number;
}

describe('a book of the venue', () => {
  const folder = mkdtempSync(join(tmpdir(), 'barograph-depth-'));
  let live: LiveSource;
  let rows: readonly Served[];
  beforeAll(async () => {
    live = await liveSource();
    const sampler = samplerOf(openMarket([live.source]));
    const now = live.clock.now();
    await sampler.run(now);
    rows = (await sampler.asks(now).json<{ readonly items: readonly Served[] }>('liquidity.depth')).items;
  }, 60_000);
  afterAll(async () => {
    await live.close();
    rmSync(folder, { recursive: true });
  });

  /** `barograph depth` on what the venue answers now. */
  async function commandRow(coin: string, figures?: number, ...flags: readonly string[]): Promise<Row> {
    const file = join(folder, `${coin}.json`);
    const { text } = await live.info({ type: 'l2Book', coin, ...(figures === undefined ? {} : { nSigFigs: figures }) });
    writeFileSync(file, text);
    const { out, code } = await run(['depth', file, '--format', 'json', ...flags]);
    expect(code).toBe(0);
    return JSON.parse(out) as Row;
  }

  it('is the same row over HTTP and on the command line [#362] [#368] [#369]', async () => {
    expect(rows.map(({ symbol }) => symbol).toSorted()).toEqual(['BTC', 'ETH', 'SOL'].toSorted());
    for (const { sampled_at, mark_price, depth_books, open_interest_usd, ...row } of rows) {
      expect([sampled_at, mark_price > 0, open_interest_usd > 0]).toEqual([live.clock.now(), true, true]);
      const fine = await commandRow(row.symbol);
      const { symbol, mid_price, timestamp, spread_bps, imbalance_10bps, config_version } = row;
      expect(fine).toMatchObject({ symbol, mid_price, timestamp, spread_bps, config_version });
      // From the row's own depths; null when a side was not observed to its edge.
      const [bids, asks] = [Number(row.bid_depth['10bps']), Number(row.ask_depth['10bps'])];
      const isWhole = row.levels_truncated.bid['10bps'] === false && row.levels_truncated.ask['10bps'] === false;
      if (isWhole) expect(imbalance_10bps).toMatchOracle((bids - asks) / (bids + asks), { rel: 1e-9, abs: 1e-12 });
      else expect(imbalance_10bps).toBeNull();
      const measured = new Map<string, Row>([['exact', fine]]);
      for (const figures of LIQUIDITY_SAMPLER_V1.figures) {
        const grid = String(stepOf(mid_price * 1.01, figures));
        const flags = ['--mid', String(mid_price), '--grid', grid];
        measured.set(`figures_${figures}`, await commandRow(symbol, figures, ...flags));
      }
      for (const side of ['bid', 'ask'] as const) {
        for (const [name, book] of Object.entries(depth_books[side])) {
          const about = `${symbol} ${side} ${name} ${String(book)}`;
          expect(row[`${side}_depth`][name], about).toBe(measured.get(String(book))![`${side}_depth`][name]);
          // The edge was seen when one of the books saw it.
          const cuts = [...measured.values()].map(({ levels_truncated }) => levels_truncated[side][name]);
          expect(row.levels_truncated[side][name], about).toBe(cuts.every((cut) => cut !== false));
        }
      }
    }
  });
});
