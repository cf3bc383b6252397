/** Forced closes of the perp venue: each kept once, and told on the event stream from a size on. */

import type { DataSource, LiquidationEvent } from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import { SourceError } from '../../market/feed.ts';
import type { Liquidation } from '../../market/liquidations.ts';
import type { NewObservation } from '../../store/observations.ts';
import { VENUE } from '../../stream/minute-events.ts';
import { CADENCES_V1 } from '../../work/cadence.ts';
import type { Producer, StateKey } from '../../work/producer.ts';
import { resumed, stateText } from '../../work/resume.ts';

/** The numbers of the forced closes. */
export interface LiquidationsConfig {
  readonly version: `liquidations/${string}`;
  /** Least size of an event, USD. Smaller ones are kept and not told. */
  readonly minUsd: number;
  /** A close that comes again within this time after it was learned of is the same, ms. */
  readonly rememberMs: number;
  /** Time after a pause that is read again at most, ms: as long as the stream replays. */
  readonly catchUpMs: number;
}

/** Version 1: threshold and memory of the contract. */
export const LIQUIDATIONS_V1: LiquidationsConfig = Object.freeze({
  version: 'liquidations/1',
  minUsd: 250,
  rememberMs: 10 * MINUTE_MS,
  catchUpMs: 120 * MINUTE_MS,
});

const KEY: StateKey = { name: 'liquidations', version: LIQUIDATIONS_V1.version };

/** Identities of a pull. */
interface Told {
  /** End of the pull, epoch ms. */
  readonly at: number;
  readonly names: readonly string[];
}

/** Series of the forced closes of a market; its keys are symbol and id. */
export function liquidationsSeries(timeline: string): string {
  return `liquidations@${timeline}`;
}

/** One forced close as it is kept. */
export interface KeptLiquidation {
  readonly symbol: string;
  /** Of the position. */
  readonly side: 'long' | 'short';
  /** USD. */
  readonly price: number;
  /** Units of the coin. */
  readonly size: number;
  /** `fills`: derived from the fills of accounts that the source watches. */
  readonly basis: 'venue' | 'fills';
}

const nameOf = ({ symbol, id }: Liquidation): string => `${symbol}/${id}`;

function isSound({ price, size, time }: Liquidation): boolean {
  return price > 0 && price < Infinity && size > 0 && size < Infinity && Number.isSafeInteger(time) && time >= 0;
}

/** @param timeline names the market in the store. */
export function liquidationsProducer(timeline: string): Producer {
  const series = liquidationsSeries(timeline);
  return {
    name: 'liquidations',
    cadence: CADENCES_V1.everyMinute,
    makeUp: { kind: 'latest' },
    reads: ['liquidations'],
    needs: [],
    publishes: [],
    isHeavy: false,
    create:
      () =>
      async ({ asOf, market, load, log }) => {
        const stored = (await load(KEY)).find((state) => state.asOf <= asOf);
        const { value: before, asOf: seen } = resumed(stored, (told: readonly Told[] = []) => told, log);
        const from = seen === null ? asOf - MINUTE_MS : Math.max(seen, asOf - LIQUIDATIONS_V1.catchUpMs);
        if (from >= asOf) return { states: [], published: [] };
        const answer = await market.liquidations({ from, to: asOf });
        if (!answer.ok) throw new SourceError(`liquidations: ${answer.error.reason}`);
        const { liquidations, basis, provenance } = answer.value;
        const known = new Set(before.flatMap(({ names }) => names));
        const fresh = liquidations.filter((one) => {
          const isNew = isSound(one) && !known.has(nameOf(one));
          if (isNew) known.add(nameOf(one));
          return isNew;
        });
        const told: readonly Told[] = [
          ...before.filter(({ at }) => at > asOf - LIQUIDATIONS_V1.rememberMs),
          { at: asOf, names: fresh.map(nameOf) },
        ];
        const isDerived = basis === 'fills';
        return {
          observations: fresh.map(({ symbol, id, time, side, price, size }): NewObservation => {
            const value: KeptLiquidation = { symbol, side, price, size, basis };
            const knownAt = Math.max(asOf, time);
            return { series, key: `${symbol}/${id}`, validTime: time, knownAt, value, source: provenance.source };
          }),
          events: fresh
            .filter(({ price, size }) => price * size >= LIQUIDATIONS_V1.minUsd)
            .map((one) => eventOf(one, { recvTs: asOf, isDerived, dataSource: provenance.kind })),
          states: [stateText(KEY, VENUE, asOf, told)],
          published: [],
        };
      },
  };
}

interface Seen {
  readonly recvTs: number;
  readonly isDerived: boolean;
  readonly dataSource: DataSource;
}

function eventOf({ symbol, time, side, price, size }: Liquidation, { isDerived, ...seen }: Seen): LiquidationEvent {
  const head = { type: 'liquidation', ts: time, venue: VENUE, symbol, ...seen } as const;
  const fields = { side, usd: price * size, fill: { price, size } };
  return { ...head, ...fields, ...(isDerived ? { isDerived: true as const } : {}) };
}
