/** Strategies: open interest and liquidations. */

import { BACKTEST, type Strategy } from '../strategy.ts';

const CANDLES = '/perpdex/candles';
const INTEREST = '/perpdex/open-interest';
const FORCED = '/market-intelligence/liquidations';
const LADDER = '/quant/positioning/ladder';

/** Strategies of the group, in catalogue order. */
export const OPEN_INTEREST_LIQUIDATIONS: readonly Strategy[] = [
  {
    slug: 'price-oi-buildup-follow',
    name: 'Price and OI Build-Up',
    group: 'open-interest-liquidations',
    summary:
      'Joins a move that brings new contracts with it and leaves alone one that only closes old ones; pays where fresh positions keep being added.',
    timeframe: 'swing',
    complexity: 'beginner',
    indicators: ['price-oi-quadrant', 'open-interest-change'],
    markets: ['perps'],
    dataRequired: ['bars', 'open_interest'],
    entry:
      'Daily bars, open interest in coins. Long at the next open when the quadrant over 5 days is 1 and open interest grew by more than .05 in logs; short when it is 3 with the same growth. Quadrants 2 and 4 give no entry.',
    exit: 'Market order at the next open when the quadrant over 5 days is 2 or 4 on two closes in a row, on the opposite entry, or at a stop 2.5 daily ranges (mean of 20) from the entry price.',
    sizing:
      'Lose .5 % of equity at the stop; at most 5 positions and 2× gross. Taker cost of 5 bp a side and funding of the days held are charged.',
    edge: 'Positions that are opened in the direction of the move may carry views that price has not taken in yet, while covering ends by itself.',
    edgeSource: 'informational',
    crowdingRisk: 'medium',
    breaks:
      'New contracts that hedge spot or a basis trade, so that the taker of the other side had no view; growth late in a move that is all leverage.',
    tags: ['open interest', 'confirmation', 'trend'],
    sources: ['murphy-1999', 'hong-yogo-2012'],
    isAnalogue: true,
    endpoints: ['/liquidity/oi-divergence', INTEREST, CANDLES],
    backtestStatus: 'naive-backtested',
    reproducedBy: `${BACKTEST} price-oi-buildup-follow`,
  },
  {
    slug: 'oi-flush-reversal',
    name: 'Open-Interest Flush Reversal',
    group: 'open-interest-liquidations',
    summary:
      'Buys the first calm bar after leverage was swept out in a few hours; pays where the sellers were forced and are now gone.',
    timeframe: 'intraday',
    complexity: 'intermediate',
    indicators: ['open-interest-change', 'average-true-range'],
    markets: ['perps'],
    dataRequired: ['bars', 'open_interest'],
    entry:
      'Hourly bars. Armed for 12 hours once open interest in coins is down by more than .105 in logs (10 %) over 6 hours and the close is more than 3 ATR(24), as it stood before the fall, under the close of 6 hours ago. Then buy at the open after the first bar that closes in its upper half, makes no new low and is narrower than the bar before.',
    exit: 'Half at a retracement of 38 % from the low to the price before the fall, the rest at 62 %; all after 24 hours. Stop .5 ATR(24) under the low of the flush.',
    sizing:
      'Risk .4 % of equity, leverage at most 2×. One try per flush; another needs a new fall of 10 % in open interest.',
    edge: 'Forced selling moves price away from value while those with capital to buy are few, and the way back pays who has it.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'medium',
    breaks:
      'A second wave when collateral falls further, news that justifies the fall, or a venue that halts or lags its open interest.',
    tags: ['deleveraging', 'reversal', 'open interest'],
    sources: ['brunnermeier-pedersen-2009'],
    isAnalogue: true,
    endpoints: [INTEREST, CANDLES, '/liquidity/oi-divergence'],
    backtestStatus: 'untested',
  },
  {
    slug: 'liquidation-cascade-fade',
    name: 'Liquidation Cascade Fade',
    group: 'open-interest-liquidations',
    summary:
      'Leaves resting bids under a run of forced closes and sells them at the average price from before; a provider of liquidity to those who have no choice.',
    timeframe: 'intraday',
    complexity: 'advanced',
    indicators: ['liquidation-imbalance', 'volume-weighted-average-price'],
    markets: ['perps'],
    dataRequired: ['trades', 'bars'],
    entry:
      'Active when liquidations of 5 minutes exceed the 99th percentile of 30 days and their imbalance is over .8 (longs forced out). Record the VWAP of the hour before the first of them. Place three post-only bids of equal size at 2, 3.5 and 5 standard deviations of 5-minute returns under the last trade; cancel those unfilled after 15 minutes. Mirror for imbalance under −.8.',
    exit: 'Passive offers at half the way to the recorded VWAP and at the VWAP; what is left goes at market 2 hours after the first fill. Stop at market 2 standard deviations beyond the third bid.',
    sizing:
      'All three fills together lose .5 % of equity at the stop. Maker fees and a slip of 10 bp on the stop are charged; never on more than two coins at once.',
    edge: 'Closes by force do not ask for a price, so whoever quotes into them is paid a concession that fades when they end.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'high',
    breaks:
      'Falls that go on through every bid because the cause is news; books so thin that the stop fills far lower; feeds that report only a sample of liquidations.',
    tags: ['liquidations', 'liquidity provision', 'reversal'],
    sources: ['coval-stafford-2007'],
    isAnalogue: true,
    endpoints: [FORCED, CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'liquidation-magnet',
    name: 'Liquidation Level Magnet',
    group: 'open-interest-liquidations',
    summary:
      'Trades toward the nearest thick layer of liquidation prices while price already moves there, and leaves where the forced orders begin.',
    timeframe: 'intraday',
    complexity: 'advanced',
    indicators: ['liquidation-density', 'rate-of-change'],
    markets: ['perps'],
    dataRequired: ['positions', 'bars'],
    entry:
      'Hourly. A cluster is a bin of 1 % width that holds over 3 times the mean of the bins within 10 % of the mark. Take the nearest one 1.5 to 5 % away, only if the sum on its side within 5 % is at least twice that of the other. Enter toward it at market when the 4-hour rate of change points there and exceeds .5 %.',
    exit: 'Limit order at the near edge of the cluster, placed at entry. Leave at market if the cluster loses half its size at an hourly update, if the 4-hour change turns sign, or after 12 hours. Stop as far away as half the distance to the target.',
    sizing:
      'Risk .3 % of equity; notional not over 1 % of the hourly volume of the coin. No second trade at a cluster already touched.',
    edge: 'Known forced orders beyond a price are a reason for others to push there, and they feed the move on arrival.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'high',
    breaks:
      'Accounts add margin or close and the layer vanishes; estimates from a subset of accounts miss the larger rest; ranges without direction.',
    tags: ['liquidations', 'levels', 'positions'],
    sources: ['cheng-2021'],
    endpoints: [LADDER, CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'liquidation-imbalance-momentum',
    name: 'Liquidation Imbalance Momentum',
    group: 'open-interest-liquidations',
    summary:
      'Rides the first minutes of a cascade in the direction in which accounts are closed, and is out before it ends whatever happened.',
    timeframe: 'scalp',
    complexity: 'advanced',
    indicators: ['liquidation-imbalance'],
    markets: ['perps'],
    dataRequired: ['trades'],
    entry:
      'By minute. Sell at market when forced closes of the last minute exceed 5 times the mean of the last 24 hours of minutes with any, imbalance is above .7, the minute before was below that size (first minute only), and the fall since then is under 1 %. Buy on the mirror image with imbalance under −.7.',
    exit: 'At market 4 minutes after entry, or earlier at the first minute whose forced closes are under a third of the largest one so far, or at a loss of .6 %.',
    sizing:
      'Notional such that a loss of .6 % plus 15 bp of slip and fees costs .15 % of equity. Stop for the day after three losses in a row.',
    edge: 'A liquidation engine sells in steps while price falls through the next accounts, so its first orders foretell later ones.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'high',
    breaks:
      'Entry on what proves to be the last print; reports delayed by seconds or throttled by the venue; slips larger than the few minutes of drift.',
    tags: ['liquidations', 'momentum', 'time stop'],
    sources: ['soska-2021'],
    endpoints: [FORCED, '/perpdex/trade-flow'],
    backtestStatus: 'untested',
  },
  {
    slug: 'oi-to-volume-speculation',
    name: 'Speculation Ratio Filter',
    group: 'open-interest-liquidations',
    summary:
      'Takes channel breakouts only in coins whose contracts are traded more than they are held, and passes where a large held stock stands against little volume.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['open-interest-to-volume', 'donchian-channel'],
    markets: ['perps'],
    dataRequired: ['bars', 'open_interest'],
    entry:
      'Daily bars. Buy at the next open after a close above the highest high of the 20 days before, sell after one below the lowest low, provided that open interest over the volume of 5 days lies under its own 80th percentile of 180 days and volume of the breakout day exceeds its 20-day mean.',
    exit: 'Opposite extreme of 10 days on a closing basis, or at once when the ratio rises above its 95th percentile while the position is at a loss.',
    sizing:
      'Units of 1 % of equity per 2 daily ranges (mean of 20), at most 6 coins; 5 bp a side and realised funding as costs.',
    edge: 'On futures, expected open interest went with less volatility for a given surprise in volume: a deep stock of held positions absorbs what a breakout needs.',
    edgeSource: 'microstructure',
    crowdingRisk: 'low',
    breaks:
      'Venues that report volume or interest by other rules, incentives that inflate turnover, and breakouts out of crowded coins that run on liquidations alone.',
    tags: ['open interest', 'volume', 'filter', 'breakout'],
    sources: ['bessembinder-seguin-1993'],
    isAnalogue: true,
    endpoints: [INTEREST, CANDLES],
    backtestStatus: 'naive-backtested',
    reproducedBy: `${BACKTEST} oi-to-volume-speculation`,
  },
  {
    slug: 'oi-growth-market-timing',
    name: 'Aggregate OI Growth Timing',
    group: 'open-interest-liquidations',
    summary:
      'Sets the share of the whole market in the book by how much open interest of all coins grew in a year, counted in coins so that price does not enter.',
    timeframe: 'position',
    complexity: 'intermediate',
    indicators: ['open-interest-change'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars', 'open_interest'],
    entry:
      'Month end. For each coin with a full year of history take the log change of open interest in coins over 365 days, average them weighted by dollar interest a year ago. Hold 100 % of the market basket if the average lies above its expanding median (at least 24 months), 150 % above the upper quartile.',
    exit: '50 % under the median and 25 % under the lower quartile; changes are made in the first 24 hours of the month by a time-weighted order, and only if the target moved by more than 20 points.',
    sizing:
      'Shares above are of a base whose yearly volatility is set to 20 % by 60-day estimates; basket of the ten largest coins by market cap, each at most 30 %.',
    edge: 'On commodity futures, growth of interest foretold returns beyond past prices, since hedgers and others react to news before price has.',
    edgeSource: 'informational',
    crowdingRisk: 'low',
    breaks:
      'Growth that comes from new listings or new venues, a history of few cycles, and cash-and-carry trades that inflate interest without a view.',
    tags: ['market timing', 'open interest', 'monthly'],
    sources: ['hong-yogo-2012'],
    isAnalogue: true,
    endpoints: ['/derivatives/open-interest', '/derivatives/perpdex/history', CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'leverage-overhang-short',
    name: 'Leverage Overhang',
    group: 'open-interest-liquidations',
    summary:
      'Cuts longs, or goes short once price gives way, where interest, funding and basis are all stretched: a crowd that must leave by one door.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['open-interest-change', 'funding-rate-zscore', 'annualised-basis'],
    markets: ['perps', 'dated futures'],
    dataRequired: ['bars', 'funding', 'open_interest'],
    entry:
      'Daily at 00:00 UTC. Flag a coin when 30-day growth of open interest, funding z-score (90 days) and basis of the nearest quarterly are each in the top tenth of the last 365 days. While flagged halve any long. Short at the next open only after a close under the low of the 5 days before.',
    exit: 'Cover when two of the three readings are back under their median, after 20 days, or on a close above the highest close since the flag. The flag itself lapses after 15 days without a short.',
    sizing:
      'Short of .5 % of equity at risk to that highest close; the funding received is not counted in the plan. At most three shorts, all in one sector count as one.',
    edge: 'Those who pay much to be long are exposed to the same shock; carry of that kind has had a negative skew in currencies.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks:
      'Manias in which all three readings stay extreme for weeks while price doubles; flags by a short squeeze on the basis of a thin quarterly.',
    tags: ['crowding', 'funding', 'basis', 'short'],
    sources: ['brunnermeier-nagel-2008'],
    isAnalogue: true,
    endpoints: [INTEREST, '/perpdex/funding-rates', CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'post-deleveraging-long',
    name: 'Post-Deleveraging Long',
    group: 'open-interest-liquidations',
    summary:
      'Buys weeks after a purge, once contracts are at a low of a quarter, nobody pays for leverage and price has stopped making lows.',
    timeframe: 'position',
    complexity: 'intermediate',
    indicators: ['open-interest-change', 'funding-rate-zscore', 'donchian-channel'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars', 'funding', 'open_interest'],
    entry:
      'Daily. Needed on one close: open interest in coins at most 3 % above its 90-day low, down .3 or more in logs from its 90-day high; funding z-score within ±.5; the low of the 20-day Donchian channel has not fallen for 15 days. Buy a third at each of the three next opens.',
    exit: 'Sell when open interest is back at its 90-day median with a funding z-score above 1.5 (the leverage has returned), after 120 days, or on a close under the low of the base, whichever is first.',
    sizing:
      'The three parts together lose 1 % of equity at the low of the base, which is the lowest low of the 20-day channel on the day of the signal. Unlevered on spot where the coin is listed there.',
    edge: 'After losses those who would buy lack capital or nerve, so prices may stand below value until capital comes back.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'low',
    breaks:
      'Coins that nobody returns to, where low interest is the end and not the base; bear markets of a year with several such pauses.',
    tags: ['deleveraging', 'base', 'long'],
    sources: ['shleifer-vishny-1997', 'brunnermeier-pedersen-2009'],
    isAnalogue: true,
    endpoints: ['/derivatives/perpdex/history', '/perpdex/funding-rates', CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'long-short-ratio-contrarian',
    name: 'Crowd Ratio Contrarian',
    group: 'open-interest-liquidations',
    summary:
      'Stands against the many small accounts when the count of them is lopsided and the positions of the large ones point the other way.',
    timeframe: 'swing',
    complexity: 'beginner',
    indicators: ['long-short-account-ratio'],
    markets: ['perps'],
    dataRequired: ['positions', 'bars'],
    entry:
      'At 00:00 UTC take logs of the ratio of all accounts and of the position ratio of the top traders of the venue. Sell when the first is above its 95th percentile of 90 days and the second is below its median; buy on the 5th percentile with the second above its median. Limit order at the mid, moved each minute for 10 minutes, then market.',
    exit: 'When the account ratio is back between its 40th and 60th percentile, when large traders change to the side of the crowd, or after 7 days. Stop at 2 standard deviations of weekly returns.',
    sizing:
      'Half a percent of equity to the stop, halved where the coin has under 20 million dollars of daily volume. Longs and shorts kept within .5× of each other.',
    edge: 'Small accounts tend to hold on to losers and to add, and their stops and liquidations are fuel for the other side.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks:
      'Strong trends in which the crowd is right; counts of accounts that hold dust; changes of how a venue defines its top traders.',
    tags: ['sentiment', 'contrarian', 'positions'],
    sources: ['binance-api'],
    endpoints: ['/derivatives/cexa/long-short-ratio', CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'whale-position-follow',
    name: 'Large-Trader Position Follow',
    group: 'open-interest-liquidations',
    summary:
      'Copies, late and in small size, what a screened group of large public accounts adds on balance; a test of whether their fills carry information.',
    timeframe: 'swing',
    complexity: 'advanced',
    indicators: ['long-short-account-ratio', 'open-interest-change'],
    markets: ['perps'],
    dataRequired: ['positions', 'open_interest', 'bars'],
    entry:
      'Group: accounts above 1 million dollars with at least 50 closed trades in 180 days, positive results in both halves and drawdown under 40 %; renewed monthly, from data before the month. Each 4 hours sum their changes by coin. Enter one bar later with the sum if it exceeds 1 % of open interest, at least 5 accounts moved, the long/short account ratio among them is above 2 (under .5 for shorts) and no single one gives over half.',
    exit: 'When the group has cut half of what it added, when open interest change over 24 hours is under −.05 while the position loses, or after 10 days. Stop 3 % beyond the mean entry price of the group.',
    sizing:
      'Fixed .3 % of equity at risk; the leverage of those copied is never copied. Cap of 10 % of equity notional per coin.',
    edge: 'Some accounts may know more than price does; on-chain venues show their positions to all, with delay.',
    edgeSource: 'informational',
    crowdingRisk: 'high',
    breaks:
      'Winners picked by luck whose results fade; legs of hedges elsewhere that look like views; copying itself raises risk taking, as experiments show.',
    tags: ['positions', 'copy trading', 'on-chain venue'],
    sources: ['apesteguia-2020'],
    isAnalogue: true,
    endpoints: ['/perpdex/trader-profiles', '/perpdex/wallet-signals', '/quant/whales', INTEREST],
    backtestStatus: 'untested',
  },
  {
    slug: 'defi-health-factor-short',
    name: 'Collateral Cliff Short',
    group: 'open-interest-liquidations',
    summary:
      'Sells a token as it nears a price at which much of it, pledged on lending protocols, would be auctioned, and covers once it has been.',
    timeframe: 'day',
    complexity: 'advanced',
    indicators: ['liquidation-density'],
    markets: ['perps', 'dex'],
    dataRequired: ['chain', 'bars', 'positions'],
    entry:
      'Hourly from the state of lending contracts: a shelf is collateral that becomes liquidatable within one band of 2 % and exceeds a fifth of the daily spot volume on all venues. Short the perp at market when price is 1 to 4 % above the upper edge, was falling over 24 hours, and the shelf is unchanged since the last 3 blocks of 1 hour.',
    exit: 'Cover half at the lower edge, the rest when three quarters of the shelf is liquidated or repaid. At once if the largest borrower repays or moves collateral. Stop 2 % above entry, time limit 24 hours.',
    sizing:
      'At most .4 % of equity at risk and 2 % of the daily perp volume; no trade in tokens whose oracle is slower than an hour.',
    edge: 'Liquidators sell what they seize, so the amount and the price of a coming sale are known in advance.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'medium',
    breaks:
      'Borrowers who repay in time; a bounce just above the shelf that squeezes shorts waiting for it; liquidators who hedged before.',
    tags: ['lending', 'collateral', 'liquidations', 'short'],
    sources: ['perez-2021'],
    endpoints: [CANDLES, '/liquidity/depth/{symbol}'],
    backtestStatus: 'untested',
  },
  {
    slug: 'insurance-fund-stress',
    name: 'Auto-Deleveraging Avoidance',
    group: 'open-interest-liquidations',
    summary:
      'A defence: closes the most profitable levered positions by itself before the venue may do it at its own price to cover losses of others.',
    timeframe: 'intraday',
    complexity: 'advanced',
    indicators: ['premium-index', 'liquidation-imbalance'],
    markets: ['perps'],
    dataRequired: ['bars', 'trades'],
    entry:
      'Every 5 minutes, per venue. Two of three raise the alarm: the insurance fund lost over 5 % of its value in an hour; the perp is more than 1.5 % from the spot index; imbalance of liquidations over an hour is beyond ±.9 with size in the top percent of 90 days. On alarm close half of each position with gains over 50 % of its margin and leverage over 3×, passively for 2 minutes, then at market.',
    exit: 'The defence ends, and the position may be opened again by its own strategy, after 4 hours without any of the three conditions. With three conditions at once the other half is closed too.',
    sizing:
      'No risk is added. What is sold is replaced, where the view is to be kept, by the same notional on another venue or on spot, without leverage.',
    edge: 'Winners are ranked by profit and leverage and are closed first when a fund runs dry, which ends hedges at the worst time; being lower in that ranking costs little.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'low',
    breaks:
      'Ordinary stress that passes: gains are cut and costs paid for nothing; venues that do not publish their fund in time.',
    tags: ['risk', 'auto-deleveraging', 'venue risk'],
    sources: ['soska-2021'],
    endpoints: [FORCED, '/perpdex/prices', INTEREST],
    backtestStatus: 'untested',
  },
  {
    slug: 'optimal-margin-leverage',
    name: 'Tail-Margin Leverage Rule',
    group: 'open-interest-liquidations',
    summary:
      'Sets the leverage of any position from the fitted tail of adverse moves, so that a margin call is as rare as one chooses, instead of from volatility.',
    timeframe: 'position',
    complexity: 'advanced',
    indicators: ['expected-shortfall', 'rolling-max-drawdown'],
    markets: ['perps', 'dated futures'],
    dataRequired: ['bars'],
    entry:
      'Weekly, for each side apart. From hourly bars of 2 years take the worst adverse excursion of each day, from the open of the day to its low for longs and to its high for shorts; fit a generalised extreme value law to the maxima of 10-day blocks. M is the move exceeded on 1 % of days. Leverage allowed is 1/(M + maintenance margin), rounded down to a tenth; positions of other strategies are opened at or below it.',
    exit: 'If the new limit is lower than the leverage in use, add margin or cut within an hour of the fit. When a day exceeds M, halve the limit for 30 days.',
    sizing:
      'Never above 5×. Where the expected shortfall at 1 % of raw days, or the worst 1-day drawdown of 2 years, is larger than M, the larger takes its place.',
    edge: 'It avoids forced closes rather than earning: on BitMEX, tails fitted this way asked for a third of notional as margin of longs, many times what the venue did.',
    edgeSource: 'statistical',
    crowdingRisk: 'low',
    breaks:
      'A tail estimated from few events before a larger one; correlated positions in one margin account; gaps beyond the stop of a venue outage.',
    tags: ['leverage', 'extreme values', 'margin'],
    sources: ['cheng-2021'],
    endpoints: [CANDLES, '/quant/coins/risk'],
    backtestStatus: 'untested',
  },
];
