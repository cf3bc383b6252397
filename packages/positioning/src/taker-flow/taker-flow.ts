/**
 * Taker flow: turns fills and connection states into minutes that are sealed and never change again.
 *
 * A fill belongs to the minute of its own time. A minute is sealed `sealAfterMs` after its end by the clock. It is
 * partial unless one connection lasted through all of it; a partial minute is unknown, a watched one without fills is
 * zero.
 */

import { MINUTE_MS, shown, UsageError, type Reducer } from '@barograph/core';
import { CoinAccumulator, type OpenCoin } from './accumulator.ts';
import { checkTakerFlowConfig, TAKER_FLOW_V1, type TakerFlowConfig } from './config.ts';
import { badField, DROP_REASONS, type DropReason, type Fill } from './fill.ts';
import type { SealedMinute } from './minute.ts';
import { connect, disconnect, forget, isWatched, UNWATCHED, type WatchState } from './watch.ts';

/**
 * Input event. `connected`, `disconnected` and `tick` also advance the clock, which never goes back.
 *
 * `disconnected` may be before the clock: the time until which the connection was known to be up. After a restart it is
 * the `clock` of the stored state.
 */
export type FlowEvent =
  | { readonly type: 'fill'; readonly fill: Fill }
  | { readonly type: 'connected' | 'disconnected' | 'tick'; readonly time: number };

/** Result of an event. */
export interface FlowStep {
  /** Minutes that the event sealed, oldest first. */
  readonly sealed: readonly SealedMinute[];
  /** Reason why the fill was dropped; null for an accepted fill, and for other events. */
  readonly dropped: DropReason | null;
}

/** State for the next minutes; plain JSON. */
export interface TakerFlowState {
  readonly version: string;
  /** Latest time of any event, epoch ms. */
  readonly clock: number | null;
  /** Open of the last sealed minute, or of the one before the first. */
  readonly sealed: number | null;
  readonly watch: WatchState;
  /** Unsealed minutes with fills, oldest first. */
  readonly open: readonly { readonly time: number; readonly coins: readonly OpenCoin[] }[];
  /** Dropped fills so far, by reason. */
  readonly dropped: Readonly<Record<DropReason, number>>;
}

/** Taker flow of a venue with mutable state, for streams of many fills. */
export interface TakerFlow {
  /** Adds a fill. @returns the reason when it is dropped, else null. */
  take(fill: Fill): DropReason | null;
  /** Processes any event. @throws {UsageError} when a time is not a valid epoch ms; the state is then unchanged. */
  next(event: FlowEvent): FlowStep;
  /** Start of the current connection, epoch ms; null without one. */
  readonly connectedSince: number | null;
  /** Dropped fills so far, by reason. */
  readonly dropped: Readonly<Record<DropReason, number>>;
  /** Current state. Pass it to the factory to resume. */
  snapshot(): TakerFlowState;
}

const NOTHING: FlowStep = Object.freeze({ sealed: Object.freeze([]), dropped: null });

function openOf(time: number): number {
  return time - (time % MINUTE_MS);
}

/** Coins of an open minute. A coin without fills since the snapshot stays in its stored form. */
type OpenCoins = Map<string, CoinAccumulator | OpenCoin>;

interface OpenMinute {
  readonly time: number;
  readonly coins: OpenCoins;
}

/** Sums of a coin, ready for additions; undefined before its first fill. */
function sumsOf(coins: OpenCoins, coin: string): CoinAccumulator | undefined {
  const found = coins.get(coin);
  if (found === undefined || found instanceof CoinAccumulator) return found;
  const sums = new CoinAccumulator(found);
  coins.set(coin, sums);
  return sums;
}

class Kernel implements TakerFlow {
  readonly #config: TakerFlowConfig;
  #clock: number | null;
  #sealed: number | null;
  #watch: WatchState;
  #open: OpenMinute[];
  readonly #dropped: Record<DropReason, number>;

  constructor(config: TakerFlowConfig, state: TakerFlowState | undefined) {
    this.#config = config;
    this.#clock = state?.clock ?? null;
    this.#sealed = state?.sealed ?? null;
    this.#watch = state?.watch ?? UNWATCHED;
    this.#open = (state?.open ?? []).map(({ time, coins }) => ({
      time,
      coins: new Map(coins.map((coin) => [coin.coin, coin])),
    }));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the list
    const none = Object.fromEntries(DROP_REASONS.map((reason) => [reason, 0])) as Record<DropReason, number>;
    this.#dropped = { ...none, ...state?.dropped };
  }

  get connectedSince(): number | null {
    return this.#watch.since;
  }

  get dropped(): Readonly<Record<DropReason, number>> {
    return { ...this.#dropped };
  }

  take(fill: Fill): DropReason | null {
    const reason = this.#add(fill);
    if (reason !== null) this.#dropped[reason]++;
    return reason;
  }

  next(event: FlowEvent): FlowStep {
    if (event.type === 'fill') {
      const dropped = this.take(event.fill);
      return dropped === null ? NOTHING : { ...NOTHING, dropped };
    }
    const { type, time } = event;
    if (!Number.isSafeInteger(time) || time < 0) {
      throw new UsageError(`"time" of "${type}" expected epoch ms, got ${shown(time)}`);
    }
    if (type === 'connected') this.#watch = connect(this.#watch, time);
    if (type === 'disconnected') this.#watch = disconnect(this.#watch, time);
    const sealed = this.#advance(time);
    return sealed.length === 0 ? NOTHING : { sealed, dropped: null };
  }

  #add(fill: Fill): DropReason | null {
    const bad = badField(fill);
    if (bad !== null) return bad;
    if (this.#clock === null) return 'early';
    if (fill.time > this.#clock + this.#config.aheadMs) return 'future';
    const time = openOf(fill.time);
    if (time <= this.#sealed!) return 'late';
    for (const { coins } of this.#open) if (sumsOf(coins, fill.coin)?.ids.has(fill.id) === true) return 'duplicate';
    const { coins } = this.#minute(time);
    let sums = sumsOf(coins, fill.coin);
    if (sums === undefined) coins.set(fill.coin, (sums = new CoinAccumulator()));
    sums.add(fill, this.#config.largeFillUsd);
    return null;
  }

  /** Open minute of a time; there are two or three. */
  #minute(time: number): OpenMinute {
    const open = this.#open;
    for (let i = open.length - 1; i >= 0; i--) if (open[i]!.time === time) return open[i]!;
    const minute: OpenMinute = { time, coins: new Map() };
    open.push(minute);
    open.sort((a, b) => a.time - b.time);
    return minute;
  }

  #advance(time: number): readonly SealedMinute[] {
    if (this.#clock === null) {
      this.#clock = time;
      this.#sealed = openOf(time) - MINUTE_MS;
      return NOTHING.sealed;
    }
    if (time <= this.#clock) return NOTHING.sealed;
    this.#clock = time;
    const { sealAfterMs, longestGapMinutes } = this.#config;
    const last = openOf(Math.max(0, time - sealAfterMs)) - MINUTE_MS;
    if (last <= this.#sealed!) return NOTHING.sealed;
    const sealed: SealedMinute[] = [];
    const first = Math.max(this.#sealed! + MINUTE_MS, last - (longestGapMinutes - 1) * MINUTE_MS);
    for (let minute = first; minute <= last; minute += MINUTE_MS) sealed.push(this.#seal(minute));
    this.#sealed = last;
    this.#open = this.#open.filter((minute) => minute.time > last);
    this.#watch = forget(this.#watch, last + MINUTE_MS);
    return sealed;
  }

  #seal(time: number): SealedMinute {
    if (!isWatched(this.#watch, time, time + MINUTE_MS)) return { time, partial: true, coins: [] };
    const minute = this.#open.find((open) => open.time === time);
    const open = minute?.coins ?? new Map<string, never>();
    const coins = [...open.keys()].map((coin) => sumsOf(open, coin)!.sealed(coin));
    return { time, partial: false, coins: coins.sort((a, b) => (a.coin < b.coin ? -1 : 1)) };
  }

  snapshot(): TakerFlowState {
    return {
      version: this.#config.version,
      clock: this.#clock,
      sealed: this.#sealed,
      watch: this.#watch,
      open: this.#open.map(({ time, coins }) => ({
        time,
        coins: [...coins].map(([coin, sums]) => (sums instanceof CoinAccumulator ? sums.snapshot(coin) : sums)),
      })),
      dropped: { ...this.#dropped },
    };
  }
}

/**
 * Creates the taker flow with mutable state.
 *
 * @param config parameters. @default TAKER_FLOW_V1
 * @param state state of a snapshot. Send `disconnected` at its `clock` when fills may have been missed since. @default
 * empty
 * @throws {UsageError} when the config is invalid or the state has another version.
 * @example
 * const flow = createTakerFlow();
 * flow.next({ type: 'connected', time: 0 });
 * flow.take({ id: '1', time: 30_000, coin: 'BTC', side: 'buy', price: 100, size: 2 }); // 'future': no tick came near it
 * flow.next({ type: 'tick', time: 30_000 });
 * flow.take({ id: '1', time: 30_000, coin: 'BTC', side: 'buy', price: 100, size: 2 }); // null: taken
 * flow.next({ type: 'tick', time: 65_000 }).sealed; // the minute of 0, with buy 200
 */
export function createTakerFlow(config: TakerFlowConfig = TAKER_FLOW_V1, state?: TakerFlowState): TakerFlow {
  checkTakerFlowConfig(config);
  if (state !== undefined && state.version !== config.version) {
    throw new UsageError(`"state" expected the version ${config.version}, got ${shown(state.version)}`);
  }
  return new Kernel(config, state);
}

/**
 * Creates the taker flow as a pure reducer over plain JSON. Every step copies the lists of open coins, and the ids of
 * the fill's coin: use {@link createTakerFlow} for streams of many fills.
 *
 * @param config parameters. @default TAKER_FLOW_V1
 * @throws {UsageError} when the config is invalid; `step` throws as `next` and the factory do.
 * @example
 * const events: FlowEvent[] = [
 *   { type: 'connected', time: 0 },
 *   { type: 'tick', time: 30_000 },
 *   { type: 'fill', fill: { id: '1', time: 30_000, coin: 'BTC', side: 'buy', price: 100, size: 2 } },
 *   { type: 'tick', time: 65_000 },
 * ];
 * const { sealed } = fold(takerFlow(), events).outputs.at(-1)!;
 * sealed.map(({ partial, coins }) => [partial, coins[0]?.buy]); // → [ [ false, 200 ] ]
 */
export function takerFlow(config: TakerFlowConfig = TAKER_FLOW_V1): Reducer<TakerFlowState, FlowEvent, FlowStep> {
  return {
    initial: createTakerFlow(config).snapshot(),
    step: (state, event) => {
      const flow = createTakerFlow(config, state);
      const output = flow.next(event);
      return { state: flow.snapshot(), output };
    },
  };
}
