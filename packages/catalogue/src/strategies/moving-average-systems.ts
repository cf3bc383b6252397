/** Strategies: moving average systems. */

import type { Strategy } from '../strategy.ts';

const KLINES = '/market-data/klines';
const HISTORY = '/market-data/btc-price-history';
const CANDLES = '/perpdex/candles';
const BATCH = '/perpdex/candles/batch';
const SCANNER = '/volume/scanner';

/** Of this group, in the order of the catalogue. */
export const MOVING_AVERAGE_SYSTEMS: readonly Strategy[] = [
  {
    slug: 'golden-cross-hold',
    name: 'Golden cross hold',
    group: 'moving-average-systems',
    summary:
      'Owns the coin while its 50-day average is above the 200-day one and cash otherwise. Pays by missing most of a bear market, not by catching lows. The test cited used pairs such as 1/50 to 2/200; 50/200 is the common variant.',
    timeframe: 'position',
    complexity: 'beginner',
    indicators: ['simple-moving-average'],
    markets: ['spot'],
    dataRequired: ['bars'],
    entry:
      'After at least 200 daily closes: at the first close with SMA 50 above SMA 200, buy at the next open by a limit at the best ask, resent each minute until filled.',
    exit: 'Sell everything the day after the first close with SMA 50 below SMA 200. There is no stop in between, and none may be added without a new test.',
    sizing:
      'All of the capital set aside for the coin, unlevered. With several coins equal parts, set once at entry. A crossing comes about once a year, so 20 bp of cost a side change little.',
    edge: 'Bull and bear phases of coins last for many months, and holders sell winners too soon and losers too late.',
    edgeSource: 'behavioural',
    crowdingRisk: 'high',
    breaks:
      'Crossings two months apart in a flat year: each buys high and sells low. The first 25 to 40 % of a fall is always carried.',
    tags: ['average-cross', 'long-only', 'slow'],
    sources: ['brock-1992', 'murphy-1999'],
    isAnalogue: true,
    endpoints: [KLINES, HISTORY],
    backtestStatus: 'untested',
  },
  {
    slug: 'price-above-two-hundred-day',
    name: 'Two-hundred-day filter',
    group: 'moving-average-systems',
    summary:
      'Checks once a month whether price is above its ten-month average, holds if so and sits in cash if not. Pays by leaving early in long declines with a dozen decisions a year.',
    timeframe: 'position',
    complexity: 'beginner',
    indicators: ['simple-moving-average'],
    markets: ['spot'],
    dataRequired: ['bars'],
    entry:
      'Closes of the last ten calendar months, UTC. When the newest exceeds their mean and nothing is held, buy in the first hour of the new month in six equal market orders ten minutes apart.',
    exit: 'Sell the same way in the first hour of a month after a close under that mean. Prices within the month decide nothing.',
    sizing:
      'One fifth of equity for each of five liquid coins that pass, the rest in dollars; a part that fails stays in cash and is not given to others.',
    edge: 'Trends of a year are the widest in all assets studied, and a slow average costs few trades to follow them.',
    edgeSource: 'behavioural',
    crowdingRisk: 'high',
    breaks: 'A fall that happens inside one month, a rebound inside the next: both are taken in full at the worst end.',
    tags: ['monthly', 'long-only', 'filter'],
    sources: ['faber-2007'],
    isAnalogue: true,
    endpoints: [KLINES, HISTORY],
    backtestStatus: 'untested',
  },
  {
    slug: 'ma-envelope-break',
    name: 'Moving average with percent band',
    group: 'moving-average-systems',
    summary:
      'Long above a band of one percent over the 50-day average, short under the one below, out between them. Pays as an average rule does, with fewer false crossings.',
    timeframe: 'swing',
    complexity: 'beginner',
    indicators: ['moving-average-envelope'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      'Envelope of n = 50 and p = 1 on daily closes. Close above the upper line: be long from the next open. Below the lower line: be short. Orders are post-only at the touch for five minutes, then taker.',
    exit: 'A close between both lines ends the position, as in the paper, where days inside the band belong to neither side.',
    sizing:
      '.5 times equity in bitcoin and ether each, .2 in any other coin. Scale all of it by .30 / σ60 when the 60-day annualised volatility σ60 is above 30 %; never scale up.',
    edge: 'Returns after buy signals of averages were higher and steadier than after sell signals in nine decades of American stock prices, which random walks fitted to them do not reproduce.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks: 'A coin whose day moves 4 %: the band is then narrower than noise. Reversals faster than 25 days.',
    tags: ['average', 'band', 'always-checked-daily'],
    sources: ['brock-1992'],
    isAnalogue: true,
    endpoints: [CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'bitcoin-price-to-average-ratios',
    name: 'Price-to-average predictor',
    group: 'moving-average-systems',
    summary:
      "Forecasts tomorrow's bitcoin return from how far price is from its averages of one to twenty weeks, and holds in proportion. Pays while nobody can value the coin and past prices stand in for news.",
    timeframe: 'swing',
    complexity: 'advanced',
    indicators: ['disparity-index', 'simple-moving-average'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars'],
    entry:
      "Each 00:00 UTC, for L of 5, 10, 20, 50 and 100 days: x = ln(close / SMA over L), the disparity in logs. Regress the next day's return on each x by least squares over all days since the start, at least 365. Forecast m = mean of the five forecasts less the cash rate. m above 0: hold long; otherwise cash.",
    exit: 'Recomputed daily; sell at the next open when m is 0 or below. Changes of weight below .1 are skipped.',
    sizing:
      'Weight = m / (3 · v), cut to 0…1, v the variance of the last 90 daily returns. No leverage, no short. Cost 10 bp a side, charged on the change of weight.',
    edge: 'Where fundamentals are hard to value, investors learn from price, and their learning makes its distance from averages predictive.',
    edgeSource: 'informational',
    crowdingRisk: 'medium',
    breaks: 'More agreement about value, which removes the effect, and coefficients fitted in one long bull market.',
    tags: ['predictive-regression', 'forecast-combination', 'bitcoin'],
    sources: ['detzel-2021'],
    endpoints: [HISTORY],
    backtestStatus: 'untested',
  },
  {
    slug: 'triple-ma-order',
    name: 'Triple average alignment',
    group: 'moving-average-systems',
    summary:
      'Enters only when the averages of 4, 9 and 18 days lie in order, and leaves as soon as the two fast ones cross. Pays in legs of two to six weeks.',
    timeframe: 'swing',
    complexity: 'beginner',
    indicators: ['simple-moving-average', 'average-true-range'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      'At a daily close with SMA 4 > SMA 9 > SMA 18 for the first time since they last were not: buy at market with the next open. With 4 < 9 < 18: sell short. A crossing of 4 and 9 alone is only a warning.',
    exit: 'SMA 4 on the other side of SMA 9 at a close ends the trade at the next open. Then wait for a full new order, even in the same direction.',
    sizing:
      'Fixed fraction: .9 % of equity at a stop 2.5 average true ranges (18 days) from the fill; that stop only protects, the crossing is expected first. At most five positions.',
    edge: 'Three lengths that agree filter crossings made by a single bar; followers of each length buy in turn.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks: 'V-shaped turns, where the order is complete when the leg is half over, and ranges shorter than 18 days.',
    tags: ['three-averages', 'alignment', 'daily'],
    sources: ['murphy-1999'],
    isAnalogue: true,
    endpoints: [CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'guppy-compression-expansion',
    name: 'Guppy compression and expansion',
    group: 'moving-average-systems',
    summary:
      'Reads six short averages as traders and six long ones as investors, and buys when the first fan out above a bundled second group. Pays when a long base resolves.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['guppy-multiple-moving-average'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars'],
    entry:
      "Daily EMAs 3, 5, 8, 10, 12, 15 and 30 to 60 in fives. Width of a group = (largest − smallest) / close. Compressed: the long group's width is in the lowest fifth of its last 250 days at some close of the last ten. Then buy at the next open after the first close on which all short EMAs exceed all long ones and both widths have grown for three closes.",
    exit: 'Half out when the EMA 3 closes under the EMA 15, the other half at the first close at which the lowest short EMA is under the highest long one.',
    sizing:
      'Stop at the lowest long EMA of the entry day; lose at most .7 % of equity there. No trade if that stop is more than 15 % away. Long only on spot, mirrored on perps.',
    edge: 'A bundle of averages shows agreement on price; its end leaves many holders on one side who must trade at the same time.',
    edgeSource: 'behavioural',
    crowdingRisk: 'low',
    breaks: 'News spikes that fan the short group for three days; compression that goes on for a second year.',
    tags: ['ribbon', 'compression', 'trend-start'],
    sources: ['guppy-2004'],
    isAnalogue: true,
    endpoints: [CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'hull-slope-turn',
    name: 'Hull slope turn',
    group: 'moving-average-systems',
    summary:
      'Holds the side towards which a Hull average of 55 bars slopes, and reverses at each turn confirmed by the close. Pays in smooth swings of some ten days.',
    timeframe: 'swing',
    complexity: 'beginner',
    indicators: ['hull-moving-average'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      'Eight-hour bars ending 00, 08 and 16 UTC. H = Hull average of 55. If H rose in this bar after it fell in the last, and the sum of both changes exceeds .05 % of price, go long with a market order at the close; a turn down: short.',
    exit: 'Only the opposite turn, in the same order as its entry. Skip it if the bar is the one with the funding stamp and the position would be held for less than five minutes.',
    sizing:
      'Notional = .006 · equity / mean absolute eight-hour return of 90 bars, so that a mean bar moves the account .6 %; at most equal to equity. Test with 8 bp a side: it turns about every 15 bars.',
    edge: 'Lag is the cost of a trend rule; weights that cancel most of it let small trends pay, at the price of overshoot.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks: 'Turns themselves: negative weights throw the average past price, and a second turn follows at once.',
    tags: ['low-lag', 'slope', 'stop-and-reverse'],
    sources: ['hull-2005'],
    isAnalogue: true,
    endpoints: [CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'kama-turn-filter',
    name: 'Adaptive average turn with filter',
    group: 'moving-average-systems',
    summary:
      'Reverses when the adaptive average has left its last low or high by more than a share of its own usual movement. Pays where quiet and fast phases take turns.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['kaufman-adaptive-moving-average'],
    markets: ['perps', 'spot'],
    dataRequired: ['bars'],
    entry:
      "Daily KAMA (10, 2, 30). Filter F = .15 · standard deviation of the 20 last daily changes of KAMA. Up-turn: KAMA exceeds its lowest value since the last down-turn by F; down-turn likewise below the highest. Trade in the turn's direction at the following open.",
    exit: 'A turn of the other kind, which is the next entry. Spot accounts go to cash instead of short.',
    sizing:
      'Weight w = .12 / σ per coin with σ the yearly deviation of 40 days, fixed from entry to exit; sum of weights at most 2, reduced in proportion. An entry whose KAMA move has already gone 6 F is taken at half weight.',
    edge: 'Speed that follows the ratio of net to total movement leaves the average almost still in noise, so its turns are rarer and mean more.',
    edgeSource: 'behavioural',
    crowdingRisk: 'low',
    breaks:
      'A filter too wide for the first leg after a calm phase, or too narrow after a crash has raised the deviation.',
    tags: ['adaptive', 'filter', 'reversal'],
    sources: ['kaufman-2013'],
    isAnalogue: true,
    endpoints: [CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'mama-fama-cross',
    name: 'MAMA-FAMA cross',
    group: 'moving-average-systems',
    summary:
      'Trades the crossing of a phase-adaptive average and its slower follower, which step rather than glide. Pays in markets that swing with a measurable period of 10 to 40 bars.',
    timeframe: 'swing',
    complexity: 'advanced',
    indicators: ['mesa-adaptive-moving-average', 'average-true-range'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      'Median price of four-hour bars, limits .5 and .05. MAMA over FAMA at a close after it was not: long at the next open; under: short. Ignore crossings within the first 100 bars, where the discriminator still settles.',
    exit: 'The opposite crossing. In addition flat after 60 bars without a new favourable close, since the measured cycle is then gone.',
    sizing:
      'A third of equity per position across three coins, cut by the ratio of the average true range of 200 bars to that of 20 where it is below 1. Orders are limits at the signal close, good for one bar, then abandoned.',
    edge: 'The rate of change of phase tells when a swing turns; an average that speeds up only then crosses late moves seldom.',
    edgeSource: 'statistical',
    crowdingRisk: 'low',
    breaks: 'Trends without cycle, where the phase estimate is noise, and gaps that reset it.',
    tags: ['phase', 'adaptive', 'cycle'],
    sources: ['ehlers-2001'],
    isAnalogue: true,
    endpoints: [CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'dema-crossover',
    name: 'Double exponential cross',
    group: 'moving-average-systems',
    summary:
      'Crosses two averages from which most lag has been taken out, so that entries come days before those of a plain pair. Pays when a turn is followed by a leg, and costs more when it is not.',
    timeframe: 'swing',
    complexity: 'beginner',
    indicators: ['double-exponential-moving-average'],
    markets: ['perps', 'spot'],
    dataRequired: ['bars'],
    entry:
      'DEMA 12 and DEMA 26 of daily closes. Fast over slow with both higher than the day before: buy at the next open. Fast under slow with both lower: short, or cash on spot. A crossing with only one in agreement waits up to three days, then lapses.',
    exit: 'A close of the fast line on the other side of the slow one. Plus a trailing stop that follows the highest close at 12 %, narrowed to 8 % once the trade is 20 % in profit.',
    sizing:
      '6 % of equity per trade at 12 % trailing distance is a loss of .72 % of equity; no more than ten trades open and four opened in a week.',
    edge: 'The lag of an exponential average is known and can be subtracted, so the same persistence is met earlier.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks:
      'Overshoot after shocks: the corrected average runs past price and crosses back. The trade count is roughly twice that of EMAs.',
    tags: ['low-lag', 'cross', 'swing'],
    sources: ['mulloy-1994'],
    isAnalogue: true,
    endpoints: [CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'weekly-stage-analysis',
    name: 'Stage analysis',
    group: 'moving-average-systems',
    summary:
      'Buys the week in which a coin leaves a base above a 30-week average that no longer falls, on heavy volume and ahead of bitcoin. Pays in the second of four stages and tries to be out for the fourth.',
    timeframe: 'position',
    complexity: 'intermediate',
    indicators: ['simple-moving-average', 'abnormal-volume', 'price-relative'],
    markets: ['spot'],
    dataRequired: ['bars'],
    entry:
      'Weekly bars to Sunday 24:00 UTC. All of: close above the highest close of 20 weeks, SMA 30 not lower than four weeks before, volume at least twice the mean of the four weeks before and abnormal volume of 26 weeks above 1, price relative to bitcoin over its 52-week mean. Buy half on Monday, half by a limit at the breakout level within four weeks.',
    exit: 'Sell all at the first weekly close under SMA 30. Earlier: a stop under the last weekly low that was followed by a new high, moved after each such low.',
    sizing:
      'Entry to first stop costs 1 % of equity; ten coins at most, none over 15 % of equity; new purchases only while bitcoin itself is above its own 30-week average.',
    edge: 'Bases are handed from tired to patient holders; who buys after it meets little supply and growing attention.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks:
      'Weekly checks are slow for coins: the top and half of the fall can fit between two Sundays. Wash volume fakes the third condition.',
    tags: ['weekly', 'stages', 'relative-strength'],
    sources: ['weinstein-1988'],
    isAnalogue: true,
    endpoints: [BATCH, SCANNER],
    backtestStatus: 'untested',
  },
  {
    slug: 'pullback-to-rising-ema',
    name: 'Pullback to rising EMA (Holy Grail)',
    group: 'moving-average-systems',
    summary:
      'In a trend with ADX over 30, buys the first return to the 20-bar average, but only once price turns up again. Pays as the retest of the old high.',
    timeframe: 'swing',
    complexity: 'beginner',
    indicators: ['average-directional-index', 'exponential-moving-average'],
    markets: ['perps', 'spot'],
    dataRequired: ['bars'],
    entry:
      "Daily bars. ADX 14 above 30 and higher than the day before; then a bar whose low touches EMA 20 from above. Place a buy-stop one tick over that bar's high, lowered to each following bar's high, for up to five bars. Downtrend: mirrored.",
    exit: 'Sell half at the swing high before the pullback, the rest with a stop trailed under each two-bar low. First stop: the low of the pullback. Stopped out, enter once more if the first stop price is passed again.',
    sizing:
      '.5 % of equity to the first stop for each attempt. After a full win ADX has to fall below 30 and rise over it again before the coin counts anew.',
    edge: 'Those who missed a strong move buy its first dip; those who shorted the dip must cover at the prior high.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks: 'The third dip of an old trend; ADX also exceeds 30 at climaxes, after which there is no retest.',
    tags: ['pullback', 'trend', 'stop-entry'],
    sources: ['connors-raschke-1995'],
    isAnalogue: true,
    endpoints: [CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'crypto-technical-rule-vote',
    name: 'Rule-universe vote',
    group: 'moving-average-systems',
    summary:
      'Lets many simple rules vote, but only those that survive a correction for having searched through many. Pays when several families of rules see the same drift in a coin.',
    timeframe: 'day',
    complexity: 'advanced',
    indicators: ['simple-moving-average', 'donchian-channel', 'relative-strength-index'],
    markets: ['perps', 'spot'],
    dataRequired: ['bars'],
    entry:
      'Universe: SMA pairs (fast 1, 2, 5, 10; slow 20, 50, 100, 150, 200; bands 0 and 1 %, out inside the band), donchian closes (10, 20, 50, 100, held until the other edge), RSI 14 (long under 30, short over 70, held until 50). Each quarter test all on the last two years against buy-and-hold with a stepwise bootstrap (1000 draws, 5 %). Daily at 00:00 UTC: vote = mean of ±1, 0 of the survivors; over .33 long, under −.33 short.',
    exit: 'Flat when |vote| is .1 or less at the daily close, or when a quarter leaves fewer than three survivors.',
    sizing:
      '|vote| · 20 % of equity per coin, ten coins at most. Results after 10 bp a side decide which rules survive, not gross ones.',
    edge: 'Prices of coins trend more than fitted random walks, and errors of single rules partly cancel in a vote.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks:
      'What passes in two years of one market need not pass in the next; the paper finds no predictability of bitcoin out of its sample, though some of other coins.',
    tags: ['data-snooping', 'ensemble', 'daily'],
    sources: ['hudson-urquhart-2021'],
    endpoints: [KLINES, BATCH],
    backtestStatus: 'untested',
  },
];
