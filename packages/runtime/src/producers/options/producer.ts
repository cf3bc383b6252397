/** Implied volatility every 15 minutes: the index of each coin now and for a year, and at-the-money volatility of every expiry. */

import { impliedPublication, impliedRow, OPTION_COINS, type ImpliedCoin, type ImpliedPoint } from '@barograph/contract';
import { termStructure, type TermPoint } from '@barograph/volatility';
import { SourceError, type ImpliedIndex, type Market, CADENCES_V1 } from '@barograph/sources';
import { jsonText } from '@barograph/store';
import type { MarketReader } from '../../market-reader.ts';
import type { Producer } from '../../producer.ts';
import { IMPLIED_V1 } from './config.ts';

/** Name of the producer. */
const OPTIONS_PRODUCER = 'options';

function points({ time, implied }: ImpliedIndex): readonly ImpliedPoint[] {
  return Array.from(time, (moment, i) => ({ time: moment, implied: implied[i]! }));
}

/** Index values of a coin; empty when the source lacks it. @throws {SourceError} when the source failed. */
async function indexOf(
  market: MarketReader,
  symbol: string,
  step: '1h' | '1d',
  from: number,
  to: number,
): Promise<readonly ImpliedPoint[]> {
  const answer = await market.read('implied', { symbol, from: Math.max(0, from), to, step });
  if (answer.ok) return points(answer.value);
  if (answer.error.code === 'stale_source') throw new SourceError(`implied volatility: ${answer.error.reason}`);
  return [];
}

/** At-the-money volatility of every expiry; empty for a source without options. @throws {SourceError} when the source failed. */
async function termsOf(market: MarketReader, symbol: string, asOf: number): Promise<readonly TermPoint[]> {
  const answer = await market.read('options', { symbol, asOf });
  if (answer.ok) return termStructure(answer.value.quotes, asOf);
  if (answer.error.code === 'stale_source') throw new SourceError(`options: ${answer.error.reason}`);
  return [];
}

/** @returns an empty list for a market without implied volatility. */
export function optionsProducers(market: Pick<Market, 'has'>): readonly Producer[] {
  if (!market.has('implied')) return [];
  const producer: Producer = {
    name: OPTIONS_PRODUCER,
    cadence: CADENCES_V1.every15Minutes,
    makeUp: { kind: 'latest' },
    reads: ['implied', 'options'],
    needs: [],
    publishes: [impliedPublication.name],
    isHeavy: false,
    create:
      () =>
      async ({ asOf, market: source }) => {
        const coins: ImpliedCoin[] = [];
        for (const symbol of OPTION_COINS) {
          const { historyMs, recentMs, oldMs } = IMPLIED_V1;
          const recent = await indexOf(source, symbol, '1h', asOf - recentMs, asOf);
          const newest = recent.at(-1);
          if (newest === undefined) continue;
          coins.push({
            symbol,
            now: asOf - newest.time < oldMs ? newest : undefined,
            termStructure: await termsOf(source, symbol, asOf),
            history: await indexOf(source, symbol, '1d', asOf - historyMs, asOf),
          });
        }
        const records = coins.map((coin) => jsonText(impliedRow.encode(coin)));
        return {
          states: [],
          published: [{ name: impliedPublication.name, head: jsonText({}), records }],
          facts: { coins: coins.length, expiries: coins.reduce((sum, coin) => sum + coin.termStructure.length, 0) },
        };
      },
  };
  return [producer];
}
