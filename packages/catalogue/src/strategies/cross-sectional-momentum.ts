/** Strategies: cross sectional momentum. */

import { BACKTEST, type Strategy } from '../strategy.ts';

const BATCH = '/perpdex/candles/batch';
const COINS = '/coins/top';
const FUNDING = '/derivatives/funding-rates';
const GROUPS = '/coins/category-groups';
const KLINES = '/market-data/klines';
const CANDLES = '/perpdex/candles';

/** Strategies of the group, in catalogue order. */
export const CROSS_SECTIONAL_MOMENTUM: readonly Strategy[] = [
  {
    slug: 'cross-section-momentum-quintile',
    name: 'Winner-minus-loser quintiles',
    group: 'cross-sectional-momentum',
    summary:
      'Ranks coins by their return of three weeks and holds the top fifth against the bottom fifth for a week. Pays when strength among coins lasts; in the source it lives in the large ones.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['rate-of-change'],
    markets: ['perps', 'spot'],
    dataRequired: ['bars', 'funding'],
    entry:
      'Each Monday 00:00 UTC: coins above 1 million dollars of market value with 21 days of bars and a perp. Sort by the rate of change over 21 days. Long the highest fifth, short the lowest, both weighted by market value with no coin over 20 % of its leg. Trade in eight slices over two hours.',
    exit: "The next Monday's list replaces this one: coins that left their fifth are closed, the rest brought to weight. A short that gains 50 % against the book within the week is closed at once.",
    sizing:
      'Each leg .5 times equity, scaled by .15 over the 60-day volatility of the spread, never above 1. Deduct funding of shorts and 10 bp a side; about half of the book turns over weekly.',
    edge: 'Attention arrives slowly: coins that began to rise are noticed and bought by more people in the following weeks.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks: 'Rebounds of beaten coins, in which the short leg doubles; small coins that cannot be borrowed nor sold.',
    tags: ['factor', 'weekly', 'long-short'],
    sources: ['liu-tsyvinski-wu-2022'],
    endpoints: [BATCH, COINS, FUNDING],
    backtestStatus: 'untested',
  },
  {
    slug: 'relative-strength-jk',
    name: 'J-K relative strength portfolios',
    group: 'cross-sectional-momentum',
    summary:
      'Sorts on the past J months, waits a week and holds for K months in overlapping sleeves. Pays from continuation over a quarter to a year while trading only a K-th part at a time.',
    timeframe: 'position',
    complexity: 'intermediate',
    indicators: ['rate-of-change'],
    markets: ['perps', 'spot'],
    dataRequired: ['bars'],
    entry:
      "J = 3, K = 3. At each month's end rank coins listed for 120 days by the return of the 91 days that end one week earlier. The new sleeve buys the top decile and sells the bottom decile (at least three coins each) in equal weights, at the next day's average price of 24 hourly orders.",
    exit: 'A sleeve is closed whole at the end of its third month. Within its life it is not rebalanced; a delisted coin leaves at its last price.',
    sizing:
      'Three sleeves, each a third of equity long and a third short. If the net beta to bitcoin over 60 days leaves ±.2, a bitcoin perp takes the difference.',
    edge: 'Investors under-react to news of single assets; skipping the last week avoids the reversal from bid-ask bounce.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks:
      'Market turns: losers have the high beta and rise first. Few coins have a history that allows a decile of more than a handful.',
    tags: ['overlapping', 'monthly', 'long-short'],
    sources: ['jegadeesh-titman-1993'],
    isAnalogue: true,
    endpoints: [BATCH],
    backtestStatus: 'untested',
  },
  {
    slug: 'high-anchor-momentum',
    name: 'Nearness-to-high momentum',
    group: 'cross-sectional-momentum',
    summary:
      'Holds coins close to their yearly high and shorts those far below, on the idea that the high is an anchor. Pays more evenly than past-return sorts where the anchor binds.',
    timeframe: 'position',
    complexity: 'intermediate',
    indicators: ['fifty-two-week-high-ratio'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      'On the first of a month: close divided by the highest price of 365 days, for the 80 most traded perps. Long the top 30 %, short the bottom 30 %, equal weights, orders as passive limits for six hours, then crossing.',
    exit: "Six sleeves, one formed a month, each held for six months and closed in the same manner. A coin whose ratio falls under .5 inside a long sleeve is sold at month's end.",
    sizing:
      'Gross 1.2 times equity over all sleeves; single names under 4 %. Where the bottom group holds coins with funding below −30 % a year, leave them out, since shorts would pay it.',
    edge: 'Traders hesitate to bid past a known high even when news warrants it, and reach the right price later.',
    edgeSource: 'behavioural',
    crowdingRisk: 'low',
    breaks:
      'Junk rallies: what is 90 % below its high gains most in percent. Coins fall further from highs than stocks ever do.',
    tags: ['anchor', 'ranking', 'long-short'],
    sources: ['george-hwang-2004'],
    isAnalogue: true,
    endpoints: [BATCH],
    backtestStatus: 'untested',
  },
  {
    slug: 'intermediate-horizon-momentum',
    name: 'Intermediate-past momentum',
    group: 'cross-sectional-momentum',
    summary:
      'Ranks coins by what they did between twelve and seven months ago and ignores the latest half-year. Pays if strength is an echo rather than a run.',
    timeframe: 'position',
    complexity: 'intermediate',
    indicators: ['rate-of-change'],
    markets: ['perps', 'spot'],
    dataRequired: ['bars'],
    entry:
      "Month's end, coins with 365 days of bars: score = close of 183 days ago / close of 365 days ago − 1. Buy the top quarter, sell the bottom quarter at the following day's volume-weighted price.",
    exit: 'Reformed monthly in full. Positions whose score falls into the middle half are closed, the others kept without resizing unless 30 % off weight.',
    sizing:
      'Inverse volatility inside each leg (90 days, weights 2 to 10 %), both legs of equal dollars, gross .8 of equity: the sample of eligible coins is small and stale.',
    edge: 'In stocks the older half-year forecast better than the recent one; why is unsettled, and neither slow news nor chasing explains it.',
    edgeSource: 'behavioural',
    crowdingRisk: 'low',
    breaks:
      'Coins change within seven months more than companies do; listings younger than a year, often the leaders, drop out.',
    tags: ['term-structure-of-momentum', 'monthly', 'ranking'],
    sources: ['novy-marx-2012'],
    isAnalogue: true,
    endpoints: [BATCH],
    backtestStatus: 'untested',
  },
  {
    slug: 'residual-momentum',
    name: 'Residual momentum',
    group: 'cross-sectional-momentum',
    summary:
      "Ranks on what a coin gained beyond its market exposure, in units of its own noise, so that a bull market does not simply pick high betas. Pays with less of momentum's swings. The source removes three equity factors over 36 months; one market factor over a year stands for them here.",
    timeframe: 'position',
    complexity: 'advanced',
    indicators: ['rolling-beta', 'rate-of-change'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      "Weekly: regress each coin's daily log returns of 365 days on a value-weighted market of the 100 largest. Score = sum of the residuals of days −84 to −8 / (their deviation · √77). Long the best fifth, short the worst, at Monday's first hour average.",
    exit: 'Leave a long when its score is in the lower half, a short when in the upper half; checked weekly, with no stop by price.',
    sizing:
      'Weight ∝ 1 / residual deviation, legs equalised by beta: Σ w·β = 0. Gross at most 1.5 times equity. A beta whose standard error exceeds .4 excludes its coin.',
    edge: 'News on one coin is absorbed slowly; market moves, which reverse the ranks of raw returns, carry no such information.',
    edgeSource: 'behavioural',
    crowdingRisk: 'low',
    breaks:
      'Betas that change within weeks leave market moves in the residuals; one large holder may be the whole residual.',
    tags: ['residual', 'ranking', 'market-neutral'],
    sources: ['blitz-2011'],
    isAnalogue: true,
    endpoints: [BATCH],
    backtestStatus: 'untested',
  },
  {
    slug: 'sector-momentum-rotation',
    name: 'Sector momentum rotation',
    group: 'cross-sectional-momentum',
    summary:
      'Treats sectors as the unit: holds the members of the strongest, avoids the weakest. Pays when money moves by narrative rather than by coin.',
    timeframe: 'position',
    complexity: 'intermediate',
    indicators: ['rate-of-change', 'price-relative'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars'],
    entry:
      'Assign each of 150 coins to one category (the first one listed), drop categories of fewer than four. Sector index = equal-weighted mean daily return, chained. On the last day of a month hold the three sectors of the highest six-month rate of change whose price relative to bitcoin is above its 50-day mean; short the three weakest by perps if shorts are allowed.',
    exit: "A sector outside the best five at a month's end is sold; one position per coin ends also when it is reclassified.",
    sizing:
      'A third of the leg per sector, equal among its five most traded members. Turnover is near 40 % a month; trade members over a day by time slices.',
    edge: 'Information and attention are shared inside a sector; leaders move first and members follow.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks:
      'Narratives that live for eight weeks, less than the formation window; labels made by a site after the fact.',
    tags: ['sectors', 'rotation', 'narratives'],
    sources: ['moskowitz-grinblatt-1999'],
    isAnalogue: true,
    endpoints: [GROUPS, BATCH],
    backtestStatus: 'untested',
  },
  {
    slug: 'dual-momentum-switch',
    name: 'Dual momentum',
    group: 'cross-sectional-momentum',
    summary:
      'Chooses the stronger of bitcoin and ether over a year, but only if it beat the interest on dollars; else holds dollars. Pays by owning one leader in bull years and none in bear years.',
    timeframe: 'position',
    complexity: 'beginner',
    indicators: ['rate-of-change'],
    markets: ['spot'],
    dataRequired: ['bars'],
    entry:
      "Month's end: r = 365-day return of each. Let w be the larger. If w exceeds the return of three-month treasury bills over the same year, hold that coin with everything; otherwise stable money. Switch in four hourly limit orders on the first of the month.",
    exit: 'Only the monthly decision. A switch is one sale and one purchase, with 15 bp a side charged in any test.',
    sizing:
      '100 % of the sleeve in one line. Hold the sleeve to a share of wealth that can bear an 80 % loss, since nothing happens within the month.',
    edge: 'The relative rule catches leadership, the absolute one the market trend; both rest on slow adjustment of beliefs.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks:
      'One asset, twelve decisions a year: a fall in the second week is kept to its end. Two coins that move as one give the first choice little to choose.',
    tags: ['relative-and-absolute', 'switch', 'monthly'],
    sources: ['antonacci-2014'],
    isAnalogue: true,
    endpoints: [KLINES],
    backtestStatus: 'naive-backtested',
    reproducedBy: `${BACKTEST} dual-momentum-switch`,
  },
  {
    slug: 'risk-managed-momentum',
    name: 'Volatility-managed winners',
    group: 'cross-sectional-momentum',
    summary:
      'Runs a winner-minus-loser book at constant risk by dividing it by its own volatility of the last half-year. Pays chiefly by being small when momentum is about to crash.',
    timeframe: 'position',
    complexity: 'advanced',
    indicators: ['realized-variance', 'rate-of-change'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      "Base book: top against bottom decile by return from day −365 to −30, monthly, value-weighted. Record its unscaled daily return always. At each month's end, realised variance V = 21 · mean of the squared 126 last daily returns of that book.",
    exit: "As the base book: monthly reformation, no stops. Scale changes only at month's end.",
    sizing:
      'Exposure = .12 / √(12 · V) in units of the base book, limited to 2; legs are traded only if exposure moves by more than 10 %. Margin must cover twice the highest exposure.',
    edge: 'The risk of momentum varies and is predictable from its own past, and high risk does not come with high return.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'medium',
    breaks:
      'Risk that rises inside the window, as in a one-week rebound; costs of scaling where spreads widen with volatility.',
    tags: ['volatility-target', 'crash', 'overlay'],
    sources: ['barroso-santa-clara-2015'],
    isAnalogue: true,
    endpoints: [BATCH],
    backtestStatus: 'untested',
    stated: {
      sharpe: {
        value: 0.97,
        sample: 'barroso-santa-clara-2015: US stocks, 1927–2011, risk-managed momentum, before costs; unmanaged 0.53',
      },
    },
  },
  {
    slug: 'dynamic-momentum-weight',
    name: 'Crash-aware momentum',
    group: 'cross-sectional-momentum',
    summary:
      'Weights a momentum spread by its forecast mean over its forecast variance, and turns it over after deep falls of the market. Pays by escaping rebounds that hurt short losers.',
    timeframe: 'position',
    complexity: 'advanced',
    indicators: ['historical-volatility', 'rate-of-change'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      "Spread: top against bottom decile on days −365 to −30, monthly. Bear flag B = 1 if the market's 730-day return is negative. Each month regress the spread's returns on B · market variance (126 days), expanding from at least 48 months. Forecast mean μ from it, variance v as 126-day historical volatility squared.",
    exit: 'Sign and size follow the monthly weight alone; a weight below 0 holds losers against winners.',
    sizing:
      "Weight = μ / (2 · λ · v), λ set so that the book's volatility to date is 15 % a year, cut to −1…2. Until 48 months exist use B = 1 → 0, B = 0 → constant volatility of 15 %.",
    edge: 'After falls, losers are like options on recovery; the premium of momentum is then low or negative while its variance is high.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'low',
    breaks:
      'Four or five bear markets are all that coins have: the regression rests on them, and its sign may be luck.',
    tags: ['dynamic-weight', 'bear-market', 'forecast'],
    sources: ['daniel-moskowitz-2016'],
    isAnalogue: true,
    endpoints: [CANDLES, BATCH],
    backtestStatus: 'untested',
  },
  {
    slug: 'value-plus-momentum-combo',
    name: 'Value and momentum combination',
    group: 'cross-sectional-momentum',
    summary:
      "Averages the rank by last year's return with the rank by long-run cheapness, two signals that tend to disagree. Pays smoother than either where their losses fall at different times.",
    timeframe: 'position',
    complexity: 'intermediate',
    indicators: ['rate-of-change'],
    markets: ['perps', 'spot'],
    dataRequired: ['bars'],
    entry:
      'Quarterly in January, April, July, October for coins with five years of closes. Momentum: return of days −365 to −30. Value: log of the mean price 4.5 to 5.5 years ago (what exists of it) over the price now. Combined rank = mean of both ranks; weight = rank − mean rank.',
    exit: 'New weights each quarter; between, only delistings. Trade a change if above 1 % of equity.',
    sizing:
      'Scale weights so that longs sum to .5 and shorts to −.5 of equity; a coin at most .1. Net beta is not hedged, as in the source.',
    edge: 'Over-reaction lasts years and under-reaction months; both are found in markets as unlike as bonds and currencies, and correlate negatively.',
    edgeSource: 'behavioural',
    crowdingRisk: 'low',
    breaks: 'A token without cash flows can be cheap for good reason and go to zero; few have five years of prices.',
    tags: ['two-signals', 'ranking', 'long-short'],
    sources: ['asness-2013'],
    isAnalogue: true,
    endpoints: [CANDLES, BATCH],
    backtestStatus: 'untested',
  },
  {
    slug: 'volume-conditioned-momentum',
    name: 'Volume-conditioned momentum',
    group: 'cross-sectional-momentum',
    summary:
      'Buys winners that trade little and sells losers that trade much, the early side of the momentum cycle. Pays if attention, seen in turnover, comes late in a move.',
    timeframe: 'position',
    complexity: 'intermediate',
    indicators: ['rate-of-change'],
    markets: ['perps', 'spot'],
    dataRequired: ['bars'],
    entry:
      "Month's end: return of six months and mean daily turnover (traded dollars over market value) of the same days. Cut both into thirds. Long: top return and lowest turnover. Short: bottom return and highest turnover. Only venues that report trades, at least five coins a side.",
    exit: "Hold six months in monthly sixths; a coin moving to the opposite turnover third is closed early at the month's end.",
    sizing:
      "Equal dollars per coin and side, .6 of equity each way in full. Limit daily orders to 2 % of a coin's median volume, because the long side is thin by design.",
    edge: 'High turnover marks glamour, low turnover neglect; in stocks such winners went on for up to three years, while within a year those of high turnover did better.',
    edgeSource: 'behavioural',
    crowdingRisk: 'low',
    breaks: 'Traded volume that venues invent; unlocks that raise turnover for reasons of supply.',
    tags: ['turnover', 'momentum-cycle', 'double-sort'],
    sources: ['lee-swaminathan-2000'],
    isAnalogue: true,
    endpoints: [BATCH, COINS],
    backtestStatus: 'untested',
  },
  {
    slug: 'crypto-momentum-null-check',
    name: 'Monthly winner basket with short cap',
    group: 'cross-sectional-momentum',
    summary:
      'Builds the plain monthly winner-minus-loser book over many coins as a benchmark that others must beat. The source found no significant premium in 143 coins from 2014 to 2018, which is why it stands here.',
    timeframe: 'position',
    complexity: 'intermediate',
    indicators: ['rate-of-change'],
    markets: ['perps', 'spot'],
    dataRequired: ['bars'],
    entry:
      'Last day of the month: all coins with bars in the past 13 months, those since delisted included. Rank by the return of the month just ended. Long the top 20 %, short the bottom 20 %, equal weights, filled at the next daily close.',
    exit: 'Liquidate everything one month later. For a coin that ceases to trade book −100 % on a long and 0 on a short.',
    sizing:
      'Longs .5 of equity; shorts .5, but no short above 1 % and unfilled shorts stay in cash. Report mean, t-value and a bootstrap over months, net of 25 bp a side.',
    edge: 'None is claimed: it measures what is left of momentum without selection and with dead coins.',
    edgeSource: 'statistical',
    crowdingRisk: 'medium',
    breaks: 'Any sample made of coins alive today turns it into an apparent success; losers that triple in a month.',
    tags: ['null-result', 'benchmark', 'monthly'],
    sources: ['grobys-sapkota-2019'],
    endpoints: [BATCH],
    backtestStatus: 'naive-backtested',
    reproducedBy: `${BACKTEST} crypto-momentum-null-check`,
  },
  {
    slug: 'cross-asset-lead-lag-momentum',
    name: 'Lagged leader momentum',
    group: 'cross-sectional-momentum',
    summary:
      'After a large week of bitcoin, trades the coins that have so far been slow to follow. Pays while attention reaches neglected coins late.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['rolling-correlation', 'rate-of-change'],
    markets: ['perps'],
    dataRequired: ['bars'],
    entry:
      "Each quarter, from 52 weekly returns: c0 and c1, the correlations of a coin with bitcoin in the same and in the week before. Delay = c1² / (c0² + c1²), only with c1 above 0; it stands in for the source's regression on four lags. Slow: the upper quarter of the 100 most traded. Monday after a bitcoin week beyond ±8 %: buy slow coins after a rise, sell them after a fall, hedged by a bitcoin perp at beta.",
    exit: "Everything is closed on the following Sunday, 23:00 UTC. A coin that has moved by β times bitcoin's week is closed earlier, since it has caught up.",
    sizing:
      '.05 of equity per coin, ten coins at most; bitcoin hedge = −Σ β·w. No trade where the spread is wider than 20 bp.',
    edge: 'Few watch small coins and limits keep arbitrage away, so common news takes days to arrive.',
    edgeSource: 'informational',
    crowdingRisk: 'low',
    breaks: 'Delay is measured with noise and fades as bots quote every coin; illiquid prices merely look late.',
    tags: ['delay', 'lead-lag', 'bitcoin'],
    sources: ['hou-moskowitz-2005'],
    isAnalogue: true,
    endpoints: [BATCH],
    backtestStatus: 'untested',
  },
];
