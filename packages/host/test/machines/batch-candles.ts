/** Coins of batch candles as documented: pending until fetched, then in series. */

import type { Model } from '../../../../test/machines/machine.ts';

export const COINS = ['BTC', 'ETH', 'kPEPE'] as const;
export type Coin = (typeof COINS)[number];

/** End of the requests of a coin: the venue brings the bars, or fails. */
export interface Arrival {
  readonly coin: Coin;
  readonly isGood: boolean;
}
export type CandleCommand =
  /** Arrivals come in their order, 0.5 s after so many whole seconds of the question. */
  | {
      readonly kind: 'ask';
      readonly coins: readonly Coin[];
      readonly wait: number;
      readonly arrivals: readonly (Arrival & { readonly after: number })[];
    }
  | ({ readonly kind: 'arrive' } & Arrival)
  | { readonly kind: 'pass'; readonly ms: number };

/** An answer is shared for 60 s from the request (001:21). */
const SHARED = 60_000;

interface State {
  now: number;
  requests: number;
  pulls: Partial<Record<Coin, { readonly askedAt: number; readonly isThere: boolean }>>;
}

function arrive({ pulls }: State, { coin, isGood }: Arrival): void {
  const pull = pulls[coin];
  if (pull === undefined || pull.isThere) return;
  if (isGood) pulls[coin] = { ...pull, isThere: true };
  else delete pulls[coin];
}

function ask(state: State, { coins, wait, arrivals }: CandleCommand & { readonly kind: 'ask' }): unknown {
  const { now, pulls } = state;
  for (const coin of coins) {
    const pull = pulls[coin];
    if (pull !== undefined && now - pull.askedAt < SHARED) continue;
    pulls[coin] = { askedAt: now, isThere: false };
    state.requests++;
  }
  const inTime = arrivals.filter(({ after }) => after < wait);
  // A request that fails brings nothing to this question, whatever comes later.
  for (const one of inTime) arrive(state, one);
  const series = coins.filter((coin) => pulls[coin]?.isThere === true);
  const pending = coins.filter((coin) => !series.includes(coin));
  const isWhole = pending.length === 0;
  for (const one of arrivals.filter(({ after }) => after >= wait)) arrive(state, one);
  return {
    series: series.toSorted(),
    pending: pending.toSorted(),
    complete: isWhole,
    retry: isWhole ? 'null' : '3-30',
    requests: state.requests,
  };
}

export const candleModel = (start: number): Model<State, CandleCommand> => ({
  machine: {
    id: 'batch-candles',
    title: 'Coin of batch candles',
    states: ['pending', 'in_series'],
    transitions: [
      { from: 'pending', on: 'fetched within the wait', to: 'in_series', line: '001:121' },
      { from: 'pending', on: 'the wait ends', to: 'pending, retry_after_s 3 to 30', line: '001:22' },
      { from: 'pending', on: 'retry, cached by then', to: 'in_series', line: '001:121' },
      { from: 'pending', on: 'the venue fails', to: 'pending, the retry asks the venue again', line: 'own' },
      { from: 'in_series', on: '60 s after the request', to: 'pending, until it is fetched again', line: '001:21' },
    ],
  },
  start: { now: start, requests: 0, pulls: {} },
  step: (before, command) => {
    const state = structuredClone(before);
    switch (command.kind) {
      case 'ask':
        return { state, answer: ask(state, command) };
      case 'arrive':
        arrive(state, command);
        return { state, answer: undefined };
      case 'pass':
        state.now += command.ms;
        return { state, answer: undefined };
    }
  },
});
