/** Names of indicators elsewhere and here, each with how far the numbers agree. */

/** A call of another library: text that is shown, and run. */
export interface Peer {
  /** JavaScript with the names of the library, and `open`, `high`, `low`, `close`, `volume`. */
  readonly call: string;
  /** Field of a result with several. */
  readonly pick?: string;
  /** Input of an indicator of `trading-signals`; closes when left out. */
  readonly fed?: 'close' | 'bars';
  /** Factor from their unit to ours; the note of the row names the unit. */
  readonly scale?: number;
  /** First bar from which both agree, where they begin differently; every bar that both have when left out. */
  readonly from?: number;
  /** Bar before which they agree, where a single bar after it does not. */
  readonly until?: number;
  /** Words about a unit, a rounding or a rule. */
  readonly note?: string;
  /** Largest difference that its rounding makes; 1e-9 when left out. */
  readonly within?: number;
  /** The reason that its numbers are others; the test then expects that they are. */
  readonly differs?: string;
}

/** One indicator under its names. */
export interface Name {
  readonly slug: string;
  /** Column that is compared; the first when left out. */
  readonly column?: string;
  readonly parameters?: Readonly<Record<string, number>>;
  /** Call of `technicalindicators` 3.1.0. */
  readonly ti?: Peer;
  /** Indicator of `trading-signals` 8.3.0, fed bar by bar. */
  readonly ts?: Peer;
  /** Function of TA-Lib with our defaults. */
  readonly talib?: string;
}

const peer = (call: string, more: Omit<Peer, 'call'> = {}): Peer => ({ call, ...more });

/** Rows of the table, in the order of the catalogue. */
export const NAMES: readonly Name[] = [
  {
    slug: 'simple-moving-average',
    talib: 'SMA(close, 20)',
    ti: peer('SMA.calculate({ period: 20, values: close })'),
    ts: peer('new SMA(20)'),
  },
  {
    slug: 'exponential-moving-average',
    talib: 'EMA(close, 20)',
    ti: peer('EMA.calculate({ period: 20, values: close })'),
    ts: peer('new EMA(20)', { from: 151 }),
  },
  {
    slug: 'weighted-moving-average',
    talib: 'WMA(close, 20)',
    ti: peer('WMA.calculate({ period: 20, values: close })'),
    ts: peer('new WMA(20)'),
  },
  {
    slug: 'wilder-smoothed-average',
    ti: peer('WEMA.calculate({ period: 14, values: close })'),
    ts: peer('new WSMA(14)'),
  },
  { slug: 'double-exponential-moving-average', talib: 'DEMA(close, 20)', ts: peer('new DEMA(20)', { from: 175 }) },
  { slug: 'triple-exponential-moving-average', talib: 'TEMA(close, 20)', ts: peer('new TEMA(20)', { from: 200 }) },
  { slug: 'tillson-t3', talib: 'T3(close, 5, 0.7)', ts: peer('new T3(5, 0.7)', { from: 54 }) },
  { slug: 'hull-moving-average', ts: peer('new HMA(20)') },
  { slug: 'kaufman-adaptive-moving-average', talib: 'KAMA(close, 10)', ts: peer('new KAMA(10)') },
  { slug: 'variable-index-dynamic-average', ts: peer('new VIDYA(9)', { from: 224 }) },
  { slug: 'arnaud-legoux-moving-average', ts: peer('new ALMA(9, 0.85, 6)') },
  {
    slug: 'zero-lag-exponential-moving-average',
    ts: peer('new ZLEMA(20)', { differs: 'looks back (n − 1) / 2 bars; here (n + 1) / 2, as R TTR' }),
  },
  { slug: 'volume-weighted-moving-average', ts: peer('new VWMA(20)', { fed: 'bars' }) },
  {
    slug: 'least-squares-moving-average',
    talib: 'LINEARREG(close, 25)',
    ts: peer('new LinearRegression(25)', {
      pick: 'prediction',
      differs: 'the end of the line one bar ahead; here its end at the bar, as TA-Lib',
    }),
  },
  {
    slug: 'linear-regression-slope',
    talib: 'LINEARREG_SLOPE(close, 14)',
    ts: peer('new LinearRegression(14)', { pick: 'slope' }),
  },
  {
    slug: 'mesa-adaptive-moving-average',
    column: 'mama',
    talib: 'MAMA(close, 0.5, 0.05)',
    ts: peer('new MAMA({ fastLimit: 0.5, slowLimit: 0.05 })', {
      pick: 'mama',
      differs: 'other values throughout; here those that TA-Lib prints',
    }),
  },
  {
    slug: 'average-directional-index',
    talib: 'ADX(high, low, close, 14)',
    ti: peer('ADX.calculate({ period: 14, high, low, close })', {
      pick: 'adx',
      until: 1499,
      note: 'moves up and down that tie within the last bit count for neither here',
    }),
    ts: peer('new ADX(14)', { fed: 'bars', from: 1037, until: 1499, within: 1e-8 }),
  },
  {
    slug: 'directional-indicators',
    column: 'plus_di',
    talib: 'PLUS_DI(high, low, close, 14)',
    ti: peer('ADX.calculate({ period: 14, high, low, close })', { pick: 'pdi' }),
  },
  {
    slug: 'directional-indicators',
    column: 'minus_di',
    talib: 'MINUS_DI(high, low, close, 14)',
    ti: peer('ADX.calculate({ period: 14, high, low, close })', {
      pick: 'mdi',
      until: 1499,
      note: 'moves up and down that tie within the last bit count for neither here',
    }),
  },
  {
    slug: 'parabolic-sar',
    talib: 'SAR(high, low, 0.02, 0.2)',
    ti: peer('PSAR.calculate({ high, low, step: 0.02, max: 0.2 })', { from: 4 }),
    ts: peer('new PSAR({ accelerationStep: 0.02, accelerationMax: 0.2 })', {
      fed: 'bars',
      differs: 'the stop is bounded by the bar before the last only where the bar crosses it',
    }),
  },
  {
    slug: 'supertrend',
    ts: peer('new SuperTrend({ interval: 10, multiplier: 3 })', { pick: 'supertrend', fed: 'bars', from: 133 }),
  },
  {
    slug: 'aroon',
    column: 'up',
    talib: 'AROON(high, low, 25)',
    ts: peer('new Aroon(25)', { pick: 'aroonUp', fed: 'bars' }),
  },
  { slug: 'vortex-indicator', column: 'plus', ts: peer('new VortexIndicator(14)', { pick: 'plus', fed: 'bars' }) },
  {
    slug: 'ichimoku-cloud',
    column: 'conversion',
    ti: peer(
      'IchimokuCloud.calculate({ high, low, conversionPeriod: 9, basePeriod: 26, spanPeriod: 52, displacement: 26 })',
      { pick: 'conversion' },
    ),
    ts: peer('new IchimokuCloud()', { pick: 'conversion', fed: 'bars' }),
  },
  {
    slug: 'macd',
    talib: 'MACD(close, 12, 26, 9)',
    ti: peer(
      'MACD.calculate({ values: close, fastPeriod: 12, slowPeriod: 26, signalPeriod: 9, SimpleMAOscillator: false, SimpleMASignal: false })',
      { pick: 'MACD' },
    ),
    ts: peer('new MACD(new EMA(12), new EMA(26), new EMA(9))', { pick: 'macd', from: 229 }),
  },
  {
    slug: 'percentage-price-oscillator',
    talib: 'PPO(close, 12, 26, 1)',
    ts: peer('new PPO({ fastPeriod: 12, slowPeriod: 26 })', { from: 239 }),
  },
  {
    slug: 'trix',
    talib: 'TRIX(close, 15)',
    ti: peer('TRIX.calculate({ values: close, period: 15 })'),
    ts: peer('new TRIX(15)', { differs: 'the change over the newer average; here over the older, as TA-Lib' }),
  },
  { slug: 'vertical-horizontal-filter', ts: peer('new VHF(28)') },
  { slug: 'choppiness-index', ts: peer('new CHOP(14)', { fed: 'bars' }) },
  {
    slug: 'efficiency-ratio',
    ts: peer('new ER(10)', {
      fed: 'bars',
      differs: 'the net move over the range of highs and lows; here over the sum of all moves (Kaufman)',
    }),
  },
  {
    slug: 'heikin-ashi',
    column: 'ha_close',
    ti: peer('HeikinAshi.calculate({ open, high, low, close, volume, timestamp: time }).close'),
  },
  {
    slug: 'relative-strength-index',
    talib: 'RSI(close, 14)',
    ti: peer('RSI.calculate({ period: 14, values: close })', { within: 7e-5, note: 'rounded to cents' }),
    ts: peer('new RSI(14, WSMA)'),
  },
  {
    slug: 'stochastic-oscillator',
    talib: 'STOCH(high, low, close, 14, 1, 0, 3, 0)',
    ti: peer('Stochastic.calculate({ high, low, close, period: 14, signalPeriod: 3 })', { pick: 'k' }),
    ts: peer('new StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 1, dPeriod: 3 })', {
      pick: 'stochK',
      fed: 'bars',
    }),
  },
  {
    slug: 'stochastic-rsi',
    talib: 'STOCHRSI(close, 14, 14, 1)',
    ti: peer(
      'StochasticRSI.calculate({ values: close, rsiPeriod: 14, stochasticPeriod: 14, kPeriod: 1, dPeriod: 1 })',
      { pick: 'stochRSI', scale: 0.01, within: 0.006, note: 'in percent, and its RSI is rounded to cents' },
    ),
    ts: peer('new StochasticRSI(14, WSMA)'),
  },
  {
    slug: 'williams-percent-r',
    talib: 'WILLR(high, low, close, 14)',
    ti: peer('WilliamsR.calculate({ period: 14, high, low, close })'),
    ts: peer('new WilliamsR(14)', { fed: 'bars' }),
  },
  {
    slug: 'commodity-channel-index',
    talib: 'CCI(high, low, close, 20)',
    ti: peer('CCI.calculate({ period: 20, high, low, close })'),
    ts: peer('new CCI(20)', { fed: 'bars' }),
  },
  {
    slug: 'rate-of-change',
    talib: 'ROC(close, 12)',
    ti: peer('ROC.calculate({ period: 12, values: close })'),
    ts: peer('new ROC(12)', { scale: 100, note: 'a fraction' }),
  },
  { slug: 'chande-momentum-oscillator', talib: 'CMO(close, 14)', ts: peer('new CMO(14)') },
  {
    slug: 'awesome-oscillator',
    ti: peer('AwesomeOscillator.calculate({ high, low, fastPeriod: 5, slowPeriod: 34 })'),
    ts: peer('new AO(5, 34)', { fed: 'bars' }),
  },
  {
    slug: 'ultimate-oscillator',
    talib: 'ULTOSC(high, low, close, 7, 14, 28)',
    ts: peer('new UltimateOscillator()', { fed: 'bars' }),
  },
  { slug: 'true-strength-index', ts: peer('new TSI({ longPeriod: 25, shortPeriod: 13 })', { from: 265 }) },
  {
    slug: 'stochastic-momentum-index',
    ts: peer('new SMI({ interval: 13, smooth1: 25, smooth2: 2 })', { fed: 'bars', from: 220 }),
  },
  {
    slug: 'know-sure-thing',
    ti: peer(
      'KST.calculate({ values: close, ROCPer1: 10, ROCPer2: 15, ROCPer3: 20, ROCPer4: 30, SMAROCPer1: 10, SMAROCPer2: 10, SMAROCPer3: 10, SMAROCPer4: 15, signalPeriod: 9 })',
      { pick: 'kst' },
    ),
    ts: peer('new KST()'),
  },
  { slug: 'coppock-curve', ts: peer('new CoppockCurve()') },
  { slug: 'connors-rsi', ts: peer('new ConnorsRSI()') },
  { slug: 'laguerre-rsi', ts: peer('new LaguerreRSI({ gamma: 0.5 })', { from: 46 }) },
  { slug: 'fisher-transform', ts: peer('new FisherTransform(10)', { fed: 'bars', from: 1302 }) },
  { slug: 'elder-ray', column: 'bull', ts: peer('new ElderRay(13)', { pick: 'bullPower', fed: 'bars', from: 105 }) },
  { slug: 'demarker', ts: peer('new DeMarker({ interval: 14 })', { fed: 'bars' }) },
  { slug: 'disparity-index', ts: peer('new DisparityIndex(14)') },
  {
    slug: 'true-range',
    talib: 'TRANGE(high, low, close)',
    ti: peer('TrueRange.calculate({ high, low, close })'),
    ts: peer('new TR()', { fed: 'bars' }),
  },
  {
    slug: 'average-true-range',
    talib: 'ATR(high, low, close, 14)',
    ti: peer('ATR.calculate({ period: 14, high, low, close })'),
    ts: peer('new ATR(14)', { fed: 'bars', from: 200 }),
  },
  {
    slug: 'rogers-satchell-volatility',
    ts: peer('new RogersSatchellVolatility(30)', { fed: 'bars', scale: Math.sqrt(8760), note: 'not annualised' }),
  },
  { slug: 'chaikin-volatility', ts: peer('new CVI(10)', { fed: 'bars', from: 94 }) },
  {
    slug: 'ulcer-index',
    ts: peer('new UlcerIndex(14)', {
      differs: 'the greatest close since the window began; here over the n closes until each bar',
    }),
  },
  {
    slug: 'bollinger-bands',
    column: 'middle',
    talib: 'BBANDS(close, 20, 2, 2)',
    ti: peer('BollingerBands.calculate({ period: 20, stdDev: 2, values: close })', { pick: 'middle' }),
    ts: peer('new BollingerBands(20, 2)', { pick: 'middle' }),
  },
  {
    slug: 'bollinger-bands',
    column: 'upper',
    talib: 'BBANDS(close, 20, 2, 2)',
    ti: peer('BollingerBands.calculate({ period: 20, stdDev: 2, values: close })', { pick: 'upper' }),
    ts: peer('new BollingerBands(20, 2)', { pick: 'upper' }),
  },
  {
    slug: 'percent-b',
    ti: peer('BollingerBands.calculate({ period: 20, stdDev: 2, values: close })', { pick: 'pb' }),
    ts: peer('new PercentB({ interval: 20, deviationMultiplier: 2 })'),
  },
  { slug: 'bollinger-bandwidth', ts: peer('new BollingerBandsWidth(new BollingerBands(20, 2))') },
  {
    slug: 'keltner-channels',
    column: 'middle',
    ti: peer(
      'KeltnerChannels.calculate({ high, low, close, maPeriod: 20, atrPeriod: 10, multiplier: 2, useSMA: false })',
      { pick: 'middle' },
    ),
    ts: peer('new KeltnerChannels({ emaInterval: 20, atrInterval: 10, multiplier: 2 })', {
      pick: 'middle',
      fed: 'bars',
      from: 151,
    }),
  },
  {
    slug: 'keltner-channels',
    column: 'upper',
    ti: peer(
      'KeltnerChannels.calculate({ high, low, close, maPeriod: 20, atrPeriod: 10, multiplier: 2, useSMA: false })',
      { pick: 'upper' },
    ),
    ts: peer('new KeltnerChannels({ emaInterval: 20, atrInterval: 10, multiplier: 2 })', {
      pick: 'upper',
      fed: 'bars',
      from: 151,
    }),
  },
  {
    slug: 'donchian-channel',
    column: 'upper',
    talib: 'MAX(high, 20)',
    ts: peer('new DonchianChannels(20)', { pick: 'upper', fed: 'bars' }),
  },
  {
    slug: 'chandelier-exit',
    ti: peer('ChandelierExit.calculate({ high, low, close, period: 22, multiplier: 3 })', { pick: 'exitLong' }),
    ts: peer('new ChandelierExit({ interval: 22, multiplier: 3 })', { pick: 'long', fed: 'bars', from: 276 }),
  },
  { slug: 'on-balance-volume', talib: 'OBV(close, volume)', ti: peer('OBV.calculate({ close, volume })') },
  {
    slug: 'accumulation-distribution-line',
    talib: 'AD(high, low, close, volume)',
    ti: peer('ADL.calculate({ high, low, close, volume })', { within: 1e-7, note: 'rounded to whole volumes' }),
    ts: peer('new AD()', { fed: 'bars' }),
  },
  { slug: 'chaikin-money-flow', ts: peer('new CMF(20)', { fed: 'bars' }) },
  {
    slug: 'chaikin-oscillator',
    talib: 'ADOSC(high, low, close, volume, 3, 10)',
    ts: peer('new ADOSC({ fastPeriod: 3, slowPeriod: 10 })', { fed: 'bars', from: 90 }),
  },
  {
    slug: 'money-flow-index',
    talib: 'MFI(high, low, close, volume, 14)',
    ti: peer('MFI.calculate({ high, low, close, volume, period: 14 })', {
      differs: 'other flows where the typical price does not change, and rounded to cents',
    }),
    ts: peer('new MFI(14)', { fed: 'bars' }),
  },
  {
    slug: 'force-index',
    ti: peer('ForceIndex.calculate({ close, volume, period: 13 })'),
    ts: peer('new ForceIndex(13)', { fed: 'bars', from: 119 }),
  },
  { slug: 'ease-of-movement', ts: peer('new EMV(14)', { fed: 'bars', scale: 0.01, note: 'a hundred times as large' }) },
  { slug: 'negative-volume-index', ts: peer('new NVI()', { fed: 'bars' }) },
  { slug: 'klinger-volume-oscillator', ts: peer('new KVO(34, 55)', { fed: 'bars', from: 575 }) },
  { slug: 'williams-accumulation-distribution', ts: peer('new WAD()', { fed: 'bars' }) },
  {
    slug: 'volume-weighted-average-price',
    ti: peer('VWAP.calculate({ high, low, close, volume })', {
      differs: 'since the first bar; here since 00:00 UTC of each day',
    }),
    ts: peer('new VWAP()', { fed: 'bars', differs: 'since the first bar; here since 00:00 UTC of each day' }),
  },
  { slug: 'detrended-price-oscillator', ts: peer('new DPO(20)') },
  {
    slug: 'schaff-trend-cycle',
    ts: peer('new STC({ cycleInterval: 10, fastInterval: 23, slowInterval: 50 })', { from: 550 }),
  },
  { slug: 'super-smoother', ts: peer('new SuperSmoother(10)') },
  { slug: 'dominant-cycle-period', talib: 'HT_DCPERIOD(close)' },
  { slug: 'mesa-sine-wave', talib: 'HT_SINE(close)' },
];
