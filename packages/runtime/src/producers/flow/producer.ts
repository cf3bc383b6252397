/** Producer of the taker flow: pulls trades a few seconds after each minute, seals and stores minutes. */

import { tradeFlowPublication, type TradeFlowHead } from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import {
  createTakerFlow,
  TAKER_FLOW_V1,
  type SealedMinute,
  type TakerFlow,
  type TakerFlowState,
} from '@barograph/positioning';
import { SourceError, type LearnedRange, type Trades, CADENCES_V1 } from '@barograph/sources';
import { jsonText } from '@barograph/store';
import type { MarketReader } from '../../market-reader.ts';
import type { Produced, Producer, ProducerInput, StateKey } from '../../producer.ts';
import { resumed, stateText } from '../../resume.ts';
import { minuteOf, TRADE_FLOW_V1 } from './config.ts';
import { feedTrades } from './feed-trades.ts';

const MARKET = 'market';
const KEY: StateKey = { name: 'trade-flow', version: `${TAKER_FLOW_V1.version} ${TRADE_FLOW_V1.version}` };

/** State between runs. */
interface Stored {
  readonly flow: TakerFlowState;
  /** Open of the last sealed minute, epoch ms; null before the first. */
  readonly sealed: number | null;
}

/** The flow in memory. */
interface Held {
  readonly flow: TakerFlow;
  /** Moment up to which the source was read; null before the first pull. */
  readonly clock: number | null;
  readonly sealed: number | null;
}

/**
 * Flow to continue with: from memory, or from the store when another replica had the last run. A replay that was set back
 * starts again, because a state of its future is not valid.
 */
async function goOn(memory: Held | undefined, { asOf, load, log }: ProducerInput): Promise<Held> {
  const stored = (await load(KEY)).find((state) => state.scope === MARKET && state.asOf <= asOf);
  const mine = memory?.clock ?? Infinity;
  if (memory !== undefined && mine <= asOf && mine >= (stored?.asOf ?? 0)) return memory;
  const resume = (state?: Stored) => ({
    flow: createTakerFlow(TAKER_FLOW_V1, state?.flow),
    sealed: state?.sealed ?? null,
  });
  const { value, asOf: clock } = resumed(stored, resume, log);
  return { ...value, clock };
}

/** Sealed minutes of a pull, and the end of the pull. */
interface Step {
  readonly sealed: readonly SealedMinute[];
  readonly clock: number;
}

/** Rows of a pull. @throws {SourceError} when the source did not return them. */
async function pulled(market: MarketReader, range: LearnedRange): Promise<Trades> {
  const answer = await market.read('trades', range);
  if (!answer.ok) throw new SourceError(`trades: ${answer.error.reason}`);
  return answer.value;
}

/** First pull: as far back as the source has trades, within limits. */
async function first(flow: TakerFlow, market: MarketReader, asOf: number): Promise<Step> {
  const open = minuteOf(asOf) - TRADE_FLOW_V1.firstMinutes * MINUTE_MS;
  // The range excludes its start, so it begins just before the minute.
  const range = { from: open - 1, to: Math.min(asOf, open + TRADE_FLOW_V1.pullMs) };
  const trades = await pulled(market, range);
  if (trades.since <= range.from) {
    flow.next({ type: 'tick', time: open });
    return { sealed: await feedTrades(flow, trades, range), clock: range.to };
  }
  // Drops minutes before the source began, except the one in which it began.
  const { since } = await pulled(market, { from: range.from, to: asOf });
  const began = Math.min(since, asOf);
  flow.next({ type: 'tick', time: began });
  return { sealed: [], clock: began };
}

async function next(flow: TakerFlow, market: MarketReader, clock: number, asOf: number): Promise<Step> {
  const earliest = asOf - TRADE_FLOW_V1.catchUpMinutes * MINUTE_MS;
  if (clock < earliest) {
    return { sealed: cut(flow, clock, earliest), clock: earliest };
  }
  const to = Math.min(asOf, clock + TRADE_FLOW_V1.pullMs);
  const answer = await market.read('trades', { from: clock, to });
  // A failed source does not know what it missed: the time is unwatched until it confirms otherwise.
  if (!answer.ok) return { sealed: cut(flow, clock, asOf), clock: asOf };
  const { since } = answer.value;
  if (since > to) {
    const end = Math.min(since, asOf);
    return { sealed: cut(flow, clock, end), clock: end };
  }
  return { sealed: await feedTrades(flow, answer.value, { from: clock, to }), clock: to };
}

/** Advances the flow over unwatched time. */
function cut(flow: TakerFlow, from: number, to: number): readonly SealedMinute[] {
  return [...flow.next({ type: 'disconnected', time: from }).sealed, ...flow.next({ type: 'tick', time: to }).sealed];
}

/**
 * Stores minutes with the state as they are sealed. A replica that repeats them after a crash finds the stored minutes and leaves
 * them unchanged.
 */
export function tradeFlowProducer(): Producer {
  return {
    name: 'trade-flow',
    cadence: CADENCES_V1.minuteSealed,
    makeUp: { kind: 'latest' },
    reads: ['trades'],
    needs: [],
    publishes: [tradeFlowPublication.name],
    isHeavy: false,
    create: () => {
      let memory: Held | undefined;
      return async (input) => {
        const { asOf, market } = input;
        const { flow, ...before } = await goOn(memory, input);
        let { clock, sealed } = before;
        const minutes: SealedMinute[] = [];
        for (let i = 0; i < TRADE_FLOW_V1.runPulls && (clock ?? -1) < asOf; i++) {
          const step = await (clock === null ? first(flow, market, asOf) : next(flow, market, clock, asOf));
          clock = step.clock;
          for (const minute of step.sealed) minutes.push(minute);
        }
        sealed = minutes.at(-1)?.time ?? sealed;
        memory = { flow, clock, sealed };
        return produced(flow, { clock: clock ?? asOf, sealed, asOf, minutes });
      };
    },
  };
}

interface Run {
  readonly clock: number;
  readonly sealed: number | null;
  readonly asOf: number;
  readonly minutes: readonly SealedMinute[];
}

function produced(flow: TakerFlow, { clock, sealed, asOf, minutes }: Run): Produced {
  const state: Stored = { flow: flow.snapshot(), sealed };
  const { dropped, connectedSince } = flow;
  const head: TradeFlowHead = { sealed, connectedSince, dropped };
  return {
    writes: [{ table: 'takerMinutes', rows: minutes }],
    states: [stateText(KEY, MARKET, clock, state)],
    published: [{ name: tradeFlowPublication.name, head: jsonText(head), records: [] }],
    isUnfinished: clock < asOf,
    facts: { minutes: minutes.length },
  };
}
