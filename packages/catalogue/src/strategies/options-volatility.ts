/** Strategies: options volatility. */

import type { Strategy } from '../strategy.ts';

const CANDLES = '/perpdex/candles';
const IMPLIED = '/volatility/implied';
const INDEX = '/volatility/index/history';
const COIN = '/volatility/regime/{symbol}';
const GAMMA = '/quant/gex';

/** Strategies of the group, in catalogue order. */
export const OPTIONS_VOLATILITY: readonly Strategy[] = [
  {
    slug: 'short-variance-premium',
    name: 'Variance Premium Harvest',
    group: 'options-volatility',
    summary:
      'Sells strangles of one month and hedges their delta while options price in more variance than a forecast expects. Many small gains stand against rare large losses.',
    timeframe: 'position',
    complexity: 'advanced',
    indicators: ['variance-risk-premium', 'har-rv-forecast'],
    markets: ['options', 'perps'],
    dataRequired: ['options', 'bars'],
    entry:
      'Fridays after the 08:00 UTC expiry: variance risk premium, with the HAR forecast of 30 days as its expectation, above .03 a year and above its median of 180 days. Sell the call of delta .20 and the put of −.20 of the expiry nearest to 30 days by limit at mid, one tick lower each 2 minutes, not under mid − 30 % of the spread. Buy the wings of delta .03 on both sides.',
    exit: 'Buy back at 50 % of the premium, at 7 days to expiry, or when the forecast exceeds implied variance. Delta is brought to 0 by perps at 08:00, 16:00 and 00:00 UTC and when it passes 8 % of the notional.',
    sizing:
      'A move of 25 % overnight in either direction, with implied volatility up 40 points, may cost 3 % of equity; vega at most .2 % of equity a point.',
    edge: 'Buyers of protection pay above expected variance, and the premium compensates whoever is short when variance jumps.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'high',
    breaks:
      'A jump that takes a year of premium in a day. Slow rises of volatility in which the forecast lags. Margin raised by the venue while marks are wide.',
    tags: ['variance-premium', 'short-volatility', 'strangle', 'delta-hedged'],
    sources: ['carr-wu-2009'],
    isAnalogue: true,
    endpoints: [IMPLIED, INDEX, CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'variance-swap-replication',
    name: 'Replicated Short Variance Swap',
    group: 'options-volatility',
    summary:
      'Builds a short variance swap from a strip of options with weights 1/K² and a hedge of its log payoff, so that the result is fixed variance less realised variance, nearly whatever the path.',
    timeframe: 'position',
    complexity: 'advanced',
    indicators: ['implied-volatility-index', 'realized-variance'],
    markets: ['options', 'perps'],
    dataRequired: ['options', 'bars'],
    entry:
      'For the expiry of 25 to 35 days with at least 12 quoted strikes on either side of the forward, reaching to delta .03: square of the implied volatility index from the mid prices against realised variance, sampled daily, over 30 days. If the first exceeds the second by a quarter, sell (2/T)·ΔK/K² out-of-the-money options at each strike per unit of variance, T in years, by limits between mid and bid within 2 hours; strikes that stay unfilled are left to their neighbours.',
    exit: 'Hold to expiry; buy the strip back if spot leaves the range of the sold strikes. At 00:00 UTC, when the realised part is sampled, set the perp to (2/T)·(1/F0 − 1/S) coins per unit, F0 the forward at entry: short below it, long above.',
    sizing:
      'Variance notional so that realised volatility at twice the strike loses 4 % of equity; buy one put of delta −.02 per unit to cap what is below the last strike.',
    edge: 'The price of a strip is the market price of variance without a model; selling it isolates the premium from the path of price.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'medium',
    breaks:
      'Missing wings: a crash beyond the last strike costs more than the swap would have. Jumps leave a cubic error. Spreads of twelve options eat the premium.',
    tags: ['variance-swap', 'replication', 'strip', 'short-volatility'],
    sources: ['demeterfi-1999'],
    isAnalogue: true,
    endpoints: [IMPLIED, CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'delta-hedged-short-straddle',
    name: 'Delta-Hedged Short Straddle',
    group: 'options-volatility',
    summary:
      'A straddle of one or two weeks sold at the money each week and hedged in bands: the plain test of whether hedged options lose on average.',
    timeframe: 'swing',
    complexity: 'advanced',
    indicators: ['historical-volatility', 'variance-risk-premium'],
    markets: ['options', 'perps'],
    dataRequired: ['options', 'bars'],
    entry:
      'Thursday 12:00 UTC: sell call and put of the strike next to the forward, 8 to 15 days to expiry, if implied volatility is 1.1 times the larger of the 10-day and 30-day historical volatility, and the variance risk premium is positive. Combination order at mid less .2 volatility points, stepped down by .2 each 5 minutes for half an hour.',
    exit: 'Two days before expiry, or when the loss equals the premium. Between: hedge the delta to 0 by perp limits each time it leaves ±.10 per straddle, by market beyond ±.25.',
    sizing:
      'Gamma loss at a move of three daily deviations = .75 % of equity. No second straddle in the same coin while one is open.',
    edge: 'Hedged long options lost money in index data, more so in times of high volatility: sellers are paid for volatility risk.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'medium',
    breaks:
      'Gaps between two hedges. Trending weeks in which bands buy high and sell low. Events in the week that implied volatility priced right.',
    tags: ['straddle', 'weekly', 'delta-hedged', 'short-gamma'],
    sources: ['bakshi-kapadia-2003'],
    isAnalogue: true,
    endpoints: [IMPLIED, COIN, CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'zero-beta-straddle',
    name: 'Zero-Beta Straddle Sale',
    group: 'options-volatility',
    summary:
      'Sells calls and puts in the proportion that has no market beta at the start, unhedged after. What is left is the expected return of volatility, with its variance.',
    timeframe: 'position',
    complexity: 'advanced',
    indicators: ['rolling-beta', 'implied-volatility-index'],
    markets: ['options'],
    dataRequired: ['options', 'bars'],
    entry:
      'First Friday of a month, expiry about 30 days: beta of an option = Δ·S/price · rolling beta of 90 days of its coin to the market. Weight of calls w in value so that w·β(call) + (1 − w)·β(put) = 0; sell both at the strike nearest to the forward, at mid or up to a fifth of the spread below. Not if the implied volatility index is in the lowest fifth of two years.',
    exit: 'Buy back 5 days before expiry; reset the weights once, at half of the term, if price moved more than 12 %. Out when the package doubles in price.',
    sizing:
      'Premium received 1 % of equity a month for Bitcoin and Ether together; stop included, a month can cost about 1.2 %, more over a gap.',
    edge: 'Straddles without beta had negative average returns in the index, so something besides market risk, such as volatility, is priced.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'medium',
    breaks:
      'Vega losses when the regime of volatility changes. Beta is zero only near the strike. The market of coins is nearly the coin itself, so the beta correction is small.',
    tags: ['straddle', 'zero-beta', 'monthly', 'short-volatility'],
    sources: ['coval-shumway-2001'],
    isAnalogue: true,
    endpoints: [IMPLIED, INDEX],
    backtestStatus: 'untested',
  },
  {
    slug: 'covered-call-systematic',
    name: 'Systematic Covered Call',
    group: 'options-volatility',
    summary:
      'Owns the coin, sells a call each month and buys back the delta that the call takes away: equity exposure stays what it was, and only volatility is sold.',
    timeframe: 'position',
    complexity: 'intermediate',
    indicators: ['implied-volatility-index'],
    markets: ['spot', 'options', 'perps'],
    dataRequired: ['options', 'bars'],
    entry:
      'Last Friday of the month, after settlement: sell the call of delta .25 and 28 to 35 days per coin held, with a limit at mid that drops a tick a minute to no less than the bid + 25 % of the spread. Skip the month if the implied volatility index is under its 20th percentile of a year.',
    exit: 'Buy back at 15 % of the premium or on the day before expiry and sell the next. Each day at 16:00 UTC buy perps for the delta of the short call, so that total delta is 1 per coin within ±.03.',
    sizing:
      'Calls on at most 100 % of the coins, on 50 % after implied volatility rose 15 points in a month. Perp margin of 20 % of the coins stands aside.',
    edge: 'A covered call is part of the coin, part short volatility and part a bet on reversal; only the second is paid for, so the third is hedged away.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'high',
    breaks:
      'Rallies through the strike, where hedging buys higher and higher. Crowded overwriting has pressed implied under realised volatility. Taxes on each call and hedge.',
    tags: ['covered-call', 'overwriting', 'income', 'hedged'],
    sources: ['israelov-nielsen-2015'],
    isAnalogue: true,
    endpoints: [IMPLIED, CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'cash-secured-put-ladder',
    name: 'Cash-Secured Put Ladder',
    group: 'options-volatility',
    summary:
      'Sells puts at steps under the price with the cash to buy at each of them. Either the premium stays or coins are bought lower than they stood.',
    timeframe: 'position',
    complexity: 'intermediate',
    indicators: ['put-call-ratio', 'floor-pivot-points'],
    markets: ['options', 'spot'],
    dataRequired: ['options', 'bars'],
    entry:
      'Every Friday sell one rung of 28 days: strike = next listed below the first, second or third monthly floor pivot support in turn, delta between −.10 and −.30. Only if the put-call ratio by volume, 5-day mean, is above its 60-day median, as puts are asked for then. Limit at mid, moved to the bid side within an hour.',
    exit: 'Buy back at 20 % of the premium. If price closes under a strike with more than 7 days left, roll once: two supports down, 28 days later, for a net credit, else take delivery in cash and buy the coin, which is sold at its entry + 10 % or after 60 days.',
    sizing:
      'Strike value fully in dollars that earn a rate, no coin margin. A rung is 8 % of equity, at most six rungs; 12 % under all strikes costs less than 6 % of equity.',
    edge: 'Buyers of protection pay more for puts than these paid off on average; a ladder spreads dates and strikes.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'medium',
    breaks:
      'Bear markets in which all rungs are hit one after another. Coin-margined collateral falls with them. Rolling makes losses later, and larger.',
    tags: ['puts', 'cash-secured', 'ladder', 'income'],
    sources: ['mcmillan-2012'],
    isAnalogue: true,
    endpoints: [IMPLIED, CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'cheap-vol-long-straddle',
    name: 'Cheap Volatility Long Straddle',
    group: 'options-volatility',
    summary:
      'Compares coins by how far realised volatility of a year lies from what options ask, buys straddles where they ask least and sells where they ask most.',
    timeframe: 'swing',
    complexity: 'advanced',
    indicators: ['historical-volatility', 'implied-volatility-index'],
    markets: ['options', 'perps'],
    dataRequired: ['options', 'bars'],
    entry:
      'Monday after the monthly expiry: g = ln(historical volatility of 365 days / implied volatility at the money of 30 days) for each coin with quotes of a spread under 8 % of price, at least four coins. The implied value is that of the coin, the implied volatility index where it is published. Buy the straddle of the greatest g and sell that of the least, if they differ by .15, at mid ± a quarter of the spread.',
    exit: 'Five days before expiry. Delta to zero once a day at 08:00 UTC. Sold side out at a loss of 1.5 times its premium.',
    sizing: 'Same vega on both sides, .1 % of equity a point. With fewer than four coins no trade.',
    edge: 'Volatility returns to its own level, and prices of options give recent events too much weight: large gaps to the long-run value close.',
    edgeSource: 'behavioural',
    crowdingRisk: 'low',
    breaks:
      'Two liquid underlyings make no cross-section: it is then one bet. Low implied volatility after the cause of the high one is gone. Spreads of small coins exceed the effect.',
    tags: ['straddle', 'cross-section', 'implied-vs-realised', 'relative-value'],
    sources: ['goyal-saretto-2009'],
    isAnalogue: true,
    endpoints: [IMPLIED, COIN, '/volatility/regime'],
    backtestStatus: 'untested',
  },
  {
    slug: 'volatility-cone-trade',
    name: 'Volatility Cone',
    group: 'options-volatility',
    summary:
      'Draws for each horizon the range in which realised volatility has lain, and trades the tenors whose implied volatility is outside it.',
    timeframe: 'position',
    complexity: 'intermediate',
    indicators: ['historical-volatility', 'implied-volatility-index'],
    markets: ['options', 'perps'],
    dataRequired: ['options', 'bars'],
    entry:
      'Weekly: overlapping historical volatility of 7, 30, 60, 90 and 180 days over three years, variance corrected for overlap; percentiles 5 and 95 of each horizon are the cone. At-the-money implied volatility of a tenor, interpolated as the implied volatility index is, above 95: sell a strangle of delta ±.25; under 5: buy the straddle. Two weekly closes outside are needed for a sale, one for a purchase.',
    exit: 'Implied volatility at the median of the cone for the days that are left, or a third of the original term. Sales have a stop at implied + 15 points. Delta by perps daily and at ±.15.',
    sizing:
      'Long side: premium 1 % of equity. Short side: .15 % of equity vega a point with wings of delta .05 bought.',
    edge: 'Realised volatility is bounded in practice and shorter horizons vary more than longer; quotes beyond what was ever realised need a reason.',
    edgeSource: 'statistical',
    crowdingRisk: 'low',
    breaks:
      'A cone from another regime: falling volatility over years makes all look dear, then none. There is often a reason, and it has a date.',
    tags: ['volatility-cone', 'percentiles', 'tenors', 'implied'],
    sources: ['sinclair-2013'],
    isAnalogue: true,
    endpoints: [IMPLIED, INDEX, CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'gamma-scalping',
    name: 'Gamma Scalping',
    group: 'options-volatility',
    summary:
      'Holds options at the money and sells rises and buys falls of the coin against them. It earns if price moves more than time value costs.',
    timeframe: 'intraday',
    complexity: 'advanced',
    indicators: ['har-rv-forecast', 'average-true-range'],
    markets: ['options', 'perps'],
    dataRequired: ['options', 'bars'],
    entry:
      'At 08:30 UTC: square root of the HAR forecast for the next 5 days, a year, at least 4 points over implied volatility of the straddle of 5 to 10 days. Buy it at no more than mid + a fifth of the spread; neutralise delta at once.',
    exit: 'Hedge to zero each time price has moved half of the average true range of 14 hourly bars · √6 from the last hedge, by post-only perp orders laid in advance on both sides. Sell the straddle after three days, when implied volatility rises above the forecast, or when realised volatility since entry runs 10 points below what was paid.',
    sizing:
      'Theta of a day = .15 % of equity; loss over the three days at no movement about .5 %. One straddle a coin.',
    edge: 'Gain is about half of gamma times squared moves less implied variance: a better forecast of the days ahead is the only source.',
    edgeSource: 'statistical',
    crowdingRisk: 'medium',
    breaks:
      'Calm weeks bleed. Moves that overshoot the band and go on are hedged too early. Implied volatility falls after the event that the forecast still remembers.',
    tags: ['gamma', 'long-volatility', 'hedging', 'forecast'],
    sources: ['natenberg-2015'],
    isAnalogue: true,
    endpoints: [IMPLIED, COIN, CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'risk-reversal-reversion',
    name: 'Risk-Reversal Reversion',
    group: 'options-volatility',
    summary:
      'Sells the wing that is unusually dear and buys the other, delta hedged, when skew is stretched for this coin.',
    timeframe: 'swing',
    complexity: 'advanced',
    indicators: ['risk-reversal-25-delta', 'z-score'],
    markets: ['options', 'perps'],
    dataRequired: ['options', 'bars'],
    entry:
      'Each day at 14:00 UTC: 25-delta risk reversal of 30 days, z-score of 120 days. Below −2 (puts dear): sell the put and buy the call, vega-neutral by numbers. Above +2: the other way. It must have come back .25 deviations from its extreme of three days. Both legs as one combination at mid, up to .4 points worse in sum.',
    exit: 'z-score inside ±.5, 14 days, or a further 2.5 volatility points against it. Delta daily and at ±.10; the pair is moved to fresh 25-delta strikes when price has moved 8 %.',
    sizing:
      '.08 % of equity per point of skew, so that the stop costs about .2 %, and a gap of 20 % through the sold wing no more than 1.5 %.',
    edge: 'Demand for one wing comes in waves after moves, and dealers charge for warehousing it until the wave is over.',
    edgeSource: 'behavioural',
    crowdingRisk: 'low',
    breaks:
      'Extremes of skew before real moves: then the sold wing is the right one to own. Skew that is re-based for months. Wide quotes at 25 delta.',
    tags: ['skew', 'risk-reversal', 'z-score', 'vega-neutral'],
    sources: ['natenberg-2015'],
    isAnalogue: true,
    endpoints: [IMPLIED],
    backtestStatus: 'untested',
  },
  {
    slug: 'skew-as-direction',
    name: 'Skew as Direction',
    group: 'options-volatility',
    summary:
      'Holds coins whose puts are priced nearly like their calls and avoids those with the steepest smirk, on the notion that option buyers know something.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['risk-reversal-25-delta'],
    markets: ['spot', 'perps', 'options'],
    dataRequired: ['options', 'bars'],
    entry:
      'Tuesdays 12:00 UTC, at least five coins with listed options: smirk = −(25-delta risk reversal), 30 days, mean of five daily observations. Buy perps or spot of the flattest 40 %, short the steepest 40 %, market orders within 30 minutes. With fewer coins: full weight in a coin when its smirk is under its own one-year median, half above the 80th percentile.',
    exit: 'One week, then sorted again; four weekly results with a negative sum of 5 % pause it for a month.',
    sizing:
      'Sides equal in dollars and each coin at 1.5 % daily risk of a 20-day estimate divided by the number held; gross 1.',
    edge: 'Bad news may be traded in puts before it is in the price: stocks with the steepest smirks earned less afterwards.',
    edgeSource: 'informational',
    crowdingRisk: 'low',
    breaks:
      'Hedging of miners and lenders looks like information. Skew follows past returns in coins, so the sort is momentum by another name. A handful of names.',
    tags: ['skew', 'smirk', 'cross-section', 'informed-options'],
    sources: ['xing-2010'],
    isAnalogue: true,
    endpoints: [IMPLIED, CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'term-structure-vol-roll',
    name: 'Volatility Term-Structure Roll',
    group: 'options-volatility',
    summary:
      'Sells near against far volatility when the curve is inverted more than usual. It earns as the scare fades, and loses if the scare is a beginning.',
    timeframe: 'swing',
    complexity: 'advanced',
    indicators: ['implied-volatility-index', 'z-score'],
    markets: ['options', 'perps'],
    dataRequired: ['options', 'bars'],
    entry:
      'Slope s = at-the-money volatility of 14 days less that of 90 days, each interpolated in variance like the implied volatility index. Daily at 10:00 UTC: z-score of s over one year above 2, and s lower than two days ago. Sell the 14-day straddle and buy 90-day straddles of the same vega. Not in the 72 hours before a scheduled macro or protocol event.',
    exit: 'Slope back at its one-year median, or 9 days. Out at once when s makes a new high after entry. Delta to zero twice a day; gamma is what is short here, so never leave a weekend without a hedge order.',
    sizing:
      'A fall of 15 % in a day with the slope 20 points steeper may cost 1 % of equity; that sets the number of straddles.',
    edge: 'Short tenors overreact to a shock compared with how fast volatility decays, and the front end carries the price of immediate cover.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'medium',
    breaks:
      'Crisis in stages: inversion deepens, then stays. Vega neutral is not neutral when the front moves three times as much as the back.',
    tags: ['term-structure', 'calendar', 'inversion', 'vega-neutral'],
    sources: ['sinclair-2013'],
    isAnalogue: true,
    endpoints: [IMPLIED, INDEX],
    backtestStatus: 'untested',
  },
  {
    slug: 'expiry-pinning',
    name: 'Expiry Pinning',
    group: 'options-volatility',
    summary:
      'Buys a butterfly at the strike with the most open contracts for the last day, when dealers who are long gamma there sell rises and buy falls.',
    timeframe: 'day',
    complexity: 'advanced',
    indicators: ['dealer-gamma-exposure'],
    markets: ['options'],
    dataRequired: ['options', 'bars', 'open_interest'],
    entry:
      '24 hours before a monthly or quarterly expiry: strike K of the largest open interest, at least 1.8 times the next, spot within 2.5 % of it, dealer gamma exposure within ±5 % of spot positive. Buy the butterfly K − w, K, K + w with w = 4 % (buy one, sell two, buy one), limit at mid, given up after an hour.',
    exit: 'Settlement. Sell before at 60 % of its largest value, or when spot is beyond a wing 6 hours before expiry.',
    sizing: 'The debit is the whole risk: .4 % of equity an expiry, bought only if the debit is below w / 4.',
    edge: 'Delta hedging of long options near expiry pulls stock prices to strikes; clustering was found where hedgers owned the options.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'medium',
    breaks:
      'The sign of the dealer position is guessed: if they are short, price is pushed away from the strike. Settlement is a half-hour mean of an index, which is harder to pin. News.',
    tags: ['expiry', 'pinning', 'butterfly', 'dealer-gamma'],
    sources: ['ni-2005'],
    isAnalogue: true,
    endpoints: [GAMMA],
    backtestStatus: 'untested',
  },
  {
    slug: 'gex-regime-switch',
    name: 'Dealer Gamma Regime',
    group: 'options-volatility',
    summary:
      'Fades moves of the day when dealers are thought to be long gamma and follows them when they are thought short. The sign of one number chooses the style.',
    timeframe: 'intraday',
    complexity: 'intermediate',
    indicators: ['dealer-gamma-exposure', 'return-autocorrelation'],
    markets: ['perps', 'spot'],
    dataRequired: ['options', 'open_interest', 'bars'],
    entry:
      'Sign of dealer gamma exposure at 08:15 UTC, after the daily expiry, zero band ±20 % of its 30-day mean size. Positive, with return autocorrelation of 15-minute bars over 3 days below 0: at a move of 1 daily deviation from the 08:15 price trade against it by limit. Negative, with an autocorrelation above 0: trade with the same move by stop order. Otherwise no trade.',
    exit: 'Fade: half of the move back, stop at 1.75 deviations. Follow: trailing stop of .6 deviations. All flat at 07:45 UTC.',
    sizing: '.4 % of equity at the stop, one trade of each kind a day; .2 % in the first hour after US macro releases.',
    edge: 'Those who hedge long gamma trade against moves, those who hedge short gamma with them; the size is known from open contracts, the side is assumed.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'medium',
    breaks:
      'The convention that dealers are long calls and short puts fails where holders buy calls. Options are small against perps except in Bitcoin and Ether.',
    tags: ['gamma', 'dealer-hedging', 'regime', 'intraday'],
    sources: ['squeezemetrics-2017'],
    isAnalogue: true,
    endpoints: [GAMMA, '/quant/gex/history', CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'bitcoin-vrp-timing',
    name: 'Bitcoin Variance Premium Timing',
    group: 'options-volatility',
    summary:
      'Trades Bitcoin variance by tenor and only when its premium is outside the range usual for that tenor; on most days there is no position.',
    timeframe: 'position',
    complexity: 'advanced',
    indicators: ['variance-risk-premium'],
    markets: ['options', 'perps'],
    dataRequired: ['options', 'bars'],
    entry:
      'Tenors 7, 30 and 90 days: model-free implied variance less variance realised over the same length before, so the variance risk premium with d = tenor. Range = 10th and 90th percentile of the same tenor over 500 days. Above: sell variance of that tenor by a strip of 6 strikes. Below: buy it. Decide at 08:10 UTC, fill until 10:00.',
    exit: 'Return to the median, or half of the tenor. No reversal from short to long without a flat day. Daily delta by perp.',
    sizing:
      'Short: worst day of the history applied to the strip costs 1.5 % of equity. Long: premium .8 % of equity. One tenor at a time, the farthest outside its range.',
    edge: 'Bitcoin variance swaps, built from its options, had premia that differ by tenor and vary a lot; the ends of the range are when one side of the market is forced.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'medium',
    breaks:
      'The option history is short: few independent quarters. Strikes end before jumps do. Premia after a halving or a crash belong to another range.',
    tags: ['bitcoin', 'variance-premium', 'tenors', 'timing'],
    sources: ['alexander-imeraj-2021'],
    endpoints: [IMPLIED, INDEX],
    backtestStatus: 'untested',
  },
  {
    slug: 'vrp-return-predictor',
    name: 'Variance Premium Return Signal',
    group: 'options-volatility',
    summary:
      'Lets the variance premium set the weight of the coin: more when options pay much for risk, little when they pay less than is realised.',
    timeframe: 'position',
    complexity: 'intermediate',
    indicators: ['variance-risk-premium'],
    markets: ['spot', 'perps'],
    dataRequired: ['options', 'bars'],
    entry:
      'Monthly, at the last close: variance risk premium of 30 days with realised variance from 5-minute returns, as a rank u from 0 to 1 over 36 months. Weight of the coin = .2 + .8·u, but .2 where the premium itself is negative. Change by VWAP over 4 hours if it differs from the present weight by .1.',
    exit: 'Weight changes at month ends only, save a month in which the premium turns negative at two weekly closes: to .2 at the next close.',
    sizing:
      'Weights above are shares of a budget of 12 % volatility a year; no leverage. Expanding ranks in the first three years.',
    edge: 'The premium measures aversion to variance, and expected returns rise with it; in US stocks it forecast quarters better than months or years.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'low',
    breaks:
      'Equity evidence may not carry over: in coins volatility also rises in rallies. Five years of options are sixty months with one regime each.',
    tags: ['variance-premium', 'allocation', 'predictor', 'monthly'],
    sources: ['bollerslev-2009'],
    isAnalogue: true,
    endpoints: [IMPLIED, CANDLES],
    backtestStatus: 'untested',
  },
];
