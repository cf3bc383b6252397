/** Strategies: funding carry. */

import { BACKTEST, type Strategy } from '../strategy.ts';

const CANDLES = '/perpdex/candles';
const FUNDING = '/perpdex/funding-rates';
const VENUES = '/derivatives/funding-rates';
const EVERY_VENUE = '/market-intelligence/funding-rates';
const HISTORY = '/derivatives/perpdex/history';
const SPOT = '/market-data/klines';
const INTEREST = '/perpdex/open-interest';

/** Strategies of the group, in catalogue order. */
export const FUNDING_CARRY: readonly Strategy[] = [
  {
    slug: 'spot-perp-funding-harvest',
    name: 'Spot-Perp Funding Harvest',
    group: 'funding-carry',
    summary:
      'Owns the coin and is short as many of its perp, so that price cancels and funding remains. It pays while leveraged buyers outnumber those who will lend them the other side.',
    timeframe: 'position',
    complexity: 'beginner',
    indicators: ['funding-rate-annualised', 'premium-index'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars', 'funding'],
    entry:
      'Once a day at 00:10 UTC, per coin: annualised funding averaged over 7 days must exceed 8 % plus the dollar lending rate plus the round-trip cost of four fills spread over 30 days, and the premium index must be above 0. Buy spot and sell the same number of coins of the perp within one minute, limit orders at the touch; whatever is unfilled after 60 s is taken by market on the slower leg.',
    exit: 'Close both legs together when the 7-day mean of annualised funding falls under 3 %, or at once when the premium index is below −.3 %, which pays for closing early.',
    sizing:
      'Equal notional per coin, at most 8 coins, each at most 2 % of the open interest of its perp. Keep on the short leg the margin for a rise of 60 %; top it up from the spot leg whenever less than 35 % is left.',
    edge: 'Small buyers want leverage and capital that can hold both legs is scarce, so the perp trades over spot and its holders pay.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'high',
    breaks:
      'A sharp rally liquidates the short leg before the gain on spot can be moved. Funding turns negative for weeks after leverage is flushed out. The venue that holds the margin fails.',
    tags: ['funding', 'carry', 'delta-neutral', 'cash-and-carry'],
    sources: ['schmeling-2023'],
    endpoints: [FUNDING, VENUES, SPOT],
    backtestStatus: 'untested',
  },
  {
    slug: 'funding-no-arb-band',
    name: 'No-Arbitrage Band Trade',
    group: 'funding-carry',
    summary:
      'Treats the cost of trading as a band around spot in which the perp may float, and acts outside it only. It earns where frictions, not news, pushed the two apart.',
    timeframe: 'day',
    complexity: 'intermediate',
    indicators: ['premium-index', 'cumulative-funding'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars', 'funding'],
    entry:
      'On each closed hour put the band at ±(fees and half spreads of both legs, in and out, + .05 %). Premium index above the band: sell the perp, buy spot. Below it: buy the perp, sell spot that is held or borrowed, provided that the loan costs less than 10 % a year. Only where cumulative funding over the last 24 hours has the sign of the premium, so that waiting is paid.',
    exit: 'Unwind when the premium is back inside half the band, after 5 days, or when funding paid since entry has used up half of the gap that was captured.',
    sizing:
      'Two clips: half at the edge of the band, half where the gap is 1.5 times as wide. Full size has a stop at 3 bands, set so that it costs .5 % of equity with the fees of leaving.',
    edge: 'Funding ties the perp to spot without a date of delivery; the gap can stay wherever closing it costs more than it is worth, and should shrink beyond.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'high',
    breaks:
      'Margin is short on all sides at once and the gap widens first. Fees are raised or maker rebates end. Spot cannot be borrowed when the perp is cheap.',
    tags: ['arbitrage', 'bands', 'perp', 'costs'],
    sources: ['he-manela-2022'],
    endpoints: [CANDLES, FUNDING, SPOT],
    backtestStatus: 'untested',
  },
  {
    slug: 'cross-section-funding-carry',
    name: 'Cross-Sectional Funding Carry',
    group: 'funding-carry',
    summary:
      'Ranks perps by what they pay to be held: long the cheapest, short the dearest, with market beta removed. A spread of funding, collected from coins and not from the market.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['funding-rate-annualised', 'funding-dispersion', 'rolling-beta'],
    markets: ['perps'],
    dataRequired: ['bars', 'funding'],
    entry:
      'Mondays 00:00 UTC, the 50 perps of the largest 30-day median volume. Rank by the 3-day mean of annualised funding; buy the lowest fifth and sell the highest fifth by limit orders over one hour. No new book where funding dispersion is so low that the spread between both fifths is below 10 % a year.',
    exit: 'Rebuild each Monday; a coin stays while it is in its outer 30 %. Between, close a coin that moved 25 % against its side.',
    sizing:
      'Within each side weights are inverse to 30-day volatility. Scale the short side until the rolling beta of 60 days to Bitcoin of the whole book is 0 ± .05. Gross at most 1.5 times equity, ex-ante volatility 10 % a year, a coin at most 8 %.',
    edge: 'Carry foretold returns in other asset classes; here it is the price of leverage that differs by coin, and of holding what the crowd is short.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'medium',
    breaks:
      'Funding is dear because the coin is rising, and it goes on rising: over 51 coins one working paper found higher returns after higher funding, against this ranking. Squeezes of the shorted fifth in alt seasons. Betas jump together in crashes.',
    tags: ['funding', 'carry', 'cross-section', 'market-neutral'],
    sources: ['koijen-2018', 'franz-schmeling-2021'],
    endpoints: [INTEREST, EVERY_VENUE, '/perpdex/candles/batch'],
    backtestStatus: 'untested',
  },
  {
    slug: 'funding-dispersion-timing',
    name: 'Funding Dispersion Timing',
    group: 'funding-carry',
    summary:
      'Switches a book of funding spreads on and off by how far coins differ: when all pay alike there is nothing to rank, and costs eat the rest.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['funding-dispersion'],
    markets: ['perps'],
    dataRequired: ['bars', 'funding'],
    entry:
      'Daily after the last settlement: funding dispersion of the 40 largest perps, the rates winsorised at the 5th and 95th percentile of the day, smoothed by a 5-day mean. Above its median of 365 days on two days in a row: open the book, which is long the ten lowest payers and short the ten highest at the next hourly close.',
    exit: 'Dispersion under its 40th percentile closes everything by limit orders within 6 hours. Names are refreshed every 5 days while the book is on.',
    sizing:
      'Ten and ten in equal notional; gross exposure rises in a straight line from .5 at the median to 1.5 at the 90th percentile and no further. Halve it while the book is 4 % under its high.',
    edge: 'The compensation of a carry sort grows with the distance between its ends; a wide distance says that single crowds pay, where competing capital is thin.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'medium',
    breaks:
      'One broken or new contract makes the spread. Dispersion peaks with a squeeze that has not ended. Switching costs where it hovers about the median.',
    tags: ['funding', 'timing', 'dispersion', 'filter'],
    sources: ['koijen-2018'],
    isAnalogue: true,
    endpoints: [INTEREST, EVERY_VENUE],
    backtestStatus: 'untested',
  },
  {
    slug: 'extreme-funding-fade',
    name: 'Extreme Funding Fade',
    group: 'funding-carry',
    summary:
      'Takes the side that is paid after funding became exceptional for the coin and price stopped answering. It lives on the unwinding of crowded leverage.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['funding-rate-zscore', 'rate-of-change'],
    markets: ['perps'],
    dataRequired: ['bars', 'funding', 'open_interest'],
    entry:
      'At an 8-hour close: funding z-score over 270 settlements above 3 and rate of change of 24 hours below 1 %: sell at market. The mirror: z-score under −3 and rate of change above −1 %: buy. One attempt per episode, which ends when the z-score is back inside ±1.',
    exit: 'Take off at z-score 0 or after 5 days. Stop 1.5 average daily ranges beyond the extreme of the last 48 hours, as a resting stop-market order.',
    sizing:
      'Risk .5 % of equity to the stop; .25 % where open interest is above that of 24 hours before. No more than three such trades at once, since they unwind together.',
    edge: 'Those who pay a lot to hold a position that no longer gains are forced or tempted out; carry trades in currencies unwound in the same lopsided way.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks:
      'Strong trends that outlast dear funding, above all after listings and unlock news. Negative funding from hedgers of a coming unlock, who do not need to cover.',
    tags: ['funding', 'contrarian', 'crowding', 'squeeze'],
    sources: ['brunnermeier-nagel-2008'],
    isAnalogue: true,
    endpoints: [FUNDING, HISTORY, CANDLES],
    backtestStatus: 'naive-backtested',
    reproducedBy: `${BACKTEST} extreme-funding-fade`,
  },
  {
    slug: 'negative-funding-squeeze',
    name: 'Negative Funding Squeeze',
    group: 'funding-carry',
    summary:
      'Buys a coin that is sold short more and more, at a price that does not fall any longer. Being long is paid meanwhile, and shorts may have to buy.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['funding-rate-annualised', 'open-interest-change'],
    markets: ['perps'],
    dataRequired: ['bars', 'funding', 'open_interest'],
    entry:
      'Checked every 4 hours: annualised funding below −10 % in each of the last 6 settlements, open interest change over 72 hours above +10 % in coins, lowest low of 24 hours not under that of the 72 hours before. Buy by stop order 0.1 % over the highest high of 24 hours, good for 24 hours.',
    exit: 'Sell half at 2 times the initial risk, the rest by a stop under the low of 24 hours; all of it once funding has been positive twice in a row, or open interest has shrunk 15 % from its high.',
    sizing: 'The stop is the 72-hour low; .75 % of equity between entry and it, at most 1 % of daily volume.',
    edge: 'Shorts that pay to wait and sit on losses become buyers at market; sellers of the perp without a hedge are the ones who must act.',
    edgeSource: 'behavioural',
    crowdingRisk: 'medium',
    breaks:
      'Shorts hedge locked tokens or a loan and feel no pain. Insolvency or delisting news, where the low gives way at once. Funding negative in the whole market.',
    tags: ['funding', 'short-squeeze', 'open-interest', 'long-only'],
    sources: ['schmeling-2023'],
    endpoints: [FUNDING, HISTORY, '/derivatives/open-interest', CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'predicted-funding-snap',
    name: 'Funding Timestamp Trade',
    group: 'funding-carry',
    summary:
      'Is hedged on the receiving side for the few minutes around a large settlement. It pays only if the market moves less than the payment in those minutes.',
    timeframe: 'scalp',
    complexity: 'advanced',
    indicators: ['premium-index', 'funding-rate-annualised'],
    markets: ['perps', 'spot'],
    dataRequired: ['bars', 'funding', 'book'],
    entry:
      'Ten minutes before the stamp compute the rate from the mean premium index so far. If the payment of this one stamp, not the annualised funding rate, exceeds 3 times the cost of four maker fills plus .02 %, post both legs passively; no leg may be open alone for more than 20 s. Nothing is opened in the last 30 s.',
    exit: 'From 5 s after the stamp work both legs out with limit orders; cross the spread on what is left after 10 minutes, or before if the premium moved against the pair by half of the payment.',
    sizing:
      'Per stamp at most 5 % of the depth within 10 bp of both books, so that leaving does not move them; loss limit .1 % of equity a stamp, three losing stamps in a row stop the coin for a week.',
    edge: 'Payment is due from whoever is open at an instant; some holders cannot or will not close for it, and the perp is bid or offered around it by less than the rate.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'high',
    breaks:
      'Price concedes the payment in advance, as for a dividend. Venues that settle each hour or by the minute leave too little per stamp. The predicted rate changes in the last seconds of its window.',
    tags: ['funding', 'timestamp', 'hedged', 'short-term'],
    sources: ['bitmex-guide'],
    endpoints: [FUNDING, '/perpdex/l2-book', VENUES],
    backtestStatus: 'untested',
  },
  {
    slug: 'premium-mean-reversion',
    name: 'Premium Mean Reversion',
    group: 'funding-carry',
    summary:
      'Trades the gap between perp and index itself, in and out within hours, and takes funding as it comes. Good in liquid coins where the gap is noise of one-sided orders.',
    timeframe: 'intraday',
    complexity: 'intermediate',
    indicators: ['premium-index', 'z-score'],
    markets: ['perps', 'spot'],
    dataRequired: ['bars', 'funding'],
    entry:
      'Five-minute closes of perp and index. z-score of the premium index over 288 bars above 2.5: sell the perp and buy the index exposure, spot of the venues that make up the index by their weights; below −2.5: the reverse. Skip the last 15 minutes before a settlement, and any gap smaller than 1.5 times the round-trip cost.',
    exit: 'z-score back inside ±.5, 8 hours, or z-score beyond 4.5.',
    sizing:
      'Notional so that a widening from 2.5 to 4.5 deviations costs .3 % of equity, after costs; at most two coins on the same side of the premium.',
    edge: 'Funding grows with the premium and pulls it back at a known intensity; takers in a hurry pay for pushing it away meanwhile.',
    edgeSource: 'microstructure',
    crowdingRisk: 'high',
    breaks:
      'The index drops a venue and the hedge is no longer what the perp is tied to. Premium shifts to a new level with leverage demand. Halts of spot deposits on an index venue.',
    tags: ['premium', 'z-score', 'mean-reversion', 'hedged'],
    sources: ['ackerer-2023'],
    endpoints: ['/perpdex/prices', CANDLES, SPOT],
    backtestStatus: 'untested',
  },
  {
    slug: 'venue-funding-spread',
    name: 'Cross-Venue Funding Spread',
    group: 'funding-carry',
    summary:
      'Holds the same perp long where it pays and short where it is charged. Price risk is gone but for the gap between venues; what stays is collateral on two sides.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['funding-rate-annualised', 'oi-weighted-funding'],
    markets: ['perps'],
    dataRequired: ['bars', 'funding', 'open_interest'],
    entry:
      'Hourly: rates of all venues on one 8-hour scale. Short where annualised funding of the last 72 hours is highest, long where it is lowest, if both lie on opposite sides of the open-interest-weighted funding and differ by more than 15 percentage points a year for 3 days. Enter with maker orders on the thinner venue first and hedge each fill by market on the other.',
    exit: 'Spread of the 24-hour means under 4 points, a sign change that lasts 24 hours, or a price gap between venues of 1 % in favour of closing.',
    sizing:
      'Collateral in equal parts, leverage 2 on each side, rebalanced when one side has lost a third of its margin. At most 20 % of equity on one venue, 1 % of its open interest in one coin.',
    edge: 'Clienteles of venues differ and their margin is not shared, so nobody nets the two rates without funding both accounts.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'medium',
    breaks:
      'One leg is liquidated or auto-deleveraged in a spike while the other stays open. Withdrawals stop. Settlement intervals or caps of a venue change.',
    tags: ['funding', 'cross-venue', 'delta-neutral', 'spread'],
    sources: ['he-manela-2022'],
    endpoints: [VENUES, EVERY_VENUE, '/derivatives/open-interest'],
    backtestStatus: 'untested',
  },
  {
    slug: 'funding-trend-confirmation',
    name: 'Funding-Confirmed Trend',
    group: 'funding-carry',
    summary:
      'Joins a trend as long as few pay to be in it, and leaves crowded ones to others. It gives up the last leg for a lower chance of being in the stampede.',
    timeframe: 'swing',
    complexity: 'beginner',
    indicators: ['funding-rate-zscore', 'macd'],
    markets: ['perps'],
    dataRequired: ['bars', 'funding'],
    entry:
      'Daily close: MACD(12, 26, 9) crosses above its signal with both above 0, and the funding z-score of 90 days is below 0: buy at the next open. Short on the reverse cross below 0 with a z-score above 0. A cross that came in a crowded state is not made up for later.',
    exit: 'Opposite cross of MACD and signal, or a z-score beyond 2 in the direction of the trade, at the next open. Stop-market at 3 ATR(14) from the entry.',
    sizing: 'Risk 1 % of equity to the stop, halved where two coins of a correlation over .8 are on already.',
    edge: 'Momentum before leverage has followed it has fewer forced sellers behind it; where funding is dear the tail on the other side grows.',
    edgeSource: 'behavioural',
    crowdingRisk: 'low',
    breaks:
      'Sideways markets with many crosses. The strongest moves of bull markets, which are crowded from their second day and are never entered.',
    tags: ['trend', 'funding', 'filter', 'crowding'],
    sources: ['brunnermeier-nagel-2008'],
    isAnalogue: true,
    endpoints: [FUNDING, HISTORY, CANDLES],
    backtestStatus: 'naive-backtested',
    reproducedBy: `${BACKTEST} funding-trend-confirmation`,
  },
  {
    slug: 'carry-vol-managed',
    name: 'Volatility-Managed Carry',
    group: 'funding-carry',
    summary:
      'Runs a hedged funding book whose size follows the inverse of its own risk: larger in quiet months, small when the basis and price are wild.',
    timeframe: 'position',
    complexity: 'intermediate',
    indicators: ['funding-rate-annualised', 'ewma-volatility'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars', 'funding'],
    entry:
      'The unmanaged book is spot against perp in every coin of the top 20 whose annualised funding is above 6 %. Each day take EWMA volatility (λ .94) of the coin and of the daily funding changes, each over its 2-year median, and call the larger ratio v. Open or add up to a multiple of min(2, 1/v²) of the base size, at the daily close, when the target differs from what is held by more than 20 %.',
    exit: 'Reduce by the same rule the same day; nothing is held in a coin of v above 2.5 or of funding below 2 %.',
    sizing:
      'Base size 5 % of equity a coin with 3 times leverage on the short leg at most; all coins together no more than 100 % of equity in spot.',
    edge: 'If the reward of carry does not rise as fast as its variance, holding less of it in wild times raises reward for risk; studies of equity factors and currency carry found so.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'medium',
    breaks:
      'Carry is richest right after volatility, when the rule is smallest. Turnover of two legs at each jump of the estimate. Calm before a collapse of the basis.',
    tags: ['carry', 'volatility-scaling', 'hedged', 'risk'],
    sources: ['moreira-muir-2017'],
    isAnalogue: true,
    endpoints: [FUNDING, HISTORY, '/volatility/regime', SPOT],
    backtestStatus: 'untested',
  },
  {
    slug: 'inverse-perp-carry',
    name: 'Coin-Margined Carry',
    group: 'funding-carry',
    summary:
      'Posts coins as margin and is short an inverse contract on all of their value: the sum is a synthetic dollar that earns funding, without a rally that can liquidate it.',
    timeframe: 'position',
    complexity: 'intermediate',
    indicators: ['funding-rate-annualised'],
    markets: ['perps'],
    dataRequired: ['bars', 'funding'],
    entry:
      'Buy coins, move them to the venue and sell contracts of a dollar value equal to coins × index price, in one go: leverage 1 exactly. Condition: annualised funding averaged over 14 days above the dollar lending rate + 3 points. Sell with post-only orders within an hour.',
    exit: 'Buy the contracts back and sell the coins when the 14-day mean is below the lending rate, or after 6 settlements in a row below −.02 %.',
    sizing:
      'Number of contracts = dollars at entry and stays fixed; funding received in coins is sold weekly by one further contract per contract size. At most 25 % of equity on one venue, since all of it is collateral there.',
    edge: 'Holders of coins seek leverage in coins; the inverse payoff makes a short of full value neutral in dollars, so their payments can be taken without a margin call on rallies.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'medium',
    breaks:
      'Months of negative funding drain the dollar. Failure or haircut at the venue. Fees of contract size rounding on small accounts.',
    tags: ['inverse', 'coin-margined', 'synthetic-dollar', 'funding'],
    sources: ['alexander-2020'],
    endpoints: [VENUES, EVERY_VENUE],
    backtestStatus: 'untested',
  },
  {
    slug: 'stable-yield-funding-switch',
    name: 'Lending versus Funding Switch',
    group: 'funding-carry',
    summary:
      'Keeps dollars in lending pools or in a hedged funding book, wherever the trailing yield is better by more than moving costs.',
    timeframe: 'position',
    complexity: 'intermediate',
    indicators: ['cumulative-funding'],
    markets: ['spot', 'perps', 'dex'],
    dataRequired: ['bars', 'funding', 'chain'],
    entry:
      'Sundays: yield of lending = supply rate of three large pools, mean of 14 days. Yield of funding = cumulative funding of Bitcoin and Ether over 14 days, scaled to a year, times .5 because half the capital is margin, less fees over 60 days. Move to the greater one if it leads by 3 points a year on two Sundays in a row.',
    exit: 'The same test in the other direction; at once out of a pool of utilisation above 92 %, and out of a hedge after two days of negative funding sums.',
    sizing:
      'All of the sleeve is in one state, at most a third of it in one pool and a third on one venue. Moves over three days in equal parts.',
    edge: 'Both rates are prices of borrowed dollars, set by borrowers of different kinds; capital moves between them slowly as contracts, custody and rules differ.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'medium',
    breaks:
      'Utilisation near 100 % locks the withdrawal just when funding is high. A fault in a pool contract or a lost peg costs more than years of the difference.',
    tags: ['lending', 'stablecoins', 'rotation', 'funding'],
    sources: ['gudgeon-2020'],
    endpoints: [FUNDING, HISTORY],
    backtestStatus: 'untested',
  },
  {
    slug: 'funding-regime-rotation',
    name: 'Carry Crash Guard',
    group: 'funding-carry',
    summary:
      'Collects funding in calm regimes and stands aside in stressed ones, leaving after the first flip of sign and not after the loss.',
    timeframe: 'position',
    complexity: 'advanced',
    indicators: ['funding-rate-annualised', 'historical-volatility', 'regime-probability'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars', 'funding'],
    entry:
      'At 00:15 UTC: regime probability of the wild state below .2 on five days in a row, 30-day historical volatility of Bitcoin under its 60th percentile of two years, annualised funding of the coin over 7 % each of the last three days. Then buy spot and sell the perp, a third of the size a day.',
    exit: 'Close within the hour after the first settlement with negative funding, at a probability above .5, or when volatility passes its 80th percentile. Then wait 10 days.',
    sizing:
      'Full book 60 % of equity in spot over at most 6 coins; margin of the short legs at 2 times what the venue asks after its highest tier, so that a rise of maintenance margin does not force an exit.',
    edge: 'Carry is pay for bearing the moment when funding liquidity dries up and all leave together; leaving earlier gives some of it up against smaller losses.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'medium',
    breaks:
      'Stress without warning, from calm to crash in one hour. Many short flips that end trades at a cost. Exits that are crowded, as others read the same signs.',
    tags: ['carry', 'regime', 'crash-risk', 'filter'],
    sources: ['brunnermeier-pedersen-2009'],
    isAnalogue: true,
    endpoints: [FUNDING, '/quant/market', '/volatility/regime', SPOT],
    backtestStatus: 'untested',
  },
  {
    slug: 'funding-autocorrelation-carry',
    name: 'Funding Persistence Carry',
    group: 'funding-carry',
    summary:
      'Asks how long dear funding usually lasts in this coin, and opens a hedge only if the sum expected before it decays covers the fills.',
    timeframe: 'swing',
    complexity: 'advanced',
    indicators: ['cumulative-funding', 'return-autocorrelation'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars', 'funding'],
    entry:
      'Per coin, from 180 days of 8-hour rates: φ = autocorrelation of lag 1 (return autocorrelation applied to rates in place of returns), m = mean. Expected sum over the next 21 settlements = Σ m + φ^k·(F − m), k = 1…21. Enter where φ is above .5 with a t value over 4, and this sum exceeds twice the round-trip cost; the dearest three coins only, both legs by limit within 30 minutes.',
    exit: 'Re-estimate at each settlement; leave where the sum expected from here is below the cost of leaving, where cumulative funding since entry is 1 % under its forecast, or after 30 days.',
    sizing:
      'Weight by expected sum over its standard error, capped at 15 % of equity a coin and 45 % in all, short leg at leverage 2.',
    edge: 'Gaps between perp and spot die slowly since capital comes slowly; a forecast of the decay separates coins in which costs can be earned back.',
    edgeSource: 'statistical',
    crowdingRisk: 'medium',
    breaks:
      'Persistence measured in a bull market and used after it. One-off spikes that inflate the mean. Venues that changed interval or cap within the 180 days.',
    tags: ['funding', 'forecast', 'persistence', 'hedged'],
    sources: ['he-manela-2022'],
    endpoints: [FUNDING, HISTORY, SPOT],
    backtestStatus: 'untested',
  },
];
