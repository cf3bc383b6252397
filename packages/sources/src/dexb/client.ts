/** Requests of the second perp exchange. */

import { ok, type Result } from '@barograph/core';
import type { TUnsafe } from 'typebox';
import type { NewestTrade } from '../forced/feed.ts';
import { newestOf } from '../forced/frame.ts';
import type { Answered, Parsed } from '../upstream/payload/parsed.ts';
import type { Fetched, Upstream } from '../upstream/ask.ts';
import type { UpstreamProblem } from '../upstream/problem.ts';
import type { DexbConfig } from './config.ts';
import {
  parseInstruments,
  parseSamples,
  parseSettlements,
  type Instrument,
  type Timed,
  instrumentsPayload,
  refusalOf,
  samplesPayload,
  settlementsPayload,
  tickersPayload,
  tradesPayload,
  type InstrumentRow,
  type ListPayload,
  type TickerRow,
} from './payloads.ts';

/** Steps of sampled open interest. */
export type SampleStep = '5m' | '1h' | '1d';

/** Requests of the venue. Promises never reject; failures are results. */
export interface DexbClient {
  /** Perps that trade against a dollar. */
  instruments(): Promise<Answered<Parsed<readonly Instrument[]>>>;
  /** Every linear perp now. */
  tickers(): Promise<Answered<ListPayload<TickerRow>>>;
  /** Settlements within `[from, to]`, epoch ms. */
  settlements(symbol: string, from: number, to: number): Promise<Answered<Parsed<readonly Timed[]>>>;
  /** Open interest within `[from, to]`, epoch ms, in units of the venue. */
  samples(symbol: string, step: SampleStep, from: number, to: number): Promise<Answered<Parsed<readonly Timed[]>>>;
  /** Time of the newest trade of a perp. */
  newestTrade(symbol: string): Promise<Answered<NewestTrade>>;
}

const STEP_WORDS: Readonly<Record<SampleStep, string>> = { '5m': '5min', '1h': '1h', '1d': '1d' };
const LINEAR = { category: 'linear' } as const;

type Answer<Row> = Result<Fetched<ListPayload<Row>>, UpstreamProblem>;

/**
 * Creates the requests of the venue.
 * @param upstream sends requests within the venue's budget.
 */
export function createDexbClient(upstream: Pick<Upstream, 'request'>, config: DexbConfig): DexbClient {
  const { rows, pages, instrumentRows } = config;
  const list = async <Row>(
    name: string,
    query: Readonly<Record<string, string>>,
    schema: TUnsafe<ListPayload<Row>>,
  ): Promise<Answer<Row>> =>
    upstream.request({ path: `/v5/market/${name}`, query: { ...LINEAR, ...query }, weight: 1, refusalOf, schema });

  /** Pages backwards: each page ends before the oldest row of the previous page. */
  const backwards = async <Row>(
    ask: (end: number) => Promise<Answer<Row>>,
    parse: (payload: ListPayload<Row>) => Parsed<readonly Timed[]>,
    to: number,
  ): Promise<Answered<Parsed<readonly Timed[]>>> => {
    const found = new Map<number, Timed>();
    let fault: string | undefined;
    let end = to;
    for (let page = 1; ; page++) {
      const answer = await ask(end);
      if (!answer.ok) return answer;
      const parsed = parse(answer.value.value);
      fault ??= parsed.fault;
      for (const row of parsed.rows) found.set(row.time, row);
      const oldest = parsed.rows[0]?.time;
      if (answer.value.value.result.list.length < rows || page >= pages || oldest === undefined || oldest > end) {
        const sorted = [...found.values()].sort((a, b) => a.time - b.time);
        return ok({ ...answer.value, value: { rows: sorted, fault } });
      }
      end = oldest - 1;
    }
  };
  return {
    instruments: async () => {
      const payloads: ListPayload<InstrumentRow>[] = [];
      let cursor = '';
      for (let page = 1; ; page++) {
        const query = { limit: String(instrumentRows), ...(cursor === '' ? {} : { cursor }) };
        const answer = await list('instruments-info', query, instrumentsPayload);
        if (!answer.ok) return answer;
        payloads.push(answer.value.value);
        const next = answer.value.value.result.nextPageCursor;
        cursor = typeof next === 'string' ? next : '';
        if (cursor === '' || page >= pages) return ok({ ...answer.value, value: parseInstruments(payloads) });
      }
    },
    tickers: async () => list('tickers', {}, tickersPayload),
    newestTrade: async (symbol) => {
      const answer = await list('recent-trade', { symbol, limit: '1' }, tradesPayload);
      if (!answer.ok) return answer;
      return ok({ ...answer.value, value: newestOf(answer.value.value.result.list.map(({ time }) => time)) });
    },
    settlements: async (symbol, from, to) =>
      backwards(
        async (end) => {
          const span = { startTime: String(from), endTime: String(end) };
          return list('funding/history', { symbol, ...span, limit: String(rows) }, settlementsPayload);
        },
        parseSettlements,
        to,
      ),
    samples: async (symbol, step, from, to) =>
      backwards(
        async (end) => {
          const span = { startTime: String(from), endTime: String(end) };
          const query = { symbol, intervalTime: STEP_WORDS[step], ...span, limit: String(rows) };
          return list('open-interest', query, samplesPayload);
        },
        parseSamples,
        to,
      ),
  };
}
