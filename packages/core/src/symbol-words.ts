/** Words that the grammar of symbols knows: quotes, codes of exchanges, venues, and words in names of archives. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Dollars, and coins that are worth one. A price in any of them is a price in dollars. */
export const DOLLARS: ReadonlySet<string> = /* @__PURE__ */ words(
  'USD USDT USDC BUSD FDUSD TUSD DAI USDP USDE USDS USD1 USDD PYUSD GUSD RLUSD UST UDC',
);

/** Other quotes: money of states, and coins that pairs are priced in. */
export const OTHER_QUOTES: ReadonlySet<string> = /* @__PURE__ */ words(
  'EUR GBP JPY KRW TRY BRL AUD CAD CHF MXN ARS ZAR INR IDR NGN PLN RUB UAH SGD HKD THB VND CNY CZK RON AED EURC EURI BTC XBT ETH BNB SOL',
);

/** Quotes that end a joined pair (`BTCUSDT`) whatever stands before them, the longest first. */
export const SURE_ENDINGS: readonly string[] = ['FDUSD', 'USDT', 'USDC', 'USD'];

/** Quotes that are also the end of other pairs (`DOTUSD` is no DO in TUSD): they count behind a well-known ticker alone. */
export const UNSURE_ENDINGS: readonly string[] = /* @__PURE__ */ unsureEndings();

/** Coins whose ticker ends like a pair. */
export const NO_PAIRS: ReadonlySet<string> = /* @__PURE__ */ words(
  'TUSD BUSD FDUSD PYUSD GUSD LUSD RLUSD HUSD CUSD CRVUSD BFUSD FRXUSD DEUSD WBTC TBTC CBBTC STETH WSTETH WETH RETH CBETH WBETH WEETH',
);

/** Tickers that are known as such in any case, and before a quote that is not sure. */
export const WELL_KNOWN: ReadonlySet<string> = /* @__PURE__ */ words(
  'BTC XBT ETH SOL XRP BNB DOGE XDG ADA TRX AVAX LINK DOT MATIC POL LTC BCH UNI ATOM ETC XLM XMR FIL APT ARB OP NEAR SUI TON INJ AAVE ' +
    'MKR ICP HBAR VET ALGO EOS XTZ SHIB PEPE WIF BONK FLOKI TIA SEI RUNE FTM GRT LDO CRV SAND MANA AXS GALA DYDX HYPE ENA JUP ' +
    'ZEC DASH FTT LUNC LUNA NEO KAVA SNX COMP YFI SUSHI IMX STX KAS WLD FET RNDR ONDO USDT USDC TUSD DAI EUR',
);

/** Codes of exchanges, and the tickers that everyone else writes. @source asset lists of Kraken, BitMEX and KuCoin */
export const CODES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['XBT', 'BTC'],
  ['XXBT', 'BTC'],
  ['XDG', 'DOGE'],
  ['XXDG', 'DOGE'],
  ['ZUSD', 'USD'],
  ['ZEUR', 'EUR'],
  ['ZGBP', 'GBP'],
  ['ZJPY', 'JPY'],
  ['ZCAD', 'CAD'],
  ['ZAUD', 'AUD'],
  ['ZKRW', 'KRW'],
]);

/** Codes of assets, which count without a quote and in pairs of Kraken alone: XXRPUSDT is no pair of XRP. */
export const ASSET_CODES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ ['ETH', 'ETC', 'LTC', 'MLN', 'REP', 'XLM', 'XMR', 'XRP', 'ZEC'].map((coin) => [`X${coin}`, coin]),
);

/** Codes of Bitfinex, whose symbols begin with a small t. @source its list of currency symbols */
export const BITFINEX_CODES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['UST', 'USDT'],
  ['UDC', 'USDC'],
  ['DSH', 'DASH'],
  ['IOT', 'IOTA'],
  ['QTM', 'QTUM'],
  ['BTCF0', 'BTC'],
  ['USTF0', 'USDT'],
]);

/** Venues as names of files and symbols have them, in small letters. */
export const VENUES: ReadonlySet<string> = /* @__PURE__ */ words(
  'binance binanceus binanceusdm binancecoinm bitstamp bitmex bitfinex bybit okx okex kraken krakenfutures coinbase coinbasepro gdax ' +
    'gemini kucoin huobi htx gateio gate mexc bitget deribit bittrex poloniex phemex bitflyer upbit bithumb cryptocom crypto ' +
    'hyperliquid dydx coinex bitmart lbank whitebit bingx index bitvavo perpdex cexa dexb',
);

/** Words beside the symbol in the name of a file, in small letters. */
export const FILE_WORDS: ReadonlySet<string> = /* @__PURE__ */ words(
  'aggtrades trades klines kline candles candle ohlcv ohlc bars bar ticks data historical history price prices chart export csv ' +
    'coin spot futures future um cm usdm coinm linear inverse monthly daily_klines mark index premium markpriceklines indexpriceklines ' +
    'premiumindexklines fundingrate funding rate rates metrics open interest oi openinterest long short ratio bookdepth bookticker ' +
    'liquidations liquidation dvol investing.com yahoo finance full all merged',
);

/** Names of coins in file names. */
export const FULL_NAMES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['bitcoin', 'BTC'],
  ['ethereum', 'ETH'],
]);

/** Apart, so that a bundler leaves it out where no names are read. */
function unsureEndings(): readonly string[] {
  return ['RLUSD', 'PYUSD', 'BUSD', 'TUSD', 'GUSD', 'USDP', 'USDE', 'USD1', 'DAI', ...OTHER_QUOTES];
}
