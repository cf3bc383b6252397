/** Titles of simulated news. Some use words that no rule expects, and some without news look as if they had any. */

/** Categories of a text. */
export type SimulatedCategory = 'hack' | 'exploit_rumour' | 'regulatory' | 'partnership' | 'product';

/** Titles of stories: `{coin}` is the name of the coin in the title; `{firm}`, `{body}` and `{sum}` are drawn. */
export const STORY_FORMS: Readonly<Record<SimulatedCategory, Readonly<Record<'good' | 'bad', readonly string[]>>>> = {
  hack: {
    good: [],
    bad: [
      '{firm} exploited for ${sum} million as {coin} pools are emptied',
      'Attackers drain ${sum} million in {coin} from {firm}',
      '{firm} hacked: {coin} worth ${sum} million stolen',
      '{coin} wallets at {firm} breached, ${sum} million gone',
      '{firm} halts withdrawals after ${sum} million in {coin} vanishes',
      'Funds missing from {coin} contracts of {firm}',
    ],
  },
  exploit_rumour: {
    good: [],
    bad: [
      '{firm} reportedly hacked, {coin} holders move funds',
      'Unconfirmed exploit of {coin} bridge at {firm}',
      'Suspected drain of {coin} vaults, {firm} investigates',
      'Users complain about missing {coin} at {firm}',
    ],
  },
  regulatory: {
    good: [
      '{body} approves {coin} ETF of {firm}',
      '{body} drops lawsuit over {coin} against {firm}',
      '{firm} wins licence for {coin} custody from {body}',
      'Court sides with {firm} against {body} over {coin} token sales',
      '{body} green light for {coin} product of {firm} seen as done',
    ],
    bad: [
      '{body} sues {firm} over {coin} sales',
      '{body} charges {firm} with unregistered {coin} token offering',
      '{body} bans {coin} trading at {firm}',
      '{body} rejects {coin} ETF application of {firm}',
      '{firm} under fire at {body} for its {coin} desk',
    ],
  },
  partnership: {
    good: [
      '{firm} partners with {coin} developers on payments',
      '{coin} foundation teams up with {firm}',
      '{firm} takes stake in {coin} treasury company',
      '{firm} to settle card payments on {coin}',
    ],
    bad: ['{firm} drops {coin} partnership', '{firm} walks away from {coin} deal'],
  },
  product: {
    good: [
      '{coin} mainnet upgrade goes live',
      '{firm} launches {coin} staking product',
      '{coin} developers roll out faster client',
      'Blocks of {coin} now twice as fast',
    ],
    bad: ['{coin} mainnet upgrade postponed', '{coin} network down for an hour after upgrade'],
  },
};

/** Titles without a perp or an event: words that are tickers, catalyst verbs about other things, robots, opinions. */
export const JUNK_FORMS: readonly string[] = [
  '{coin} price prediction: can it reach ${sum}',
  '{coin} trading up {sum}% this week',
  '{coin} (24 hour volume) trading volume reaches ${sum} million',
  'Best crypto wallets for {coin} beginners',
  '{coin} slips {sum}% as traders take profit',
  '{coin} holds above support before options expiry',
  'Traders near exhaustion as {coin} moves sideways',
  'Why {coin} could double this year',
  'Analyst expects {coin} to follow stocks',
  'Opinion: {coin} is the new railway',
  '{body} fines airline over late refunds',
  'Grocer {firm} partners with bank on loyalty cards',
  '{firm} launches savings account for students',
  'Optimism grows near record highs on link between rates and jobs',
  'Court dismisses lawsuit over gas pipeline',
  'Hackathon winners share prizes at {firm} in Lisbon',
  'Police arrest man over theft of copper',
  '{firm} posts quarterly profit of ${sum} million',
  'Film about the {coin} heist of {firm} opens festival',
  'Game lets players steal {coin} from dragons',
  'Judge recuses herself from airline lawsuit over {coin} holdings',
  'President signs copies of his book about {coin}',
];

/** Full names of coins of the market; others use their tickers. */
export const COIN_NAMES: Readonly<Record<string, string>> = {
  BTC: 'Bitcoin',
  ETH: 'Ethereum',
  SOL: 'Solana',
  XRP: 'Ripple',
  DOGE: 'Dogecoin',
  AVAX: 'Avalanche',
  LINK: 'Chainlink',
  ADA: 'Cardano',
  DOT: 'Polkadot',
  LTC: 'Litecoin',
  BCH: 'Bitcoin Cash',
  NEAR: 'NEAR Protocol',
  APT: 'Aptos',
  ARB: 'Arbitrum',
  OP: 'Optimism',
  INJ: 'Injective',
  TIA: 'Celestia',
  AAVE: 'Aave',
  UNI: 'Uniswap',
  MKR: 'MakerDAO',
  HYPE: 'Hyperliquid',
};

export const NEWS_FIRMS: readonly string[] = [
  'Northgate Exchange',
  'Alder Custody',
  'Bluefin Markets',
  'Kestrel Pay',
  'Summit Lend',
  'Harbor Bridge',
  'Lumen Vault',
  'Quarry Swap',
];

export const NEWS_BODIES: readonly string[] = ['SEC', 'CFTC', 'Treasury', 'finance ministry', 'central bank', 'FCA'];
