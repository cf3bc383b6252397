/** Flags of the host that add a missing source, by kind of data and by the text of a refusal. */

const FILES = '--reference';
const LIVE = '--live';

/** Flags by kind of data; each suffices; files first. A test compares them with the fields and sources of the host. */
export const FLAGS = {
  funding: ['--derivatives', LIVE],
  open_interest: ['--derivatives', LIVE],
  contexts: [LIVE],
  book: [LIVE],
  trades: [LIVE],
  liquidations: ['--liquidators'],
  accounts: [LIVE],
  implied: ['--derivatives', LIVE],
  pair_bars: ['--spot', LIVE],
  settlements: ['--derivatives', LIVE],
  coins: [FILES, LIVE],
  unlocks: [FILES, LIVE],
  fear_greed: [FILES, LIVE],
  macro: [FILES, LIVE],
  macro_calendar: [FILES, LIVE],
  stablecoins: [FILES, LIVE],
  pegs: [FILES, LIVE],
  hacks: [FILES, '--defillama-key'],
  media: [LIVE],
  headlines: [FILES, LIVE],
  etf_flows: ['--etf', '--etf-key'],
  transfers: ['--rpc-ethereum-url'],
  news: [LIVE],
};

/** Kinds of data by the text of a refusal, "no source of …". */
export const WORDS = {
  'funding rates': 'funding',
  'open interest': 'open_interest',
  'contexts of perps': 'contexts',
  'order books': 'book',
  depth: 'book',
  trades: 'trades',
  liquidations: 'liquidations',
  'states of accounts': 'accounts',
  'liquidation levels or open interest': 'accounts',
  coins: 'coins',
  'fear and greed': 'fear_greed',
  'macro series': 'macro',
  'supplies of stablecoins': 'stablecoins',
  'security risk': 'pegs',
  'event risk': 'unlocks',
  'policy risk': 'media',
  headlines: 'headlines',
  news: 'news',
};

/** Settings by refusal code: flags that enable the disabled part. */
export const SETTINGS = { model_not_loaded: '--models', positioning_disabled: '--positioning' };

const REFUSAL = /no source of ([^.]+)\.?$/;
const ETF = /^flows of \w+ ETFs$/;

/** Returns the data that a refusal names as missing; undefined for other messages. */
export const lacking = (message) => REFUSAL.exec(message ?? '')?.[1];

/**
 * Flags that add the missing data.
 *
 * @param missing kind of data, or text of a refusal
 * @returns an empty list when no flag is known
 */
export function flagsFor(missing) {
  if (ETF.test(missing ?? '')) return FLAGS.etf_flows;
  const kind = Object.hasOwn(WORDS, missing) ? WORDS[missing] : missing;
  return Object.hasOwn(FLAGS, kind) ? FLAGS[kind] : [];
}

/** "A", "A and B", "A, B and C". */
export const listed = (items) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
