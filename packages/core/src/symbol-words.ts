/** Vocabulary of the symbol grammar: quotes, exchange codes, venues, and words in archive names. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Dollars and dollar stablecoins. A price in any of them counts as a price in dollars. */
export const DOLLARS: ReadonlySet<string> = /* @__PURE__ */ words(
  'USD USDT USDC BUSD FDUSD TUSD DAI USDP USDE USDS USD1 USDD PYUSD GUSD RLUSD UST UDC',
);

/** Other quotes: fiat money, and coins that pairs are priced in. */
export const OTHER_QUOTES: ReadonlySet<string> = /* @__PURE__ */ words(
  'EUR GBP JPY KRW TRY BRL AUD CAD CHF MXN ARS ZAR INR IDR NGN PLN RUB UAH SGD HKD THB VND CNY CZK RON AED EURC EURI BTC XBT ETH BNB SOL',
);

/** Quotes that end a joined pair (`BTCUSDT`) regardless of the base, longest first. */
export const SURE_ENDINGS: readonly string[] = ['FDUSD', 'USDT', 'USDC', 'USD'];

/** Quotes that also end other pairs (`DOTUSD` is not DO in TUSD): they count only after a well-known ticker. */
export const UNSURE_ENDINGS: readonly string[] = /* @__PURE__ */ unsureEndings();

/** Coins whose ticker looks like a pair. */
export const NO_PAIRS: ReadonlySet<string> = /* @__PURE__ */ words(
  'TUSD BUSD FDUSD PYUSD GUSD LUSD RLUSD HUSD CUSD CRVUSD BFUSD FRXUSD DEUSD WBTC TBTC CBBTC STETH WSTETH WETH RETH CBETH WBETH WEETH',
);

/** Tickers recognised in any case, and before an uncertain quote. */
export const WELL_KNOWN: ReadonlySet<string> = /* @__PURE__ */ words(
  'BTC XBT ETH SOL XRP BNB DOGE XDG ADA TRX AVAX LINK DOT MATIC POL LTC BCH UNI ATOM ETC XLM XMR FIL APT ARB OP NEAR SUI TON INJ AAVE ' +
    'MKR ICP HBAR VET ALGO EOS XTZ SHIB PEPE WIF BONK FLOKI TIA SEI RUNE FTM GRT LDO CRV SAND MANA AXS GALA DYDX HYPE ENA JUP ' +
    'ZEC DASH FTT LUNC LUNA NEO KAVA SNX COMP YFI SUSHI IMX STX KAS WLD FET RNDR ONDO USDT USDC TUSD DAI EUR',
);

/** Exchange codes and the usual tickers. @source asset lists of Kraken, BitMEX and KuCoin */
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

/** Asset codes, which count only without a quote and in pairs of Kraken: XXRPUSDT is not a pair of XRP. */
export const ASSET_CODES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ ['ETH', 'ETC', 'LTC', 'MLN', 'REP', 'XLM', 'XMR', 'XRP', 'ZEC'].map((coin) => [`X${coin}`, coin]),
);

/** Codes of Bitfinex, whose symbols begin with a lower-case t. @source its list of currency symbols */
export const BITFINEX_CODES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['UST', 'USDT'],
  ['UDC', 'USDC'],
  ['DSH', 'DASH'],
  ['IOT', 'IOTA'],
  ['QTM', 'QTUM'],
  ['BTCF0', 'BTC'],
  ['USTF0', 'USDT'],
]);

/** Venue names in file names and symbols, lower case. */
export const VENUES: ReadonlySet<string> = /* @__PURE__ */ words(
  'binance binanceus binanceusdm binancecoinm bitstamp bitmex bitfinex bybit okx okex kraken krakenfutures coinbase coinbasepro gdax ' +
    'gemini kucoin huobi htx gateio gate mexc bitget deribit bittrex poloniex phemex bitflyer upbit bithumb cryptocom crypto ' +
    'hyperliquid dydx coinex bitmart lbank whitebit bingx index bitvavo perpdex cexa dexb',
);

/** Other words in file names, lower case. */
export const FILE_WORDS: ReadonlySet<string> = /* @__PURE__ */ words(
  'aggtrades trades klines kline candles candle ohlcv ohlc bars bar ticks data historical history price prices chart export csv ' +
    'coin spot futures future um cm usdm coinm linear inverse monthly daily_klines mark index premium markpriceklines indexpriceklines ' +
    'premiumindexklines fundingrate funding rate rates metrics open interest oi openinterest long short ratio bookdepth bookticker ' +
    'liquidations liquidation dvol investing.com yahoo finance full all merged',
);

/** Full coin names in file names. */
export const FULL_NAMES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['bitcoin', 'BTC'],
  ['ethereum', 'ETH'],
]);

/** A separate function, so that bundlers drop it when no names are read. */
function unsureEndings(): readonly string[] {
  return ['RLUSD', 'PYUSD', 'BUSD', 'TUSD', 'GUSD', 'USDP', 'USDE', 'USD1', 'DAI', ...OTHER_QUOTES];
}
