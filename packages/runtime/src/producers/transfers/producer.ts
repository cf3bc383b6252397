/** Large transfers every minute: confirmed transfers of the chains, as stream events and as exchange flows. */

import { encodeEvent, type DataSource, type WhaleTransferEvent, type WhaleTransferState } from '@barograph/contract';
import { EXCHANGE_FLOW_V1, exchangeFlow, exchangeLabels } from '@barograph/stress/news';
import { failedFeed, type Market, type ConfirmedTransfer, CADENCES_V1 } from '@barograph/sources';
import type { ExchangeFlows, StoredFlow } from '@barograph/store';
import { STREAM_KEPT_V1 } from '../../events/kept.ts';
import type { Produced, Producer, ProducerInput } from '../../producer.ts';
import { WHALE_TRANSFERS_V1, type WhaleTransfersConfig } from './config.ts';
import { pricesOver } from './prices.ts';

/** Name of the producer. */
export const TRANSFERS_PRODUCER = 'whale-transfers';

/** Producers of transfers, and the result on this replica. */
export interface WhaleTransfers {
  /** Empty without a source. */
  readonly producers: readonly Producer[];
  state(): WhaleTransferState;
}

interface Seen {
  readonly recvTs: number;
  readonly dataSource: DataSource;
}

/** Event of a flow. It happened on the chain, at the exchange. */
function eventOf(flow: StoredFlow, seen: Seen): WhaleTransferEvent {
  const { time: ts, chain, symbol, exchange, direction, amount, usd } = flow;
  return { type: 'whale_transfer', ts, venue: chain, symbol, exchange, chain, direction, amount, usd, ...seen };
}

/** Amounts that are certainly too small at current prices, units by symbol; coins without a price are ignored. */
async function leastOf(
  { market, asOf }: ProducerInput,
  { dollars, coins, leastShare }: WhaleTransfersConfig,
): Promise<Readonly<Record<string, number>>> {
  const price = await pricesOver(market, { from: asOf, to: asOf });
  const least = [...dollars, ...coins]
    .map((symbol) => [symbol, (leastShare * EXCHANGE_FLOW_V1.leastUsd) / price(symbol, asOf)] as const)
    .filter(([, units]) => units > 0 && units < Infinity);
  return Object.fromEntries(least);
}

/**
 * One read. The first read gives no events, because its transfers are older than the host. Transfers older than the replay window
 * give none either, as after a restart hours later.
 *
 * @throws {SourceError} when a source is unavailable: nothing is stored, and the next run reads from the same cursor.
 */
async function readTransfers(
  input: ProducerInput,
  cursor: string | null,
  config: WhaleTransfersConfig,
): Promise<Produced> {
  const { market, asOf } = input;
  const least = await leastOf(input, config);
  const answer = await market.read('transfers', { asOf, from: asOf - config.firstMs, cursor, least });
  if (!answer.ok) throw failedFeed(answer.error.reason);
  const { transfers, labels, cursor: next, replaced, since, until, hasMore, provenance } = answer.value;
  const exchanges = exchangeLabels(labels);
  const [first] = transfers;
  const price =
    first === undefined ? () => NaN : await pricesOver(market, { from: first.time, to: transfers.at(-1)!.time });
  const flowOf = (transfer: ConfirmedTransfer): StoredFlow | null => {
    const { symbol, amount, time, block } = transfer;
    const flow = exchangeFlow({ ...transfer, usd: amount * price(symbol, time) }, exchanges);
    return flow === null ? null : { ...flow, block, amount };
  };
  const flows = transfers.flatMap((transfer) => flowOf(transfer) ?? []);
  const isNews = ({ time }: StoredFlow): boolean => cursor !== null && asOf - time <= STREAM_KEPT_V1.keepMs;
  const seen = { recvTs: asOf, dataSource: provenance.kind };
  return {
    states: [],
    published: [],
    writes: [
      {
        table: 'exchangeFlows',
        rows: {
          origin: { source: provenance.source, kind: provenance.kind },
          cursor: next,
          replaces: cursor,
          since,
          until,
          replaced,
          flows: flows.map((flow) => ({ flow, event: isNews(flow) ? encodeEvent(eventOf(flow, seen)) : undefined })),
        },
      },
    ],
    isUnfinished: hasMore,
    facts: { transfers: transfers.length, flows: flows.length, replaced: replaced.length },
  };
}

/**
 * Creates the producers of large transfers.
 * @param timeline market name in the store.
 */
export function createWhaleTransfers(
  market: Pick<Market, 'has'>,
  timeline: string,
  kept: Pick<ExchangeFlows, 'cursor'>,
  config: WhaleTransfersConfig = WHALE_TRANSFERS_V1,
): WhaleTransfers {
  if (!market.has('transfers')) return { producers: [], state: () => 'not_configured' };
  let state: WhaleTransferState = 'starting';
  const producer: Producer = {
    name: TRANSFERS_PRODUCER,
    cadence: CADENCES_V1.everyMinute,
    makeUp: { kind: 'latest' },
    reads: ['transfers', 'bars'],
    needs: [],
    publishes: [],
    isHeavy: false,
    create: () => async (input) => {
      const produced = await readTransfers(input, await kept.cursor(timeline), config);
      state = 'running';
      return produced;
    },
  };
  return { producers: [producer], state: () => state };
}
