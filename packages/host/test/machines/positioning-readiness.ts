/** Readiness of positioning as documented: two replicas over one store. */

import type { Model } from '../../../../test/machines/machine.ts';

export const OPERATIONS = ['quant.positioning', 'quant.whales', 'perpdex.wallet_signals'] as const;
/** Coins with liquidation levels, with one far from mark alone, without any, and not listed. */
export const COINS = ['BTC', 'ETH', 'SOL', 'NONE'] as const;

export type PositioningCommand =
  | { readonly kind: 'ask'; readonly replica: number; readonly operation: (typeof OPERATIONS)[number] }
  | { readonly kind: 'ladder'; readonly replica: number; readonly coin: (typeof COINS)[number] }
  /** A cycle of a replica; without accounts of the venue it fails. */
  | { readonly kind: 'cycle'; readonly replica: number; readonly works: boolean }
  /** The operator may have switched positioning off. */
  | { readonly kind: 'restart'; readonly replica: number; readonly isOff: boolean };

interface State {
  /** Whether a cycle has ended, on any replica. */
  readonly isReady: boolean;
  readonly isOff: readonly [boolean, boolean];
}

function stateOf({ isReady, isOff }: State, replica: number): 200 | string {
  if (isOff[replica] === true) return 'positioning_disabled';
  return isReady ? 200 : 'positioning_warming_up';
}

export const POSITIONING_MODEL: Model<State, PositioningCommand> = {
  machine: {
    id: 'positioning-readiness',
    title: 'Positioning cycle',
    states: ['warming_up', 'disabled', 'ready'],
    transitions: [
      { from: 'warming_up', on: 'request', to: 'warming_up, 503 positioning_warming_up', line: '000:360' },
      { from: 'disabled', on: 'request', to: 'disabled, 503 positioning_disabled', line: '000:360' },
      { from: 'ready', on: 'ladder of a coin without levels', to: 'ready, 404 symbol_not_found', line: '000:350' },
      { from: 'warming_up', on: 'the first cycle ends, on any replica', to: 'ready', line: 'own' },
      { from: 'warming_up|ready', on: 'a cycle fails', to: 'same', line: 'own' },
      { from: 'ready', on: 'a restart', to: 'ready', line: 'own' },
      { from: 'any', on: 'a restart, switched off', to: 'disabled', line: 'own' },
    ],
  },
  start: { isReady: false, isOff: [false, false] },
  step: (state, command) => {
    const { replica } = command;
    const code = stateOf(state, replica);
    switch (command.kind) {
      case 'ask':
        return { state, answer: code };
      case 'ladder':
        return { state, answer: code === 200 && command.coin !== 'BTC' ? 'symbol_not_found' : code };
      case 'cycle': {
        if (state.isOff[replica] === true) return { state, answer: 'off' };
        const isReady = state.isReady || command.works;
        return { state: { ...state, isReady }, answer: command.works ? 'done' : 'failed' };
      }
      case 'restart': {
        const [first, second] = state.isOff;
        const isOff = replica === 0 ? ([command.isOff, second] as const) : ([first, command.isOff] as const);
        return { state: { ...state, isOff }, answer: undefined };
      }
    }
  },
};
