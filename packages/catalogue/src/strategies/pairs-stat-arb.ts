/** Strategies: pairs stat arb. */

import { BACKTEST, type Strategy } from '../strategy.ts';

const BATCH = '/perpdex/candles/batch';
const CANDLES = '/perpdex/candles';
const KLINES = '/market-data/klines';
const GROUPS = '/coins/category-groups';
const PRICES = '/perpdex/prices';
const BOOK = '/perpdex/l2-book';
const FUNDING = '/derivatives/funding-rates';
const TICKER = '/market-data/ticker/price';
const TOKEN = '/dex/token/{chain}/{address}';

/** Strategies of the group, in catalogue order. */
export const PAIRS_STAT_ARB: readonly Strategy[] = [
  {
    slug: 'distance-pairs',
    name: 'Distance-method pairs',
    group: 'pairs-stat-arb',
    summary:
      'Pairs the coins whose normalised prices stayed closest for a year, opens when they part by two deviations and closes when they meet. Pays if the parting was pressure on one leg.',
    timeframe: 'swing',
    complexity: 'beginner',
    indicators: ['z-score'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      "Formation: 365 days, total-return indices started at 1, pairs by least sum of squared differences, the best 20 of at most 100 coins. Trading: the next 182 days, restarted at 1. Difference beyond 2 formation deviations at a daily close: short the higher, long the lower at the next open (one day's wait spares bid-ask bounce).",
    exit: 'At the crossing of both indices, at the end of the 182 days, or on delisting. No stop in the source; here a pair at 4 deviations is closed and not reopened.',
    sizing:
      'One dollar each side per pair, 1/40 of equity a leg, with all 20 pairs committed whether open or not. A round trip is four fills: at 6 bp the gap must exceed 24 bp by much.',
    edge: 'Close substitutes are pushed apart by flows for immediacy; whoever takes both sides is paid when they return.',
    edgeSource: 'statistical',
    crowdingRisk: 'high',
    breaks: 'A permanent revaluation of one coin; a pair chosen as the closest of 4950 is partly luck.',
    tags: ['pairs', 'formation-period', 'market-neutral'],
    sources: ['gatev-2006'],
    isAnalogue: true,
    endpoints: [BATCH],
    backtestStatus: 'untested',
  },
  {
    slug: 'cointegrated-pair-band',
    name: 'Cointegrated pair bands',
    group: 'pairs-stat-arb',
    summary:
      'Trades the residual of a regression between two log prices between bands, with the hedge that the regression gives. Pays while a common factor truly binds both.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['cointegration-residual', 'unit-root-statistic'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      'Every 30 days over 180 days: candidates with a unit-root statistic of the residual below −3.34 (5 %, two variables) in both orders of regression, β between .3 and 3. On daily closes with those α and β: residual beyond ±1.2 of its deviation in the fit, first touch: sell it above, buy it below, both legs in the same minute.',
    exit: 'Residual at 0, by market on both legs. After 45 days regardless. If the refit rejects cointegration, close at that refit.',
    sizing:
      'Legs 1 : β in dollars, sum of both .12 of equity per pair, six pairs at most and no coin in more than two. Expected gain (1.2 deviations) at least three times the cost of four fills.',
    edge: 'A long-run relation means that the error itself forecasts the change of at least one leg.',
    edgeSource: 'statistical',
    crowdingRisk: 'medium',
    breaks: 'Protocol events, unlocks and migrations end the relation; tests with 180 points find it where it is not.',
    tags: ['cointegration', 'bands', 'hedge-ratio'],
    sources: ['vidyamurthy-2004'],
    isAnalogue: true,
    endpoints: [BATCH, CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'ou-state-space-spread',
    name: 'State-space spread',
    group: 'pairs-stat-arb',
    summary:
      'Takes the observed spread as a mean-reverting hidden one plus noise, and trades observations that are far from what the filter expects. Pays from noise as well as from return.',
    timeframe: 'day',
    complexity: 'advanced',
    indicators: ['kalman-level', 'mean-reversion-half-life'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      "Hourly log spread y of two perps. State x' = a + b·x + noise c, y = x + noise d; fit a, b, c, d by expectation-maximisation on 500 hours each midnight; require 0 < b < 1 and a half-life under 36 hours. y above the one-step prediction by 1.5 of its predicted deviation: sell the spread at the next minute; below: buy.",
    exit: 'y crosses the prediction; or twice the half-life has passed; or b leaves (0, 1) at a refit.',
    sizing:
      '.08 of equity a leg; doubled only if the observation noise d is over half of the innovation variance, for then the return is quickest. Post-only on the thinner leg first, the other taken upon fill.',
    edge: 'Part of a spread is temporary, because the last trades of two books are never at fair price together.',
    edgeSource: 'statistical',
    crowdingRisk: 'low',
    breaks: 'Noise variances set too large widen bands until nothing trades; set too small, every move is a signal.',
    tags: ['hidden-state', 'expectation-maximisation', 'spread'],
    sources: ['elliott-2005'],
    isAnalogue: true,
    endpoints: [CANDLES, KLINES],
    backtestStatus: 'untested',
  },
  {
    slug: 'johansen-basket',
    name: 'Johansen basket',
    group: 'pairs-stat-arb',
    summary:
      'Finds the most stationary combination of several coins at once and trades it as one asset. Pays where no pair is bound but a group is.',
    timeframe: 'swing',
    complexity: 'advanced',
    indicators: ['unit-root-statistic', 'z-score'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      'Quarterly on 365 daily log prices of three to six coins of one category: trace test with one lag of differences, constant in the relation; rank at least 1 at 5 %. Weights = first eigenvector, largest |weight| set to 1. In the quarter: z of the combination over 60 days below −2: buy it whole; above 2: sell.',
    exit: 'z crosses 0; quarter ends; or the augmented unit-root statistic of the combination over 250 days rises above −2.',
    sizing:
      'Σ|w| · notional = .25 of equity per basket, three baskets without common coins. Execute legs largest first; if one leg misses for five minutes, undo all.',
    edge: 'Coins of one kind share one or two factors; what remains of a suitable mix is bounded by those who choose among them.',
    edgeSource: 'statistical',
    crowdingRisk: 'low',
    breaks: 'Eigenvectors flip between refits; with six coins a stationary mix of the past is nearly always found.',
    tags: ['basket', 'eigenvector', 'cointegration'],
    sources: ['johansen-1988'],
    isAnalogue: true,
    endpoints: [BATCH],
    backtestStatus: 'untested',
  },
  {
    slug: 'pca-residual-sscore',
    name: 'PCA residual s-score',
    group: 'pairs-stat-arb',
    summary:
      'Removes the leading principal components from returns and trades what is left when it has wandered too far. Pays from many small residual reversions at once.',
    timeframe: 'day',
    complexity: 'advanced',
    indicators: ['z-score', 'mean-reversion-half-life'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      'Daily over 80 perps: correlation matrix of 250 days, m eigenportfolios that explain 55 %. Regress each coin on them over 60 days, sum residuals to X, fit an AR(1). Only if its half-life is under 15 days. s = (X − mean)/equilibrium deviation. s < −1.25: buy coin, sell factors; s > 1.25: the opposite.',
    exit: 'Longs close at s > −.5, shorts at s < .75, both checked daily at 00:00 UTC. A fit that loses its mean reversion closes as well.',
    sizing:
      'Equal dollars of 1.5 % of equity per open residual, factor hedges netted over all coins, gross at most 2 times equity. The source charges 5 bp a trade; use the own fee plus half the spread.',
    edge: 'Residuals are pushed by single large orders and return; a book of many is paid for carrying inventory without market risk.',
    edgeSource: 'statistical',
    crowdingRisk: 'medium',
    breaks:
      'When such books are unwound by others, all residuals move the wrong way, as in August 2007. In crashes one factor is everything.',
    tags: ['factor-neutral', 'eigenportfolios', 'residual'],
    sources: ['avellaneda-lee-2010'],
    isAnalogue: true,
    endpoints: [BATCH],
    backtestStatus: 'untested',
    stated: {
      sharpe: {
        value: 1.44,
        sample: 'avellaneda-lee-2010: US stocks, 1997–2007, PCA factors, after costs; .9 in 2003–2007',
      },
    },
  },
  {
    slug: 'sector-index-residual',
    name: 'Sector-hedged residual',
    group: 'pairs-stat-arb',
    summary:
      'The residual of a coin against one index of its own sector, with the index as hedge. Pays as the factor version does, with labels in place of eigenvectors and fewer legs.',
    timeframe: 'day',
    complexity: 'advanced',
    indicators: ['rolling-beta', 'z-score'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      'One equal-weighted index for each of eight categories with ten perps or more. Each day: beta of a coin to its index over 60 daily returns (index without the coin), cumulated residual, z of it over the same window. Long at −1.25 with mean-reversion speed above 365/30 a year, short at +1.25; the index basket the other way by beta.',
    exit: 'Toward zero: −.5 for longs, .75 for shorts; after 30 days in any case. A reclassified coin is closed.',
    sizing:
      '2 % of equity per coin; baskets of one sector are netted before trading and replaced by their three largest members when under .05 of equity.',
    edge: 'Common sector news is hedged, so what reverts is flow in one coin; a plain label errs less than an unstable eigenvector.',
    edgeSource: 'statistical',
    crowdingRisk: 'medium',
    breaks: 'Poor labels: an exchange token and a lending token in one box leave real news in the residual.',
    tags: ['sector-hedge', 'residual', 'daily'],
    sources: ['avellaneda-lee-2010'],
    isAnalogue: true,
    endpoints: [BATCH, GROUPS],
    backtestStatus: 'untested',
    stated: {
      sharpe: {
        value: 1.1,
        sample: 'avellaneda-lee-2010: US stocks against sector ETFs, 1997–2007, after costs; lower after 2002',
      },
    },
  },
  {
    slug: 'kalman-dynamic-hedge',
    name: 'Kalman dynamic hedge ratio',
    group: 'pairs-stat-arb',
    summary:
      'Lets slope and intercept between two coins drift as a random walk and trades the surprise of each new price. Pays if the relation changes slowly and errors are short.',
    timeframe: 'day',
    complexity: 'advanced',
    indicators: ['kalman-level', 'z-score'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      'Four-hour closes y and x. State (slope, intercept) with drift variance δ/(1−δ), δ = 10⁻⁴, observation variance 10⁻³ on prices scaled to 1. Innovation e, predicted variance Q. e < −√Q: buy y, sell slope · x; e > √Q: the opposite. First 200 bars only train.',
    exit: 'e crosses 0. The slope used for the hedge is that of the entry; adjust it only if it has moved by 20 %.',
    sizing:
      'Both legs together .15 of equity. Skip when √Q is under 40 bp of y, less than costs. Positions at 4 √Q are cut to half at once.',
    edge: 'Hedge ratios are not constant, and a fixed one shows stretches that are mere drift; the innovation is what drift cannot explain.',
    edgeSource: 'statistical',
    crowdingRisk: 'low',
    breaks:
      'The filter adapts to a lasting parting and calls it normal: the gain that the model expected becomes a loss in the books.',
    tags: ['dynamic-regression', 'random-walk-beta', 'innovation'],
    sources: ['chan-2013'],
    isAnalogue: true,
    endpoints: [CANDLES, KLINES],
    backtestStatus: 'untested',
  },
  {
    slug: 'bollinger-pair-scale-in',
    name: 'Pair spread scaling',
    group: 'pairs-stat-arb',
    summary:
      'Adds to a spread at each further deviation and takes layers off as it comes back. Pays when the depth of stretches varies and most return.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['bollinger-bands', 'cointegration-residual'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      'Residual of log prices over 180 days, its bands over 20 days at 1, 2 and 3 deviations. At a daily close beyond a level not yet used, add one layer in the direction of return; several levels on one day add several layers.',
    exit: 'Each layer leaves one deviation nearer to the mean than it came; all of them at the mean. A close beyond 4 deviations, or 60 days after the first layer, ends the whole.',
    sizing:
      'Three layers of 2.5 % of equity a leg. Worst case (all layers, out at 4) is to be computed before the first one and may cost 1 % of equity.',
    edge: 'The optimal level is unknown and varies with volatility; layers trade a little at usual stretches and more at rare ones.',
    edgeSource: 'statistical',
    crowdingRisk: 'medium',
    breaks: 'The pair that breaks is the one in which all layers are held: averaging into error.',
    tags: ['layers', 'averaging-in', 'spread'],
    sources: ['chan-2013'],
    isAnalogue: true,
    endpoints: [BATCH],
    backtestStatus: 'untested',
  },
  {
    slug: 'linear-unit-mean-reversion',
    name: 'Linear spread position',
    group: 'pairs-stat-arb',
    summary:
      'Holds minus the z-score of a spread at all times, without thresholds. Serves as a check that return to the mean is worth anything before bands are fitted.',
    timeframe: 'day',
    complexity: 'intermediate',
    indicators: ['z-score', 'cointegration-residual'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      'Cointegration residual of ether on bitcoin (180 days), z over a window equal to its half-life of the fit, between 5 and 60 days. At every 00:00 UTC set units = −z, bought as one spread: long ether and short β bitcoin for positive units.',
    exit: 'None but the line: units pass 0 with z.',
    sizing:
      'Unit = 3 % of equity a leg, |units| ≤ 3. Round to quarter units so that small moves do not trade. Report gross and net of 8 bp for each leg.',
    edge: 'If a spread is stationary, the sum of its reversions pays whoever sells it high in proportion.',
    edgeSource: 'statistical',
    crowdingRisk: 'low',
    breaks: 'Exposure is greatest when the model is most wrong; a drifting mean gives steady losses.',
    tags: ['continuous', 'parameter-free', 'proportional'],
    sources: ['chan-2013'],
    isAnalogue: true,
    endpoints: [BATCH, CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'crypto-pairs-intraday',
    name: 'Intraday crypto pairs',
    group: 'pairs-stat-arb',
    summary:
      'Takes distance and cointegration pairs to bars of five minutes and an hour. The source, on 26 coins of one exchange, saw better results at higher frequency, but below simple benchmarks and very sensitive to costs.',
    timeframe: 'intraday',
    complexity: 'advanced',
    indicators: ['cointegration-residual', 'z-score'],
    markets: ['perps', 'spot'],
    dataRequired: ['bars'],
    entry:
      "Each UTC day: form on the three days before, five-minute closes of 26 liquid coins; ten pairs with the least distance whose residual has a unit-root statistic below −3.34. Trade that day: z beyond ±2 at a bar's close, both legs by limit one bar later at the close price; a leg unfilled after one more bar is crossed.",
    exit: 'z at 0; any pair beyond ±5; and all pairs at 23:30 UTC by market.',
    sizing:
      '5 % of equity per leg, six pairs open. Run it on paper at 0, 2, 5 and 10 bp a side and with one bar of delay: it must survive the second-worst.',
    edge: 'Thousands of small imbalances between books of one venue, too short for those who trade by the day.',
    edgeSource: 'statistical',
    crowdingRisk: 'medium',
    breaks:
      'Taker fees exceed the mean spread; a delay of one bar removes most of it. Pairs that cease to move together within hours.',
    tags: ['five-minutes', 'execution', 'crypto-study'],
    sources: ['fil-kristoufek-2020'],
    endpoints: [KLINES, CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'pairs-with-risk-filter',
    name: 'Pairs with commonality filter',
    group: 'pairs-stat-arb',
    summary:
      'Chooses pairs within one sector that crossed often in the past, in place of those that were merely close. Pays more evenly; the source shows that the plain method weakened over decades.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['rolling-correlation', 'z-score'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      'Formation 365 days: both coins in one category, 90-day correlation of returns never below .5, distance in the lowest tenth, then rank by the number of zero crossings of the normalised difference and keep 15. Trade 182 days: open at 2 deviations, next-day average price.',
    exit: "At the crossing, or when the squared distance of the last 60 days is over four times that of formation (divergence risk), or at the period's end.",
    sizing: '1/30 of equity a leg. A coin is in three pairs at most; net sector exposure under .05 of equity.',
    edge: 'Shared fundamentals make a gap more likely to be pressure; many past crossings prove that someone closes it.',
    edgeSource: 'statistical',
    crowdingRisk: 'medium',
    breaks: 'Fewer pairs remain each year as capital does the same; sectors of coins are young and their labels vague.',
    tags: ['same-sector', 'zero-crossings', 'selection'],
    sources: ['do-faff-2010'],
    isAnalogue: true,
    endpoints: [BATCH, GROUPS],
    backtestStatus: 'untested',
  },
  {
    slug: 'copula-tail-pair',
    name: 'Copula conditional pair',
    group: 'pairs-stat-arb',
    summary:
      "Models the joint distribution of two coins' daily returns and opens when one leg's move is improbable given the other's. Pays if dependence is steadier than any linear spread. The source is a review of such methods.",
    timeframe: 'swing',
    complexity: 'advanced',
    indicators: ['rolling-correlation'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      'Each month for pairs with 250-day correlation above .6: ranks of 250 daily returns to uniform, fit Gaussian, t, Clayton and Gumbel copulas by likelihood, keep the best by AIC. Daily h1 = P(U ≤ u | V = v), h2 the reverse. h1 < .05 and h2 > .95: buy the first, sell the second; mirrored: opposite. Orders at next open.',
    exit: 'h1 and h2 both within .3 to .7, or five days, or a loss of 5 % between the legs.',
    sizing:
      'Dollar-neutral legs of 4 % of equity, eight pairs; weights halved where two copulas differ by less than 2 in AIC but disagree on the signal.',
    edge: 'Dependence in tails differs from correlation, so a two-deviation gap means different things in calm and in panic.',
    edgeSource: 'statistical',
    crowdingRisk: 'low',
    breaks:
      'The choice of copula decides everything; a one-day return is a small part of a gap that builds over weeks.',
    tags: ['copula', 'tail-dependence', 'conditional-probability'],
    sources: ['krauss-2017'],
    isAnalogue: true,
    endpoints: [BATCH],
    backtestStatus: 'untested',
  },
  {
    slug: 'index-versus-constituents',
    name: 'Index against basket',
    group: 'pairs-stat-arb',
    summary:
      'Trades a perp on an index of coins against a sampled basket of its members when their distance exceeds costs. Pays while few hold capital for both sides.',
    timeframe: 'intraday',
    complexity: 'advanced',
    indicators: ['premium-index'],
    markets: ['perps', 'dated futures'],
    dataRequired: ['bars', 'book', 'funding'],
    entry:
      "Every three seconds: fair = Σ weight · mid of the members' perps (the ten largest, at least 90 % of the index, the rest by beta). Premium of the index perp over fair, minus the expected funding difference to the next stamp. Above costs of both sides (taker, half spreads, impact of the size, 5 bp reserve): sell index, buy basket; below: the opposite. All legs immediate-or-cancel within 200 ms.",
    exit: 'Premium back to a tenth of the entry; else at the second funding stamp. A leg that failed is completed at market within a second or everything is undone.',
    sizing:
      'No more than 10 % of displayed depth within 10 bp of the thinnest leg; total 1 times equity, margin for a 15 % gap.',
    edge: 'Hedgers want one instrument and pay for it; the basket is awkward, so the gap is the wage for holding many legs.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'medium',
    breaks: 'Leg risk in thin members; index rules that change at rebalancing; a venue that halts one leg.',
    tags: ['index-arbitrage', 'basket', 'execution'],
    sources: ['kakushadze-serur-2018'],
    isAnalogue: true,
    endpoints: [PRICES, BOOK, FUNDING],
    backtestStatus: 'untested',
  },
  {
    slug: 'ratio-eth-btc-range',
    name: 'ETH/BTC ratio range',
    group: 'pairs-stat-arb',
    summary:
      "Buys ether against bitcoin at the low end of the ratio's yearly range and sells it at the high end. Pays in years when neither coin gains a lasting lead.",
    timeframe: 'swing',
    complexity: 'beginner',
    indicators: ['price-relative', 'z-score'],
    markets: ['perps', 'spot'],
    dataRequired: ['bars'],
    entry:
      'Daily ratio of closes. Under its 10 % quantile of 365 days with a 20-day z-score that has turned up from under −1.5: long ether, short bitcoin at the next open. Above the 90 % quantile with z turned down from 1.5: the opposite.',
    exit: 'At the median of the 365 days, or when the ratio closes 8 % beyond the entry on the wrong side, or after 90 days.',
    sizing:
      'Equal dollars, each leg .2 of equity, so that the 8 % costs 1.6 %. Rebalance legs only when they differ by 10 %. Both fundings count in the result.',
    edge: 'Both coins share most of their risk, and rotation between them is driven by mood more than by value.',
    edgeSource: 'statistical',
    crowdingRisk: 'medium',
    breaks: 'The ratio trends for years: a low of 365 days is followed by another. One pair is no diversification.',
    tags: ['ratio', 'quantiles', 'two-legs'],
    sources: ['kakushadze-serur-2018'],
    isAnalogue: true,
    endpoints: [KLINES, CANDLES],
    backtestStatus: 'naive-backtested',
    reproducedBy: `${BACKTEST} ratio-eth-btc-range`,
  },
  {
    slug: 'wrapped-token-parity',
    name: 'Wrapped and staked token parity',
    group: 'pairs-stat-arb',
    summary:
      'Buys a liquid-staked or wrapped token under its redemption value and holds until redeemed or back at par. Pays those who can wait when others cannot. The source explains why such gaps stay open.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['z-score', 'venue-premium'],
    markets: ['spot', 'dex'],
    dataRequired: ['bars', 'chain'],
    entry:
      "Redemption value v from the contract's own rate; discount d = 1 − price / (v · price of the base). Enter when d exceeds yearly cost of capital · (queue days / 365) + gas + .3 %, and d is 2 deviations over its 90-day mean. Buy on the pool and the book with a slippage limit of 10 bp; hedge the base with a perp if its direction is not wanted.",
    exit: 'Sell at d ≤ .05 %, otherwise file for redemption on the day of entry and keep the place in the queue. Leave at once on a pause of withdrawals or slashing beyond .5 %.',
    sizing:
      'At most 10 % of equity per issuer and 25 % over all; margin of the hedge for a 40 % rise of the base while tokens are locked.',
    edge: 'Holders with debts must sell now; capital able to wait for the queue is scarce when most needed.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'high',
    breaks:
      'Queues lengthen in stress and discounts widen further; a bug or theft makes the redemption value itself untrue.',
    tags: ['redemption', 'discount', 'staking'],
    sources: ['shleifer-vishny-1997'],
    isAnalogue: true,
    endpoints: [TICKER, TOKEN],
    backtestStatus: 'untested',
  },
  {
    slug: 'engle-granger-triangle',
    name: 'Error-correction speed selection',
    group: 'pairs-stat-arb',
    summary:
      'Asks which of two cointegrated coins does the correcting and trades only that one, leaving the leader alone. Pays double the cost efficiency of a pair where one side adjusts, at the price of market risk.',
    timeframe: 'day',
    complexity: 'advanced',
    indicators: ['cointegration-residual'],
    markets: ['perps', 'spot'],
    dataRequired: ['bars'],
    entry:
      'Each week, 180 days of daily logs: cointegrating regression with residual statistic below −3.34, then for both coins Δp = c + g · residual(t−1) + two lags of both Δp. Follower: g has the correcting sign with |t| > 2.5 while the other has |t| < 1. Residual beyond ±1.5 deviations at a close: trade the follower towards the leader at the open.',
    exit: 'Residual within .3 deviations, or ten days, or the weekly estimate no longer names the same follower.',
    sizing:
      "Notional = .003 · equity / σ of the follower's daily residual return, three at once. If three point the same way, hedge half of the sum with bitcoin.",
    edge: "A relation that holds in the long run must be restored by someone's price; where one does it, the other leg is only cost.",
    edgeSource: 'statistical',
    crowdingRisk: 'low',
    breaks:
      'The leg is not hedged: a market day of 8 % is larger than the correction. Leadership changes with the news.',
    tags: ['error-correction', 'leader-and-follower', 'one-leg'],
    sources: ['engle-granger-1987'],
    isAnalogue: true,
    endpoints: [CANDLES, BATCH],
    backtestStatus: 'untested',
  },
];
