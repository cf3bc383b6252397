/** Inputs of the engines: the feeds that provide each, and the answer fields that depend on it. */

import type { FeedName } from '@barograph/sources';

/** Time after the first start during which an input is null although its feed is available. */
export interface InputWait {
  /** In words, as in `90 days`. */
  readonly after: string;
  /** Hosts that wait: `live`: the source has only present values; `any`: no source has a past. */
  readonly of: 'live' | 'any';
}

/** An input of an engine. */
export interface EngineInput {
  readonly engine: string;
  readonly input: string;
  /** Alternative sets of feeds; the first one that a host has provides the input. */
  readonly from: readonly (readonly FeedName[])[];
  readonly wait?: InputWait;
  /** Operation and path of a value that is null without the input; `[]` is any item of a list, `*` any member. */
  readonly shown: readonly [operation: string, path: string];
}

const cycle = (input: string, from: EngineInput['from'], wait?: InputWait): EngineInput => ({
  engine: 'long-horizon regime',
  input,
  from,
  ...(wait === undefined ? {} : { wait }),
  shown: ['regimes.current', `signals.${input}`],
});
const health = (input: string, from: EngineInput['from']): EngineInput => ({
  engine: 'market health',
  input,
  from,
  shown: ['market_health.components', `components.${input}.score`],
});
const risk = (kind: string, input: string, feeds: readonly FeedName[], wait?: InputWait): EngineInput => ({
  engine: `${kind} risk`,
  input,
  from: [feeds],
  ...(wait === undefined ? {} : { wait }),
  shown: [`${kind}.regime_score`, `sub_scores.${input}`],
});
const head = (input: string, from: EngineInput['from'], wait?: InputWait): EngineInput => ({
  engine: 'nowcast',
  input,
  from,
  ...(wait === undefined ? {} : { wait }),
  shown: ['quant.market', input],
});

/** Every optional input, in the order of the page. Bars are not listed, because no host runs without them. */
export const ENGINE_INPUTS: readonly EngineInput[] = [
  cycle('dom_chg90', [['coins']], { after: '90 days', of: 'live' }),
  cycle('stable90', [['stablecoins']]),
  cycle('funding7', [['funding']]),
  cycle('oi_chg7', [
    ['openInterest', 'bars'],
    ['venueOpenInterest', 'bars'],
  ]),
  cycle('liq_z', [['liquidations'], ['forcedCloses']], { after: '30 days', of: 'any' }),
  cycle('depeg_minutes', [['stablecoins', 'pegs']]),
  {
    engine: 'meme regime',
    input: 'funding_rate',
    from: [['contexts'], ['funding']],
    shown: ['meme.regime', 'items[].funding_rate'],
  },
  {
    engine: 'meme regime',
    input: 'oi_usd',
    from: [['contexts'], ['openInterest', 'bars']],
    shown: ['meme.regime', 'items[].oi_usd'],
  },
  health('market_breadth', [['coins', 'bars'], ['bars']]),
  health('market_breadth_short', [['coins', 'bars'], ['bars']]),
  health('stablecoin_flow_90d', [['stablecoins']]),
  health('stablecoin_flow_14d', [['stablecoins']]),
  health('macro_dxy', [['macro']]),
  health('volume_quality', [['pairBars']]),
  health('fear_greed', [['fearGreed']]),
  health('derivatives', [
    ['venuePerps', 'venueOpenInterest'],
    ['contexts', 'openInterest'],
  ]),
  // One schedule per five seconds.
  risk('event', 'unlock', ['coins', 'unlocks'], { after: '20 minutes', of: 'live' }),
  risk('event', 'macro', ['macroCalendar']),
  risk('event', 'depeg', ['stablecoins', 'pegs']),
  risk('security', 'hack', ['hacks']),
  risk('security', 'flow', ['transfers'], { after: '30 days', of: 'live' }),
  risk('security', 'depeg', ['stablecoins', 'pegs']),
  risk('policy', 'gdelt', ['media'], { after: '7 days', of: 'live' }),
  risk('policy', 'cross_asset', ['macro', 'bars']),
  risk('policy', 'rate', ['macroCalendar']),
  {
    engine: 'liquidity',
    input: 'imbalance_10bps',
    from: [['book', 'contexts']],
    shown: ['liquidity.depth', 'items[].imbalance_10bps'],
  },
  {
    engine: 'liquidity',
    input: 'liquidations_1h_usd',
    from: [['liquidations', 'book', 'contexts']],
    shown: ['liquidity.regime', 'items[].liquidations_1h_usd'],
  },
  head('funding', [['funding']]),
  // The venue has only present values: the window of the head fills from the host's samples.
  head('open_interest', [['openInterest']], { after: '30 days', of: 'live' }),
  head('liquidation_risk', [['book', 'contexts', 'openInterest']], { after: '15 minutes', of: 'live' }),
  {
    engine: 'volatility index',
    input: 'implied',
    from: [['implied'], ['options']],
    shown: ['volatility.implied', 'coins.*.implied'],
  },
  {
    engine: 'positioning',
    input: 'accounts',
    from: [['accounts', 'contexts']],
    wait: { after: '10 minutes', of: 'live' },
    shown: ['quant.whales', 'summary.accounts_tracked'],
  },
];
