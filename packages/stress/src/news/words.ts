/** Names of coins, and tickers that are words: data under a version. */

import { deepFreeze } from '@barograph/core';

/** Aliases and ordinary words of symbols, as versioned data. */
export interface NewsWords {
  /** CalVer. */
  readonly version: `news-words/${string}`;
  /** Tickers with another meaning in titles: they match as a cashtag or by a full name, never on their own. */
  readonly ordinary: readonly string[];
  /** Full names of a coin, lower case, without any word or phrase of another meaning. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** Words that make a title about the whole market, lower case. */
  readonly market: readonly string[];
  /**
   * Lower-case phrases that look like a name but mean something else: never read.
   * @default none
   */
  readonly elsewhere?: readonly string[];
  /** Tickers that are acronyms elsewhere: they count only next to a word of the industry. */
  readonly acronyms?: readonly string[];
}

/**
 * First edition, written for the perps of the venue in December 2025. Tickers of one or two letters need no entry in
 * `ordinary`: they never match on their own unless a listed name usually takes that form.
 */
export const NEWS_WORDS_V1: NewsWords = deepFreeze<NewsWords>({
  version: 'news-words/2026.11.1',
  // prettier-ignore
  ordinary: [
    'ACE', 'ACT', 'AERO', 'AI', 'ALPHA', 'ALT', 'ANIME', 'APE', 'APEX', 'ARK', 'ART', 'ASTER', 'ATOM', 'AUCTION', 'BABY',
    'BADGER', 'BANANA', 'BAND', 'BAT', 'BEAM', 'BIGTIME', 'BIO', 'BLAST', 'BLUR', 'BOME', 'BOND', 'CAKE', 'CAT', 'CATI', 'CC',
    'CELL', 'CHESS', 'COMP', 'CORE', 'COW', 'CYBER', 'DAO', 'DASH', 'DATA', 'DEEP', 'DENT', 'DOGS', 'DOOD', 'DOT', 'DREAM',
    'EDGE', 'ETC', 'FARM', 'FLOW', 'FLUX', 'FRIEND', 'FUEL', 'FUN', 'GAME', 'GAS', 'GIGA', 'GMT', 'GOAT', 'GOD', 'GRASS',
    'GRIFFAIN', 'HEMI', 'HIGH', 'HIVE', 'HOOK', 'HOT', 'HYPE', 'HYPER', 'INIT', 'IOTA', 'JAM', 'JELLY', 'JOE', 'KAITO', 'KEY',
    'KNOT', 'LAYER', 'LEVER', 'LINEA', 'LINK', 'LIT', 'LOOKS', 'LOOM', 'LUNA', 'MAGIC', 'MANTA', 'MASK', 'MAV', 'ME', 'MEGA',
    'MELANIA', 'MEME', 'MET', 'MEW', 'MINA', 'MON', 'MOON', 'MOVE', 'NEAR', 'NEO', 'NEW', 'NEXT', 'NIL', 'NOT', 'OM', 'OMNI',
    'ONE', 'ORBS', 'ORDER', 'PANDORA', 'PEOPLE', 'PIXEL', 'POL', 'POPCAT', 'PORTAL', 'POWER', 'PRIME', 'PROMPT', 'PROVE',
    'PUMP', 'PUNDIT', 'PURR', 'PYTH', 'QUICK', 'RARE', 'RED', 'RENDER', 'REQ', 'RESOLV', 'REZ', 'SAFE', 'SAGA', 'SAND', 'SCR',
    'SKY', 'SOLV', 'SONIC', 'SPELL', 'SPX', 'STABLE', 'STEEM', 'STRIKE', 'SUN', 'SUPER', 'SUSHI', 'SWEAT', 'SYRUP', 'TAO',
    'TIME', 'TON', 'TRUE', 'TRUMP', 'TRUST', 'TST', 'TURBO', 'UNI', 'USUAL', 'VANA', 'VINE', 'VIRTUAL', 'WAVES', 'WAX', 'WIF',
    'WIN', 'WING', 'WOLF', 'WOO', 'XAI', 'ZEN', 'ZETA', 'ZORA',
  ],
  // prettier-ignore
  names: {
    '0G': ['0g labs'], AAVE: ['aave'], ADA: ['cardano'], AERO: ['aerodrome finance'], ALGO: ['algorand'], APE: ['apecoin'],
    APT: ['aptos'], AR: ['arweave'], ARB: ['arbitrum'], ATOM: ['cosmos hub', 'cosmos network', 'cosmos atom'],
    AVAX: ['avalanche blockchain', 'avalanche network', 'avalanche foundation', 'avalanche subnet'],
    BANANA: ['banana gun'], BCH: ['bitcoin cash'], BERA: ['berachain'], BIGTIME: ['big time studios'], BNB: ['bnb chain', 'binance coin'],
    BONK: ['bonk inu'], BSV: ['bitcoin sv'], BTC: ['bitcoin'], CAKE: ['pancakeswap'], CELO: ['celo network'], CFX: ['conflux network'],
    COMP: ['compound finance', 'compound protocol'], CRV: ['curve finance', 'curve dao'], DOGE: ['dogecoin'], DOT: ['polkadot'],
    DYDX: ['dydx'], DYM: ['dymension'], EIGEN: ['eigenlayer', 'eigencloud'], ENA: ['ethena'], ENS: ['ethereum name service'],
    ETC: ['ethereum classic'], ETH: ['ethereum', 'ether'], ETHFI: ['ether.fi'], FET: ['fetch.ai'], FIL: ['filecoin'], FLOKI: ['floki inu'],
    FTT: ['ftx token'], FXS: ['frax share'], GALA: ['gala games'], GRASS: ['grass network'], HBAR: ['hedera'], HYPE: ['hyperliquid'],
    ICP: ['internet computer'], IMX: ['immutable x'], INJ: ['injective'], IP: ['story protocol'], JTO: ['jito'], JUP: ['jupiter exchange'],
    KAS: ['kaspa'], LDO: ['lido dao', 'lido finance', 'lido'], LINEA: ['linea network', 'linea token'], LINK: ['chainlink'],
    LTC: ['litecoin'], LUNC: ['terra classic'], MANTA: ['manta network'], MATIC: ['polygon labs', 'polygon network'], MINA: ['mina protocol'],
    MKR: ['makerdao'], MNT: ['mantle network'], MON: ['monad'], MORPHO: ['morpho labs'], NEAR: ['near protocol', 'near foundation'],
    NEO: ['neo blockchain'], NOT: ['notcoin'], OM: ['mantra chain'], ONDO: ['ondo finance'],
    OP: ['op mainnet', 'optimism foundation', 'optimism network', 'optimism collective', 'optimism mainnet'], ORDI: ['ordinals token'],
    PAXG: ['pax gold'], PENDLE: ['pendle finance'], PENGU: ['pudgy penguins'], PEOPLE: ['constitutiondao'], PEPE: ['pepecoin'],
    POL: ['polygon labs', 'polygon network', 'polygon pos'], PUMP: ['pump.fun'], PYTH: ['pyth network'], QNT: ['quant network'],
    RENDER: ['render network'], RUNE: ['thorchain'], SAND: ['the sandbox metaverse'], SEI: ['sei network', 'sei labs'],
    SHIB: ['shiba inu', 'shibarium'], SKY: ['sky protocol'], SNX: ['synthetix'], SOL: ['solana'], STRK: ['starknet', 'starkware'],
    STX: ['stacks network'], SUI: ['sui network', 'sui foundation', 'mysten labs'], SUSHI: ['sushiswap'], TAO: ['bittensor'],
    TIA: ['celestia'], TON: ['toncoin', 'the open network'], TRUMP: ['trump memecoin', 'official trump'], TRX: ['tron network', 'tron dao'],
    UNI: ['uniswap'], USTC: ['terrausd'], VET: ['vechain'], VIRTUAL: ['virtuals protocol'], W: ['wormhole bridge', 'wormhole foundation'],
    WIF: ['dogwifhat'], WLD: ['worldcoin'], WLFI: ['world liberty financial'], XLM: ['stellar network', 'stellar development foundation'],
    XMR: ['monero'], XPL: ['plasma blockchain'], XRP: ['ripple'], ZEC: ['zcash'], ZK: ['zksync'], ZRO: ['layerzero'],
  },
  market: [
    'crypto',
    'cryptocurrency',
    'cryptocurrencies',
    'digital asset',
    'digital assets',
    'stablecoin',
    'stablecoins',
    'defi',
    'tether',
    'usdt',
    'usdc',
    'binance',
    'coinbase',
    'kraken',
    'bybit',
    'okx',
    'bitget',
    'spot bitcoin etf',
    'cbdc',
  ],
});

/** Further names of coins in the first edition, and of some that it lacks. */
// prettier-ignore
const MORE_NAMES: Readonly<Record<string, readonly string[]>> = {
  ATOM: ['cosmos chain', 'cosmos sdk', 'cosmos ecosystem'], AVAX: ['avalanche bridge', 'avalanche c-chain', 'avalanche etf', 'avalanche l1'],
  AXS: ['axie infinity', 'axie'], BNB: ['binance smart chain'], HYPE: ['hyperevm'], IMX: ['immutable zkevm'], KAVA: ['kava network'],
  MATIC: ['polygon bridge'], MNT: ['mantle bridge'], NEAR: ['near token', 'near intents'], OP: ['optimism bridge', 'optimism superchain'],
  OSMO: ['osmosis'], PENDLE: ['pendle'], POL: ['polygon bridge', 'polygon zkevm', 'polygon chain'], RPL: ['rocket pool'], SEI: ['sei'],
  SUI: ['sui'], TRX: ['tron'], W: ['wormhole'], YGG: ['yield guild games', 'yield guild'], XLM: ['stellar blockchain', 'stellar lumens'], YFI: ['yearn finance', 'yearn'],
  CRO: ['cronos'], COMP: ['compound treasury'], JUP: ['jupiter dex', 'jupiter aggregator'], RON: ['ronin network', 'ronin bridge'],
};

/** Second edition: more names and venues, phrases of another meaning, and tickers that are acronyms elsewhere. */
export const NEWS_WORDS_V2: NewsWords = deepFreeze<NewsWords>({
  version: 'news-words/2026.12.1',
  ordinary: NEWS_WORDS_V1.ordinary,
  names: Object.fromEntries(
    [...new Set([...Object.keys(NEWS_WORDS_V1.names), ...Object.keys(MORE_NAMES)])].map((coin) => [
      coin,
      [...(NEWS_WORDS_V1.names[coin] ?? []), ...(MORE_NAMES[coin] ?? [])],
    ]),
  ),
  // prettier-ignore
  market: [
    ...NEWS_WORDS_V1.market, 'kucoin', 'upbit', 'bithumb', 'bitfinex', 'bitstamp', 'bitmex', 'deribit', 'mexc', 'huobi', 'htx', 'gate.io',
    'crypto.com', 'mt gox', 'mt. gox', 'ftx', 'blockfi', 'paxos', 'busd', 'usde', 'tornado cash', 'web3', 'altcoin', 'altcoins', 'memecoin',
    'memecoins', 'cryptoasset', 'cryptoassets', 'crypto asset', 'virtual asset', 'virtual assets', 'virtual currency',
    'blockchain', 'poloniex', 'bittrex', 'gemini exchange', 'metamask', 'trust wallet', 'phantom wallet', 'nobitex', 'wazirx', 'coincheck',
    'bitflyer', 'btcturk', 'coindcx', 'digital token', 'digital tokens', 'decentralised finance', 'decentralized finance',
  ],
  // prettier-ignore
  elsewhere: [
    'kraken robotics', 'link transit', 'near east', 'near space', 'sui generis', 'tron legacy', 'tron ares', 'ripple effect', 'ripple effects',
    'ada compliance', 'ada ruling', 'ada lawsuit', 'sol energy', 'sol global', 'uni global', 'polygon petrol', 'ether anaesthesia', 'kraken rum', 'kraken beer',
    'crypto ag', 'solana beach', 'ethernet', 'avalanche victims', 'wormhole theory', 'seattle kraken', 'comp sci', 'binance of power',
  ],
  acronyms: [
    'ADA',
    'SOL',
    'INJ',
    'FIL',
    'APT',
    'IMX',
    'MNT',
    'ENA',
    'TIA',
    'ICP',
    'SEI',
    'STX',
    'ETC',
    'GMX',
    'ZEC',
    'AR',
    'CFX',
    'VET',
    'KAS',
    'UMA',
    'ENS',
  ],
});
