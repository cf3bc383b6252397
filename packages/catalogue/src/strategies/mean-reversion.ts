/** Strategies: mean reversion. */

import type { Strategy } from '../strategy.ts';

const CANDLES = '/perpdex/candles';
const TECHNICAL = '/indicators/technical';
const HISTORY = '/market-data/btc-price-history';
const KLINES = '/market-data/klines';
const BATCH = '/perpdex/candles/batch';
const DAILY = '/daily/prices';
const COINS = '/coins/top';
const IMPLIED = '/volatility/index';
const CANDIDATES = '/volume/scanner';

/** Of this group, in the order of the catalogue. */
export const MEAN_REVERSION: readonly Strategy[] = [
  {
    slug: 'rsi-two-pullback',
    name: 'RSI-2 pullback',
    group: 'mean-reversion',
    summary:
      'Buys a coin above its 200-day average when its two-day RSI says that it has been sold for a day or two, and leaves on the first strong close. Pays for buying what others unload in a rising market.',
    timeframe: 'swing',
    complexity: 'beginner',
    indicators: ['relative-strength-index', 'simple-moving-average'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars'],
    entry:
      'Close above SMA 200 and RSI of 2 under 5: buy on that close (practically: the last minute before 00:00 UTC, with RSI worked out on the price of that minute). One position per coin.',
    exit: 'The first daily close above SMA 5, whatever the result. The book uses no price stop; a trade older than 15 days is closed as well.',
    sizing:
      "Because there is no stop, size is the protection: 10 % of equity a coin, four coins at most, no leverage. Test once with each day's worst price as the moment of a forced sale.",
    edge: 'Sellers in a hurry pay for immediacy, and a falling price draws sellers who should not care about two days.',
    edgeSource: 'behavioural',
    crowdingRisk: 'high',
    breaks:
      'The dip that becomes a crash: one trade gives back twenty. Averages of 200 days turn when most of the fall is over.',
    tags: ['pullback', 'short-term', 'no stop'],
    sources: ['connors-alvarez-2009'],
    isAnalogue: true,
    endpoints: [CANDLES, TECHNICAL],
    backtestStatus: 'untested',
  },
  {
    slug: 'three-lows-multiple-days',
    name: 'Multiple days down',
    group: 'mean-reversion',
    summary:
      'Buys after four lower closes in five days inside an uptrend. Pays as selling that comes in a row exhausts itself within a week.',
    timeframe: 'swing',
    complexity: 'beginner',
    indicators: ['simple-moving-average'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars'],
    entry:
      'On the daily close: price over SMA 200, under SMA 5, and four or five of the last five closes lower than the one before each. Buy at the next open with a limit at that close; if not filled by 04:00 UTC, forget it.',
    exit: 'Sell at the open after the first close above SMA 5. A fifth further lower close after entry does not add; the twelfth day in the trade ends it.',
    sizing:
      'Three equal thirds of a sleeve of 30 % of equity, one coin each; a fourth signal waits. A disaster stop 18 % under the fill, which the book does not have, caps a third at 1.8 % of equity.',
    edge: 'Runs of falling days make holders sell by habit of extrapolation, at prices that patient buyers accept.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks:
      'Liquidations of leveraged longs, in which falling closes beget more; coins that fall on news, not by habit.',
    tags: ['pullback', 'count of closes', 'long only'],
    sources: ['connors-etf-2009'],
    isAnalogue: true,
    endpoints: [CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'double-seven',
    name: 'Double sevens',
    group: 'mean-reversion',
    summary:
      'Buys a seven-day closing low above the long average and sells a seven-day closing high. Pays in slow uptrends that breathe.',
    timeframe: 'swing',
    complexity: 'beginner',
    indicators: ['donchian-channel', 'simple-moving-average'],
    markets: ['spot'],
    dataRequired: ['bars'],
    entry:
      'Bitcoin or ether only, as the rule was made for index funds. Close above the 200-day mean and equal to the lowest of seven closes, this one included: market order at 00:00 UTC.',
    exit: 'A close equal to the highest of seven closes; order as before. Nothing else: no stop, no time limit, though a test should report the longest trade.',
    sizing:
      '.4 of equity in each coin, unlevered; half of that when the close has been beyond 5 % above the long mean for less than ten days, for such trends fail most.',
    edge: 'In a market that drifts upwards short dips are noise of supply, and the drift works for whoever holds them.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks:
      'A drop through the long mean after entry, when the rule keeps holding and only a new seven-day high lets it go.',
    tags: ['pullback', 'closing extremes', 'long only'],
    sources: ['connors-alvarez-2009'],
    isAnalogue: true,
    endpoints: [CANDLES, HISTORY],
    backtestStatus: 'untested',
  },
  {
    slug: 'connors-rsi-extreme',
    name: 'ConnorsRSI extreme entry',
    group: 'mean-reversion',
    summary:
      'Demands that speed, length and rank of a fall are all extreme, then bids below the close. Pays for standing where the last sellers of a panic trade.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['connors-rsi'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars'],
    entry:
      "ConnorsRSI (3, 2, 100) under 10, close in the lowest quarter of the day's range, low at least 4 % under the prior close. Next day only: a post-only limit 5 % under that close. Rank candidates by the lowest value; bid for at most six.",
    exit: 'ConnorsRSI above 70 at a close: sell at the next open. Else after ten days. If price falls 20 % under the fill, out at market.',
    sizing:
      'Each bid is 8 % of equity, and all six may fill at once: then 48 % is deployed and no more bids go out. Fees of a maker entry and a taker exit.',
    edge: 'Providing bids in a rout is paid by those who must sell; the composite marks routs better than depth alone.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks:
      'Fills come mostly in the worst falls: what filled is not what was signalled. A listing scandal never returns.',
    tags: ['limit entry', 'pullback', 'composite'],
    sources: ['connors-research-2012'],
    isAnalogue: true,
    endpoints: [CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'bollinger-band-tag-return',
    name: 'Lower-band re-entry',
    group: 'mean-reversion',
    summary:
      'In a market without trend, waits for a close outside a band and trades the close back inside towards the middle. Pays in ranges some twenty days wide.',
    timeframe: 'swing',
    complexity: 'beginner',
    indicators: ['bollinger-bands', 'average-directional-index'],
    markets: ['perps', 'spot'],
    dataRequired: ['bars'],
    entry:
      'Four-hour bars, bands 20 and 2, ADX of 14 below 20 on both bars. Bar one closes under the lower band, one of the next three closes inside: buy at its close. Upper band by symmetry.',
    exit: 'Limit at the middle band, renewed each bar. Stop one tick beyond the extreme of the excursion. ADX above 28 closes it at market.',
    sizing:
      'Risk .35 % of equity to that stop; refuse when the target is nearer than 1.2 times the stop, or nearer than 60 bp, which fees would halve.',
    edge: 'Without trend, excess on one side is local: liquidity taken by one large order refills.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks:
      'A first step of a band walk looks the same. The filter is late, because ADX rises when the trend is already there.',
    tags: ['bands', 'range', 're-entry'],
    sources: ['bollinger-2001'],
    isAnalogue: true,
    endpoints: [CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'zscore-fade-ou',
    name: 'Ornstein-Uhlenbeck z fade',
    group: 'mean-reversion',
    summary:
      'Fades the distance from a moving mean in proportion, only while tests say that the series returns, and returns soon. Pays in stationary spells of hourly prices.',
    timeframe: 'day',
    complexity: 'advanced',
    indicators: ['z-score', 'mean-reversion-half-life', 'unit-root-statistic'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      'Hourly closes, log. At each 00:00 UTC over 500 bars: unit-root statistic below −2.86 (5 %) and half-life between 3 and 24 hours, else flat for the day. When allowed: z over a window of the half-life rounded up to hours, at least 10. Position = −z in units, renewed hourly.',
    exit: 'By the same line, z near 0 means flat. Both tests failing at midnight closes; |z| above 4 closes until the next day.',
    sizing:
      'One unit = .1 of equity, at most 3. Move only if off by half a unit, with post-only orders, since at 5 bp taker most hours do not pay.',
    edge: 'Temporary order imbalance pushes price from where it returns; the half-life says if that is faster than costs and funding.',
    edgeSource: 'statistical',
    crowdingRisk: 'medium',
    breaks:
      'A series that is stationary over 500 bars by chance; the fit ends when a trend starts, with the greatest position against it.',
    tags: ['stationarity', 'linear', 'hourly'],
    sources: ['chan-2013'],
    isAnalogue: true,
    endpoints: [CANDLES, KLINES],
    backtestStatus: 'untested',
  },
  {
    slug: 'weekly-contrarian-reversal',
    name: 'Weekly contrarian weights',
    group: 'mean-reversion',
    summary:
      'Holds each coin in proportion to minus its return relative to the market last week. Pays from reversal and also from coins that lag others, which the source shows to be the larger part.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['rate-of-change'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      'Wednesday to Wednesday closes of the 60 most traded perps: w = −(r − mean r) / N. Trade at Thursday 00:00 to 02:00 UTC by passive orders.',
    exit: 'All weights are replaced after one week; nothing is closed earlier.',
    sizing:
      'Scale so that Σ|w| = 1 of equity, which is dollar neutral by construction. Coins with a return beyond 3 cross-sectional deviations are set to 3. Net of 8 bp a side: turnover is near 150 % a week.',
    edge: 'Prices overshoot when liquidity is asked for, and some coins adjust to common news a week late.',
    edgeSource: 'microstructure',
    crowdingRisk: 'medium',
    breaks: 'Weeks in which winners go on, as in manias; costs, which take most of what is measured at last prices.',
    tags: ['cross-section', 'contrarian', 'weekly'],
    sources: ['lo-mackinlay-1990'],
    isAnalogue: true,
    endpoints: [BATCH],
    backtestStatus: 'untested',
  },
  {
    slug: 'one-month-reversal',
    name: 'One-month reversal deciles',
    group: 'mean-reversion',
    summary:
      'Buys the worst tenth of last month and sells the best tenth. In stocks it paid through reversal of pressure; among coins the evidence is mixed with momentum at the same horizon.',
    timeframe: 'position',
    complexity: 'beginner',
    indicators: ['rate-of-change'],
    markets: ['perps', 'spot'],
    dataRequired: ['bars'],
    entry:
      "Calendar months. Rank all perps older than 90 days, volume above 5 million dollars a day, by the month's return. On day 1, 12:00 UTC, long the lowest decile, short the highest, in thirty-minute volume-weighted slices.",
    exit: 'Day 1 of the next month. Single exception: a short whose funding costs over 3 % in the month is closed.',
    sizing:
      "Equal weights, .3 of equity a side; a coin that counts for over half of the side's 60-day variance is halved. Report results without the two smallest coins too.",
    edge: 'Sellers who need money within a month depress price below what others will pay later.',
    edgeSource: 'microstructure',
    crowdingRisk: 'medium',
    breaks: 'Illiquid tails make the paper profit; short best-performers in a mania and the loss is unbounded.',
    tags: ['cross-section', 'monthly', 'deciles'],
    sources: ['jegadeesh-1990'],
    isAnalogue: true,
    endpoints: [BATCH],
    backtestStatus: 'untested',
  },
  {
    slug: 'long-run-loser-rebound',
    name: 'Long-run loser rebound',
    group: 'mean-reversion',
    summary:
      'Buys the deepest losers of three years against the winners and waits three more. Rests on over-reaction in stocks, which have earnings to return to.',
    timeframe: 'long-term',
    complexity: 'intermediate',
    indicators: ['rate-of-change'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars'],
    entry:
      'Every 31 December: coins with three years of prices, at least 1 million dollars of mean daily volume in the last month (so that dead tokens stay out). Long the 20 lowest cumulated returns relative to the market, short the 10 highest through perps.',
    exit: 'Three years later, or on delisting at what is paid, which is often nothing. Tranches of three start years overlap.',
    sizing:
      '1 % of equity per loser, so that 20 zeros cost a fifth; shorts together .1 of equity and capped at a gain of 100 % against them.',
    edge: 'People extrapolate several bad years; what survives is then priced too low.',
    edgeSource: 'behavioural',
    crowdingRisk: 'low',
    breaks: 'Tokens that never come back: most losers of one cycle do not lead the next. Funding over years.',
    tags: ['overreaction', 'years', 'contrarian'],
    sources: ['debondt-thaler-1985'],
    isAnalogue: true,
    endpoints: [DAILY, COINS],
    backtestStatus: 'untested',
  },
  {
    slug: 'liquidity-provision-reversal',
    name: 'Volatility-scaled liquidity reversal',
    group: 'mean-reversion',
    summary:
      'Runs a short-term reversal book in size only when implied volatility is high, as a payment for giving liquidity when others withdraw it. Pays in tense markets that do not break.',
    timeframe: 'swing',
    complexity: 'advanced',
    indicators: ['implied-volatility-index', 'rate-of-change'],
    markets: ['perps'],
    dataRequired: ['bars', 'options'],
    entry:
      'Daily: weights −(r − mean r) of each of the last five days over 40 perps, averaged. Scale factor s = 0 while the 30-day implied volatility index of bitcoin is under its yearly median, then in a straight line to 1 at its 90th percentile. Trade at 00:00 UTC with passive orders for an hour. The source predicts returns by the index; switching by it is our use.',
    exit: 'Weights age out after five days. If the index falls under its median, the book runs off without renewals.',
    sizing:
      "Σ|w| = 1.5 · s of equity; a one-day loss above 4 % of equity halves s for ten days. Taker fees must stay under a third of the book's mean gross gain.",
    edge: 'Market makers hold less when capital is scarce; the reward for taking their place rises with fear.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'medium',
    breaks: "High volatility at the start of a collapse: today's falls go on tomorrow. All legs lose together.",
    tags: ['liquidity', 'implied volatility', 'conditional'],
    sources: ['nagel-2012'],
    isAnalogue: true,
    endpoints: [BATCH, IMPLIED],
    backtestStatus: 'untested',
  },
  {
    slug: 'volume-conditioned-reversal',
    name: 'Heavy-volume reversal',
    group: 'mean-reversion',
    summary:
      'Fades a large daily move if it came on heavy volume and leaves it alone if volume was light. Pays if the trade was a need for cash rather than news.',
    timeframe: 'day',
    complexity: 'intermediate',
    indicators: ['abnormal-volume', 'return-autocorrelation'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      'At 00:00 UTC: |r| above 1.5 times its 60-day deviation and abnormal volume (49 days) above 1.5, and first-order autocorrelation of the coin over 60 days below 0. Take the side against r at the open, limit order at the last price for 30 minutes.',
    exit: 'The close 24 hours later, or at once when half of r has come back. Stop: a further move of 1 · |r|.',
    sizing:
      '.3 % of equity to the stop, ten trades a day at most, netted so that all longs less all shorts stay below .5 of equity; the rest is hedged in bitcoin.',
    edge: 'When some investors must sell, those who take over require a lower price, which shows as volume with a return that reverses.',
    edgeSource: 'microstructure',
    crowdingRisk: 'low',
    breaks: 'Informed volume: hacks, listings, unlocks. The move then continues and the stop comes first.',
    tags: ['volume', 'daily', 'reversal'],
    sources: ['campbell-grossman-wang-1993'],
    isAnalogue: true,
    endpoints: [CANDLES, CANDIDATES],
    backtestStatus: 'untested',
  },
  {
    slug: 'variance-ratio-gated-fade',
    name: 'Variance-ratio gated fade',
    group: 'mean-reversion',
    summary:
      'Fades daily moves only in coins whose four-day variance is significantly smaller than four daily ones. The cited paper gives the test; it rejects the random walk in stocks towards persistence, not reversal.',
    timeframe: 'day',
    complexity: 'advanced',
    indicators: ['variance-ratio', 'z-score'],
    markets: ['perps', 'spot'],
    dataRequired: ['bars'],
    entry:
      'Weekly choose coins with VR of q = 4 over 256 days under 1 and a heteroskedasticity-robust z* under −1.96. In those, at a daily close with z-score over 20 days beyond ±2: sell above, buy below, limit at the close price next day until 06:00 UTC.',
    exit: 'z-score within ±.5, or three days, or the coin fails the weekly test, whichever is first.',
    sizing:
      "Each .15 of equity divided by the number of chosen coins' square root, at most five open. With 100 coins tested, expect two or three passes by luck: require the same sign in both halves of the window.",
    edge: 'A ratio below one means that part of each move is taken back, a property of price, not of a story.',
    edgeSource: 'statistical',
    crowdingRisk: 'low',
    breaks: 'Estimates over 256 days have standard errors near .1; the choice regresses to one after it is made.',
    tags: ['test gate', 'random walk', 'daily'],
    sources: ['lo-mackinlay-1988'],
    isAnalogue: true,
    endpoints: [BATCH],
    backtestStatus: 'untested',
  },
  {
    slug: 'hurst-regime-fade',
    name: 'Anti-persistent regime fade',
    group: 'mean-reversion',
    summary:
      'Trades against the last swing while the rescaled range grows slower than in a random walk, and stays out otherwise. The reference is a study of rivers and reservoirs; use on prices is ours.',
    timeframe: 'swing',
    complexity: 'advanced',
    indicators: ['hurst-exponent', 'z-score'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      'Eight-hour bars. H over 256 returns under .45 where a shuffled copy of the same returns (200 draws) lies lower in under 10 % of cases. If so and z over 30 bars passes +1.8 downward or −1.8 upward (having been beyond), trade in the direction of return to the mean.',
    exit: 'z reaching 0; or H above .5 at a close; or 24 bars. A stop at z of 3.5 in price terms, fixed at entry.',
    sizing:
      'Notional = .004 · equity / (stop distance in %), three coins at most. The shuffle corrects the upward bias of H in short samples; skip it and nearly nothing passes.',
    edge: 'If increments cancel one another, stretches are temporary; the exponent is a summary of that over many scales.',
    edgeSource: 'statistical',
    crowdingRisk: 'low',
    breaks: 'Breaks of regime: H averages 85 days and learns of a trend when it is old.',
    tags: ['rescaled range', 'regime', 'swing'],
    sources: ['hurst-1951'],
    isAnalogue: true,
    endpoints: [CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'vwap-deviation-fade',
    name: 'Session VWAP reversion',
    group: 'mean-reversion',
    summary:
      "Sells intraday stretches above the day's average price and buys those below, on days without trend. Pays because many orders are measured against that price.",
    timeframe: 'intraday',
    complexity: 'intermediate',
    indicators: ['volume-weighted-average-price', 'historical-volatility'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      'Five-minute bars from 04:00 to 20:00 UTC. Band = 2 · standard deviation of (close − VWAP) since midnight. Trendless: VWAP moved under .3 daily deviations (30-day historical volatility / √365) since midnight and was crossed at least four times. Post-only order at the band when price comes to it.',
    exit: 'Half at one deviation, half at VWAP by limits. Stop at 3.2 deviations, time stop 90 minutes, flat at 22:00 UTC.',
    sizing:
      '.2 % of equity to the stop, at most three trades a day per coin; two stops in a day end it. With maker entry and taker stop the mean gain has to exceed 7 bp.',
    edge: 'Execution programs buy below and sell above the volume-weighted price, and so pull it back.',
    edgeSource: 'microstructure',
    crowdingRisk: 'medium',
    breaks: 'Trend days: price leaves VWAP at noon and does not return. Releases at 12:30 and 18:00 UTC.',
    tags: ['intraday', 'benchmark price', 'range day'],
    sources: ['kaufman-2013'],
    isAnalogue: true,
    endpoints: [CANDLES, KLINES],
    backtestStatus: 'untested',
  },
  {
    slug: 'keltner-pullback-fade',
    name: 'Channel extremes in ranges',
    group: 'mean-reversion',
    summary:
      'With choppiness high, buys the lower and sells the upper edge of a range-based channel, out at its middle. Pays in months when a market goes nowhere in wide steps.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['keltner-channels', 'choppiness-index'],
    markets: ['perps', 'spot'],
    dataRequired: ['bars'],
    entry:
      'Daily Keltner (20, 2, ATR 10) and choppiness of 14 above 61.8. Rest a limit buy at the lower line of the last finished bar and a limit sell at the upper; withdraw both when choppiness is under 50.',
    exit: 'Market order at the first close beyond the middle line. If a daily close lies 1 ATR outside the edge, cut at the next open.',
    sizing:
      '.5 % of equity over the distance edge to cut (one ATR plus 1 % for the gap to the open). Never both sides filled: the second order is half as large after a loss.',
    edge: 'A path long against its range means that neither side has news; edges are then where the last buyers were exhausted.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks: 'Ranges end once, and at that time a full position is held against the break.',
    tags: ['range', 'channel', 'filter'],
    sources: ['kaufman-2013'],
    isAnalogue: true,
    endpoints: [CANDLES],
    backtestStatus: 'untested',
  },
];
