/** Strategies: execution. */

import type { Strategy } from '../strategy.ts';

const CANDLES = '/perpdex/candles';
const BOOK = '/perpdex/l2-book';
const DEPTH = '/liquidity/depth/{symbol}';
const FLOW = '/perpdex/trade-flow';

/** Strategies of the group, in catalogue order. */
export const EXECUTION: readonly Strategy[] = [
  {
    slug: 'twap-slices',
    name: 'TWAP Slicing',
    group: 'execution',
    summary:
      'Cuts an order into equal parts over even time. Without a view of volume or price this is the least-cost plan where impact is linear and lasts.',
    timeframe: 'intraday',
    complexity: 'beginner',
    indicators: ['volume-weighted-average-price'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars'],
    entry:
      'Start at the decision. N = window / 2 minutes slots; in each send Q/N at a moment drawn evenly between 10 % and 60 % of the slot, as a limit at the touch; what is open at 90 % of the slot crosses. A miss carries into the next slot, at most one part of it.',
    exit: 'Done at Q, or cancelled at the end of the window with the rest reported. Pause while the spread is over 4 times its one-hour median, for 3 slots at most, or while price is beyond the limit of the order.',
    sizing:
      'Window chosen so that Q/N is at most 3 % of median two-minute volume; shorter only on request. Result is stated against the arrival mid and against the volume-weighted average price of the window.',
    edge: 'Saves impact against one large order since the book refills between parts; it has no source of gain of its own.',
    edgeSource: 'microstructure',
    crowdingRisk: 'low',
    breaks:
      'It buys the same in dead and busy minutes. Even timing is seen and traded against. Price drifts away over a long window.',
    tags: ['twap', 'slicing', 'schedule', 'impact'],
    sources: ['bertsimas-lo-1998'],
    isAnalogue: true,
    endpoints: [CANDLES, BOOK],
    backtestStatus: 'untested',
  },
  {
    slug: 'vwap-schedule',
    name: 'VWAP Schedule',
    group: 'execution',
    summary:
      'Trades along the usual volume curve of the day, so that the mean price paid is near that of the market. A benchmark that one can hold, not the lowest cost.',
    timeframe: 'intraday',
    complexity: 'intermediate',
    indicators: ['volume-weighted-average-price', 'abnormal-volume'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars'],
    entry:
      'Curve: median share of each 5-minute bin in daily volume over the last 20 days of the same kind, weekday or weekend. Target done by t = Q × curve from start to t / curve of the window. Keep what is done within ± 2 % of Q of it: behind by more, cross; ahead, stop; inside, passive at the touch.',
    exit: 'Window end; the last bin takes up to three times its share, then the rest is cancelled. With abnormal volume of a bin above 3, shares of the remaining bins are scaled by the ratio of observed to expected volume so far, once in 15 minutes.',
    sizing:
      'At most 8 % of expected volume of the window; above that the window is lengthened. Fills by taker no more than a third. Judged by the mean fill against the volume-weighted average price of the window.',
    edge: 'Parts in proportion to volume are smallest relative to what trades; costs above the average price are those of selection and timing.',
    edgeSource: 'microstructure',
    crowdingRisk: 'low',
    breaks:
      'Volume shocks make the curve wrong when it matters. In large orders the own trades are the average. No brake when price trends.',
    tags: ['vwap', 'volume-curve', 'benchmark', 'schedule'],
    sources: ['berkowitz-1988'],
    isAnalogue: true,
    endpoints: [CANDLES, '/market-data/klines'],
    backtestStatus: 'untested',
  },
  {
    slug: 'participation-rate',
    name: 'Percentage of Volume',
    group: 'execution',
    summary:
      'Is a fixed share of whatever the market trades. It adapts to busy and quiet times without a forecast, and has no date at which it is sure to end.',
    timeframe: 'intraday',
    complexity: 'beginner',
    indicators: ['abnormal-volume'],
    markets: ['spot', 'perps'],
    dataRequired: ['trades'],
    entry:
      'Rate r = 8 %. On each public trade not of one’s own add r/(1 − r) of its size to a debt. Debt above one clip (median trade size × 3): post at the touch; older than 20 s or over two clips: take. Trades of more than 20 times the median size count as 20.',
    exit: 'Order filled; limit price crossed, where the debt is frozen and not made up later; or four hours. While abnormal volume of the last 5 minutes exceeds 3.5 the rate is halved, because such volume is often one-sided.',
    sizing: 'Q at most 5 % of the median volume of a day. Never above 20 % of any minute.',
    edge: 'Constant share keeps impact about even; costs are known from the rate alone.',
    edgeSource: 'microstructure',
    crowdingRisk: 'medium',
    breaks:
      'Chases volume into the worst prices of a spike. Several such orders feed each other. Washed volume on some venues makes it trade too fast.',
    tags: ['pov', 'participation', 'adaptive', 'volume'],
    sources: ['cartea-2015'],
    isAnalogue: true,
    endpoints: [FLOW, BOOK],
    backtestStatus: 'untested',
  },
  {
    slug: 'mean-variance-schedule',
    name: 'Mean-Variance Schedule',
    group: 'execution',
    summary:
      'Chooses between fast and dear or slow and risky by one parameter, and follows the hyperbolic path that results. The classic frame for a large exit.',
    timeframe: 'intraday',
    complexity: 'advanced',
    indicators: ['historical-volatility', 'kyle-lambda'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars', 'trades'],
    entry:
      'Fixed before the start: σ from historical volatility of 7 days in price per √minute; η, temporary cost per unit of rate, from own fills of the last 90 days, else half spread at 5 % of volume per minute; γ, lasting cost per unit, from Kyle lambda of 5-minute bars. κ = √(λσ²/η). Holdings at minute t: X·sinh(κ(T − t))/sinh(κT). Trade the difference each minute as a limit, at the end of the minute by market.',
    exit: 'X is 0 at T (two hours if nothing else is asked). The path is fixed in advance; it is computed anew only if σ of 15 minutes is over twice the one assumed.',
    sizing:
      'λ such that cost plus 1.0 deviation of it is least; refuse X where expected cost γX²/2 + η·Σ n² /τ exceeds .5 % of value.',
    edge: 'Neither gain nor forecast: removes the waste of trading too fast or holding risk too long for the aversion that one has.',
    edgeSource: 'microstructure',
    crowdingRisk: 'low',
    breaks:
      'Impact is concave and decays, the model is linear and instantaneous. Parameters from calm days in a stressed one. Drift in price is left out.',
    tags: ['optimal-execution', 'schedule', 'impact', 'risk-aversion'],
    sources: ['almgren-chriss-2001'],
    isAnalogue: true,
    endpoints: [CANDLES, FLOW],
    backtestStatus: 'untested',
  },
  {
    slug: 'resilience-block-schedule',
    name: 'Resilience Schedule',
    group: 'execution',
    summary:
      'Starts and ends with a block and trades evenly between, at the rate at which the book refills. It follows from a book that recovers in time.',
    timeframe: 'intraday',
    complexity: 'advanced',
    indicators: ['order-book-imbalance'],
    markets: ['spot', 'perps'],
    dataRequired: ['book'],
    entry:
      'Recovery speed ρ per minute: after each of the last 200 trades that took over half of the touch, fit e^(−ρt) to the return of depth within 10 bp; median. Window T: first block X/(ρT + 2) at once by market; then ρX/(ρT + 2) a minute, each minute in two limits at the touch and one cross; last block again X/(ρT + 2) at T.',
    exit: 'After the last block. If order-book imbalance of 10 levels is beyond ±.5 against the order when a minute is due, that part waits for up to 3 minutes; the last block is split over 2 minutes if depth within 10 bp is smaller than it.',
    sizing:
      'First block at most a quarter of depth within 20 bp; lengthen T until it is. ρ above 5 a minute is taken as 5.',
    edge: 'Liquidity comes back at a finite speed after being taken; spacing by it pays the inner price more often.',
    edgeSource: 'microstructure',
    crowdingRisk: 'low',
    breaks:
      'Recovery slows in stress, when orders are most urgent. Blocks tell others about the rest. Book of one shape only.',
    tags: ['resilience', 'book', 'blocks', 'optimal-execution'],
    sources: ['obizhaeva-wang-2013'],
    isAnalogue: true,
    endpoints: [BOOK, DEPTH],
    backtestStatus: 'untested',
  },
  {
    slug: 'shortfall-arrival',
    name: 'Arrival-Price Shortfall',
    group: 'execution',
    summary:
      'Measures everything against the price at which the decision fell and puts most of the order early, the more so the faster the reason for it fades.',
    timeframe: 'intraday',
    complexity: 'intermediate',
    indicators: ['ewma-volatility', 'corwin-schultz-spread'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars'],
    entry:
      'Half-life of the order h = min(half-life of its signal, m·p), kept within 5 to 120 minutes: m = (Corwin-Schultz spread of 24 hourly bars / EWMA volatility per √minute)², the minutes in which price moves by a spread, p = the order in percent of hourly volume. Urgency low, mid, high = h·2, h, h/2. Work each minute the share 1 − 2^(−1/h) of what is left; two thirds passive, one third at market.',
    exit: 'Under 2 % left: cross the rest. If price moves in favour by one hourly deviation, h is halved to take it; if against, it stays, as what is lost is lost.',
    sizing:
      'A tenth of volume of each minute at most, which binds first at high urgency. Shortfall reported in parts: delay, spread, impact, and what was left undone.',
    edge: 'The value of a decision decays; bringing the order in before that, at a cost in spread, can keep more of it.',
    edgeSource: 'microstructure',
    crowdingRisk: 'low',
    breaks:
      'Front-loading pays impact for nothing when the signal was slow. Half-lives of signals are known badly. Estimated spreads of quiet hours.',
    tags: ['implementation-shortfall', 'arrival-price', 'urgency', 'alpha-decay'],
    sources: ['almgren-chriss-2001'],
    isAnalogue: true,
    endpoints: [CANDLES, DEPTH],
    backtestStatus: 'untested',
  },
  {
    slug: 'limit-then-cross',
    name: 'Passive Then Aggressive',
    group: 'execution',
    summary:
      'Waits at the touch with a small order, gives in step by step, and crosses when time is up or the book turns. Earns the spread on what fills.',
    timeframe: 'scalp',
    complexity: 'intermediate',
    indicators: ['order-book-imbalance', 'micro-price'],
    markets: ['spot', 'perps'],
    dataRequired: ['book'],
    entry:
      'For a purchase (a sale mirrored), with a deadline of 60 s. Post-only at the best bid. If order-book imbalance of 5 levels rises above .5, or the micro-price comes within a quarter of the spread of the ask, move up one tick where the spread has room. After 40 s, or a mid 3 bp above that at the start, send an immediate-or-cancel at the ask.',
    exit: 'Filled, or the second attempt at ask + 2 ticks; whatever is open after 75 s goes back to the caller with the reason. When imbalance is under −.5 stay at the bid until the deadline, for price comes to it.',
    sizing:
      'Up to the median size of the best ask in one minute; larger orders are the business of a schedule that calls this rule per part.',
    edge: 'The spread is paid by the impatient; reading the queue tells when patience will not be rewarded.',
    edgeSource: 'microstructure',
    crowdingRisk: 'medium',
    breaks:
      'Filled when price goes through, not filled when it leaves: adverse selection of both kinds. Two fees of cancel and cross in jumpy books.',
    tags: ['passive', 'limit-order', 'deadline', 'spread'],
    sources: ['cartea-2015'],
    isAnalogue: true,
    endpoints: [BOOK],
    backtestStatus: 'untested',
  },
  {
    slug: 'dynamic-programming-split',
    name: 'Information-Aware Split',
    group: 'execution',
    summary:
      'Adds to the even split a term for a short-lived forecast: buys more of the rest now when price is expected to rise on, by weights solved backward from the end.',
    timeframe: 'intraday',
    complexity: 'advanced',
    indicators: ['return-autocorrelation'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars'],
    entry:
      'X = last 5-minute return of Bitcoin (of the coin itself if it is Bitcoin), ρ = return autocorrelation of lag 1 over 288 bars, γ = slope of the price change of the coin on X of the same bar, θ = price impact per unit from own fills. With k bars left after this one: part = W/(k + 1) + ρ·b[k−1]/(2·a[k−1])·X, a[k] = θ/2·(1 + 1/(k+1)), a[0] = θ, b[k] = γ + θρ·b[k−1]/(2·a[k−1]), b[0] = γ, W what is left to buy; between 0 and 3 times W/(k + 1). Sent as limits through the bar, crossed in its last 20 s.',
    exit: 'k = 0 takes W. |ρ| under .05 or its t value under 2: the second term is dropped.',
    sizing: '24 bars as a rule, W at most 4 % of their expected volume.',
    edge: 'A serially correlated variable that moves price makes waiting or hurrying worth something, and dynamic programming gives the exact trade-off with lasting impact.',
    edgeSource: 'statistical',
    crowdingRisk: 'low',
    breaks:
      'The forecast decays before the parts are done or has changed sign since it was fitted. Lasting linear impact is assumed. Sales made while buying are cut off, so the solution is not exact.',
    tags: ['dynamic-programming', 'signal', 'split', 'optimal-execution'],
    sources: ['bertsimas-lo-1998'],
    isAnalogue: true,
    endpoints: [CANDLES, '/market-data/short-term-price'],
    backtestStatus: 'untested',
  },
  {
    slug: 'funding-stamp-avoid',
    name: 'Funding-Stamp Scheduling',
    group: 'execution',
    summary:
      'Moves planned entries to just after and planned exits to just before a settlement that would be paid. A saving for trades that are made anyway.',
    timeframe: 'intraday',
    complexity: 'beginner',
    indicators: ['funding-rate-annualised', 'premium-index'],
    markets: ['perps'],
    dataRequired: ['bars', 'funding'],
    entry:
      'An entry is due within 45 minutes before a settlement and its side pays: the predicted rate from the mean premium index so far, compared with the cost of waiting = .2 × deviation of price over the minutes. If the payment is greater, start at +10 s after the stamp and work for 5 minutes by limits. On the receiving side: finish 2 minutes before instead.',
    exit: 'Exits mirror it: with a paying position and under 90 minutes until the stamp, finish by −1 minute if the payment exceeds the cost of leaving early. Signals with stops are never delayed. On venues with hourly stamps only if annualised funding is above 60 % in size.',
    sizing:
      'Size is that of the order. Log payment saved and price moved meanwhile; drop the rule for a coin after 100 uses with a mean under 0.',
    edge: 'Payment depends on who is open at one instant, and some who trade do not look at the clock.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'high',
    breaks:
      'Others do likewise and price moves by the payment around the stamp. A delay costs a trend more than a stamp. Continuous funding has no stamp.',
    tags: ['funding', 'timing', 'execution', 'costs'],
    sources: ['bitmex-guide'],
    endpoints: ['/perpdex/funding-rates', '/derivatives/funding-rates'],
    backtestStatus: 'untested',
  },
  {
    slug: 'venue-smart-routing',
    name: 'Depth-Aware Routing',
    group: 'execution',
    summary:
      'Divides each child order over venues until the next unit costs the same on all of them, fees included, and leaves part of it waiting where waiting is likely to fill.',
    timeframe: 'scalp',
    complexity: 'advanced',
    indicators: ['order-book-imbalance', 'venue-premium'],
    markets: ['spot', 'perps'],
    dataRequired: ['book'],
    entry:
      'Books of all venues not older than 250 ms, prices times (1 ± fee), each size times its fill ratio of the last 500 orders there. Merge, take the cheapest levels until the child is covered, send all parts at once as immediate-or-cancel at the marginal price. If not urgent: a share stays as limits on the venue with the best fill probability within 30 s, by queue length and order-book imbalance, less the rebate.',
    exit: 'Unfilled parts after 300 ms are routed once more without the venue that missed; then at market on the deepest. A venue premium beyond .5 % of one venue takes it out for 10 minutes, since deposits or its index may be broken.',
    sizing:
      'Balances on each venue cap its part, with 15 % kept back for stops; rebalance at night by transfers when the cheapest venue was capped in over a tenth of orders.',
    edge: 'Depth is split over venues and one book is only part of the supply; marginal cost made equal is the least for the whole.',
    edgeSource: 'microstructure',
    crowdingRisk: 'low',
    breaks:
      'Stale books cause misses, and makers pull elsewhere after the first fill. Capital idle on many venues with their risk of failure.',
    tags: ['routing', 'fragmentation', 'fees', 'depth'],
    sources: ['cont-kukanov-2012'],
    isAnalogue: true,
    endpoints: [BOOK, DEPTH, '/exchanges/{slug}'],
    backtestStatus: 'untested',
  },
  {
    slug: 'metaorder-impact-cap',
    name: 'Square-Root Impact Cap',
    group: 'execution',
    summary:
      'Limits how large a trade may be at all: its cost grows with the square root of its share of volume and has to stay under what the idea is worth.',
    timeframe: 'day',
    complexity: 'intermediate',
    indicators: ['kyle-lambda', 'historical-volatility'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars', 'trades'],
    entry:
      'Before any entry: cost of one way I(Q) = Y·σ·√(Q/V), σ the daily part of the historical volatility of 30 days, V median daily volume, Y = 1, or the robust fit on own orders once there are 100. Largest Q with 2·I(Q) + fees + spread ≤ half of the expected move of the signal, from its last 200 outcomes shrunk by half to 0. Q must also keep Kyle lambda of 5-minute bars × Q, the linear estimate, under the same bound; the smaller Q counts.',
    exit: 'Exits are planned with the same I(Q) and take as long as the entry, at 10 % of volume at most; a position that outgrows the cap because V fell by half is cut to it over three days.',
    sizing:
      'Minimum of Q above and of the size that the risk rule of the strategy gives. Capacity of the strategy = sum over coins, reported monthly.',
    edge: 'Impact of large split orders was found to follow a concave law in many markets; knowing it stops growth before costs eat the idea.',
    edgeSource: 'microstructure',
    crowdingRisk: 'low',
    breaks:
      'The prefactor differs by coin and by venue, and washed volume makes V too large. Expected moves from backtests are too high. Law fails for very small and very large shares.',
    tags: ['impact', 'capacity', 'square-root', 'sizing'],
    sources: ['bouchaud-2009'],
    isAnalogue: true,
    endpoints: [CANDLES, FLOW],
    backtestStatus: 'untested',
  },
];
