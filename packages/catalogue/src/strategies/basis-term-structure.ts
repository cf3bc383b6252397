/** Strategies: basis term structure. */

import type { Strategy } from '../strategy.ts';

const CANDLES = '/perpdex/candles';
const FUNDING = '/perpdex/funding-rates';
const SPOT = '/market-data/klines';
const INTEREST = '/derivatives/open-interest';

/** Strategies of the group, in catalogue order. */
export const BASIS_TERM_STRUCTURE: readonly Strategy[] = [
  {
    slug: 'cash-and-carry-quarterly',
    name: 'Quarterly Cash-and-Carry',
    group: 'basis-term-structure',
    summary:
      'Buys spot, sells the dated future over it and delivers: the rate is fixed on the first day, provided that margin lasts until the last.',
    timeframe: 'position',
    complexity: 'beginner',
    indicators: ['annualised-basis'],
    markets: ['spot', 'dated futures'],
    dataRequired: ['bars'],
    entry:
      'Daily at 16:00 UTC, expiries 30 to 180 days away: annualised basis less the yearly cost of cash less four fees scaled to the days left must exceed 3 %. Take the expiry with the largest rest. Sell the future with a limit at the bid plus one tick and buy spot as it fills, coin for coin.',
    exit: 'Hold to settlement and sell spot evenly over the settlement window. Earlier if the annualised basis falls under 1 % with more than 20 days left, as most of the gain is then in hand.',
    sizing:
      'Up to 50 % of equity in spot, split over at least two expiries. Cash for a rise of 50 % beside the future; gains of spot are borrowed against or sold in steps of 10 % to refill it.',
    edge: 'Demand for leverage by those who follow trends meets few who may hold futures against spot; they earn the basis for the margin risk.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'high',
    breaks:
      'Margin calls long before convergence. Custody of spot and futures on separate places, of which one fails. A high basis comes with much leverage of others; its end raises margins when venues are at their worst.',
    tags: ['basis', 'cash-and-carry', 'dated-futures', 'delta-neutral'],
    sources: ['schmeling-2023'],
    endpoints: [SPOT],
    backtestStatus: 'untested',
  },
  {
    slug: 'reverse-cash-and-carry',
    name: 'Reverse Cash-and-Carry',
    group: 'basis-term-structure',
    summary:
      'Sells borrowed coins and buys the future below spot, until they meet at settlement. The discount stands because borrowing is hard, so that is the risk.',
    timeframe: 'position',
    complexity: 'advanced',
    indicators: ['annualised-basis'],
    markets: ['spot', 'dated futures'],
    dataRequired: ['bars'],
    entry:
      'Annualised basis below −(borrow rate of a fixed-term loan + fees to expiry + 4 %) at two daily closes. Fix the loan to the expiry first; then sell the coins and buy equally many by futures, both by limit orders within an hour. Without a fixed term nothing is opened.',
    exit: 'At settlement buy the coins back over the averaging window and repay. Before: basis above 0, or notice of recall, or a floating part of the loan over 15 % a year.',
    sizing:
      'At most 10 % of equity a coin: proceeds of the sale lie as collateral of the loan. Future margined for a fall of 40 %. A loss of 1 % of equity on the pair ends it.',
    edge: 'Holders who hedge or must sell press the future under spot; the few who can borrow have capital that may be withdrawn at the wrong time.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'low',
    breaks:
      'The loan is recalled or repriced in a squeeze. Forks and airdrops that belong to the lender. Discounts that foretell that the venue will not pay.',
    tags: ['basis', 'backwardation', 'borrow', 'limits-of-arbitrage'],
    sources: ['shleifer-vishny-1997'],
    isAnalogue: true,
    endpoints: [SPOT],
    backtestStatus: 'untested',
  },
  {
    slug: 'calendar-spread-reversion',
    name: 'Calendar Spread Reversion',
    group: 'basis-term-structure',
    summary:
      'Trades two expiries of a coin against each other when their difference in yearly basis is unusual. Needs a slope that moves about a level.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['annualised-basis', 'z-score'],
    markets: ['dated futures'],
    dataRequired: ['bars'],
    entry:
      'Slope = annualised basis of the second quarterly less that of the first, hourly. z-score over 60 days above 2: sell the second and buy the first; below −2: the reverse. Not with under 14 days to the first expiry, and only if the distance to the mean, in price, is 4 times the cost of both legs. One order on the spread book of the venue if it has one, else rest in the far leg and take in the near.',
    exit: 'z-score 0, 15 days, z-score 3.5, or 10 days before the first expiry, whatever is first.',
    sizing:
      'Equal coins in both legs. From 2 to 3.5 deviations may cost .5 % of equity; spread margin is not relied on.',
    edge: 'Leverage demand arrives in one expiry at a time and those who carry it along the curve do so with delay.',
    edgeSource: 'statistical',
    crowdingRisk: 'medium',
    breaks:
      'Slopes that trend for weeks in bull markets. Rolls of large holders. The z-score shifts as days to expiry shrink and the yearly scale magnifies small prices.',
    tags: ['calendar-spread', 'z-score', 'term-structure', 'mean-reversion'],
    sources: ['boons-prado-2019'],
    isAnalogue: true,
    endpoints: [],
    backtestStatus: 'untested',
  },
  {
    slug: 'basis-momentum-rank',
    name: 'Basis-Momentum Ranking',
    group: 'basis-term-structure',
    summary:
      'Ranks coins by how much rolling the near future beat rolling the next one: a trace of imbalance between those who hedge and those who take the risk.',
    timeframe: 'position',
    complexity: 'advanced',
    indicators: ['basis-momentum'],
    markets: ['dated futures'],
    dataRequired: ['bars'],
    entry:
      'Last day of the month, coins with two listed expiries and daily volume over 5 million dollars in both, at least eight: basis-momentum over 365 days, contracts rolled 5 days before expiry. Buy the near futures of the upper third, sell those of the lower third, over the first two hours of the month.',
    exit: 'Monthly; a coin leaves when its rank crosses the middle third or its second expiry dries up. Contracts roll on the fifth day before expiry without a new signal.',
    sizing:
      'Weights by rank less mean rank, scaled to gross exposure 1 and to ex-ante volatility of 12 % a year from 90 days. No stop a coin; the book is halved at a drawdown of 10 %.',
    edge: 'When capital that clears one maturity is short, its price gives way relative to the other, and the premium for providing it shows in the ratio of both returns.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'low',
    breaks:
      'Few coins list two expiries, so that thirds are one or two coins. A squeeze at one delivery stays in the measure for a year.',
    tags: ['basis-momentum', 'cross-section', 'term-structure', 'monthly'],
    sources: ['boons-prado-2019'],
    isAnalogue: true,
    endpoints: [],
    backtestStatus: 'untested',
  },
  {
    slug: 'term-structure-carry-sort',
    name: 'Term-Structure Carry Sort',
    group: 'basis-term-structure',
    summary:
      'Long coins whose futures lie under spot, short those far over it, in equal risk: the roll return as a ranking.',
    timeframe: 'position',
    complexity: 'intermediate',
    indicators: ['annualised-basis', 'historical-volatility'],
    markets: ['dated futures'],
    dataRequired: ['bars'],
    entry:
      'Every second Friday after settlement, all coins with a future of 20 to 120 days: sort by annualised basis, mean of five daily closes. Buy futures of the two to four lowest, if any of them is below 0 or at least 5 points below the median; sell as many of the highest. Orders spread over 4 hours.',
    exit: 'Replace at the next sort; take a name off in between if its basis crosses the cross-sectional median for three days.',
    sizing:
      'Each name 1/n of the risk by 60-day historical volatility, both sides equal in risk; target 10 % a year for the book, gross limit 2.',
    edge: 'Who rolls in a low or inverted curve earns the roll from those who pay to hold or to hedge; in commodities most of the difference between long-run returns came with it.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'medium',
    breaks:
      'Steep contango marks coins in a bull market, which the rule sells. Inverted curves before a fork or a hard unlock. The sort is narrow: a handful of coins.',
    tags: ['carry', 'roll-yield', 'cross-section', 'contango'],
    sources: ['erb-harvey-2006'],
    isAnalogue: true,
    endpoints: [SPOT],
    backtestStatus: 'untested',
  },
  {
    slug: 'roll-yield-timing',
    name: 'Roll-Yield Timing',
    group: 'basis-term-structure',
    summary:
      'A long-term holder keeps futures while they are cheaper than spot and coins otherwise, and so earns the roll when it is positive and never pays it.',
    timeframe: 'position',
    complexity: 'beginner',
    indicators: ['annualised-basis'],
    markets: ['spot', 'dated futures'],
    dataRequired: ['bars'],
    entry:
      'Exposure of one unit is constant. Weekly close: if the annualised basis of the future nearest to 90 days is below −1 % in two weeks in a row, sell the coins and buy the future for the same number, within one hour; cash goes into bills or lending.',
    exit: 'Back into coins when the basis is above +1 % at a weekly close, else at settlement. Between −1 % and +1 % nothing changes.',
    sizing: 'One times equity without leverage, whichever form it has; future margined with the whole value.',
    edge: 'An inverted curve says that having the coin now is scarce, or that hedgers press; inventory studies of commodities tie such times to higher returns of the long side.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'low',
    breaks:
      'Backwardation is rare and short in coins, so that costs of switching exceed the roll. It came in stress, when the venue of the future was the doubtful part.',
    tags: ['roll-yield', 'backwardation', 'long-only', 'switch'],
    sources: ['gorton-2013'],
    isAnalogue: true,
    endpoints: [SPOT],
    backtestStatus: 'untested',
  },
  {
    slug: 'basis-as-sentiment-contrarian',
    name: 'Hot Basis Contrarian',
    group: 'basis-term-structure',
    summary:
      'Holds less of the market when leverage is dear in futures and perps alike, and the full part again once it is ordinary. A rule for size, not for shorts.',
    timeframe: 'position',
    complexity: 'beginner',
    indicators: ['annualised-basis', 'funding-rate-zscore'],
    markets: ['spot', 'dated futures', 'perps'],
    dataRequired: ['bars', 'funding'],
    entry:
      'Base: one unit long Bitcoin. At the daily close, cut to .4 when annualised basis of the 90-day point (linear between two expiries) is above its 95th percentile of 730 days and the funding z-score of 90 days is above 1. Trade at the next open.',
    exit: 'Return to one unit when the basis is below its median of 730 days; a third back every 30 days in any case.',
    sizing: 'Weights .4 and 1 of the long-term allocation, no leverage, steps of .2 a day at most.',
    edge: 'The price of leverage is high when small trend followers have bought with it; the source ties that leverage to the frequency of severe crashes.',
    edgeSource: 'behavioural',
    crowdingRisk: 'low',
    breaks:
      'The basis stays hot for two quarters of a bull market. Percentiles from a bear market call the first months of recovery hot. Few independent episodes.',
    tags: ['basis', 'sentiment', 'contrarian', 'allocation'],
    sources: ['schmeling-2023'],
    endpoints: [FUNDING, SPOT, '/derivatives/perpdex/history'],
    backtestStatus: 'untested',
  },
  {
    slug: 'hedging-pressure-sort',
    name: 'Hedging Pressure Sort',
    group: 'basis-term-structure',
    summary:
      'Goes long where reported hedgers are most net short and short where they are most net long: pay for standing opposite to insurance buyers.',
    timeframe: 'position',
    complexity: 'advanced',
    indicators: ['open-interest-to-volume'],
    markets: ['dated futures'],
    dataRequired: ['positions', 'open_interest', 'bars'],
    entry:
      'Monday after the weekly report of positions: hedger ratio H = long / (long + short) of commercial or dealer accounts, mean of 26 reports. Among contracts with open interest to volume of five days above .5, so that positions are held and not churned, buy the lowest fifth by H and sell the highest fifth, at least one each. Act on the published date, not on the date of the count.',
    exit: 'Hold four weeks, in four tranches that start a week apart; each closes on its day at the settlement price.',
    sizing:
      'Tranches of a quarter; contracts equal in 90-day volatility, 8 % a year for the sum. Loss of 6 % in a month: no new tranche.',
    edge: 'Producers and holders who must hedge pay a premium to speculators; the share of them that is short tells how much insurance is asked for.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'low',
    breaks:
      'Only a few coins are in such reports, and there the hedgers are mostly basis traders, whose shorts are matched with spot. Then the sort measures carry.',
    tags: ['hedging-pressure', 'positions', 'cross-section', 'weekly-report'],
    sources: ['basu-miffre-2013'],
    isAnalogue: true,
    endpoints: [INTEREST],
    backtestStatus: 'untested',
  },
  {
    slug: 'perp-versus-quarterly-switch',
    name: 'Perp against Quarterly',
    group: 'basis-term-structure',
    summary:
      'Sells the dearer of perp and quarterly by expected carry to expiry and buys the other; spot is not needed.',
    timeframe: 'swing',
    complexity: 'intermediate',
    indicators: ['annualised-basis', 'funding-rate-annualised'],
    markets: ['perps', 'dated futures'],
    dataRequired: ['bars', 'funding'],
    entry:
      'Expected funding to expiry: long-run mean of 365 days + (7-day mean of annualised funding − long-run mean)·(1 − e^(−κT))/(κT), κ = 24 a year, T years to expiry. If it exceeds the annualised basis by 5 points: short perp, long quarterly. If the basis exceeds it by 5: the reverse. Daily at noon, 20 to 100 days to expiry, legs within a minute by taker orders on the deeper one.',
    exit: 'Difference below 1 point, or 7 days before expiry; stop when the pair has lost 1.2 % of notional, funding included.',
    sizing: 'Same coins on both sides, 30 % of equity of notional per coin at leverage 3 in one margin account.',
    edge: 'A perp is priced as spot at a random date, a quarterly at a fixed one; clienteles differ, so that the two prices of the same leverage drift apart.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'medium',
    breaks:
      'The forecast of funding is the whole trade and is poor at turns. The quarterly steps down with a crash while the perp pays on. Thin dated books.',
    tags: ['perp', 'quarterly', 'relative-value', 'carry'],
    sources: ['ackerer-2023'],
    endpoints: [FUNDING, CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'expiry-convergence',
    name: 'Expiry Convergence',
    group: 'basis-term-structure',
    summary:
      'Trades what is left of the gap between future and index in the last days, down to the mean price of the settlement window.',
    timeframe: 'day',
    complexity: 'advanced',
    indicators: ['annualised-basis', 'volume-weighted-average-price'],
    markets: ['spot', 'dated futures'],
    dataRequired: ['bars', 'trades'],
    entry:
      'From 72 hours to 2 hours before expiry, each 15 minutes: gap = future / index − 1, with the annualised basis as a cross-check that its sign held for 4 hours. |gap| above .12 % plus fees of three fills: sell the dear and buy the cheap side. In the last 30 minutes compare with the part of the settlement average that is known already: future against (known mean·share + index·rest).',
    exit: 'The future settles. Sell or buy spot back in equal parts each 10 s through the averaging window, so that the fill is its volume-weighted average price within the error of the slices; leave before if the gap changes sign by more than costs.',
    sizing:
      'At most 2 % of the volume of the index in an ordinary half hour, so that the spot leg does not move the fixing; .2 % of equity at a gap of twice the entry.',
    edge: 'Holders who do not want delivery close at market in the last days and pay for it; convergence is by contract.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'medium',
    breaks:
      'Others push the index in the window. An index venue drops out. Rules of the fixing read wrongly: mean of ticks, not of volume.',
    tags: ['expiry', 'settlement', 'convergence', 'index'],
    sources: ['alexander-2020'],
    endpoints: [SPOT, '/perpdex/trade-flow'],
    backtestStatus: 'untested',
  },
  {
    slug: 'oi-basis-joint-signal',
    name: 'Basis with Open-Interest Growth',
    group: 'basis-term-structure',
    summary:
      'Buys when open interest of the whole market grows and the basis has not: positions that somebody opens on both sides, without leverage becoming dear.',
    timeframe: 'position',
    complexity: 'intermediate',
    indicators: ['open-interest-change', 'annualised-basis'],
    markets: ['perps', 'dated futures', 'spot'],
    dataRequired: ['bars', 'open_interest'],
    entry:
      'Month end: open interest change in coins over 30 days, median over the 20 largest coins, each smoothed by 12 monthly values with declining weights. If it is in its upper third of 3 years and the annualised basis of Bitcoin is below its 60th percentile, buy an equal-weighted basket of the five largest coins at the next close.',
    exit: 'At the next month end unless both conditions hold again; before, when the basis is above its 90th percentile at a weekly close.',
    sizing:
      'Exposure 15 % volatility a year from 60 days, at most 1; half of it if price fell in the month of the growth.',
    edge: 'Hedging demand and information may raise positions before price has answered, since those who take the other side are limited; growth of interest led returns in commodities.',
    edgeSource: 'informational',
    crowdingRisk: 'low',
    breaks:
      'Growth near tops is leverage and not information; new venues and incentive programmes raise open interest without opinion. Three years of months are 36 values.',
    tags: ['open-interest', 'basis', 'monthly', 'leading'],
    sources: ['hong-yogo-2012'],
    isAnalogue: true,
    endpoints: [INTEREST, '/perpdex/open-interest', SPOT],
    backtestStatus: 'untested',
  },
  {
    slug: 'fixed-floating-rate-swap',
    name: 'Fixed-Floating Funding Swap',
    group: 'basis-term-structure',
    summary:
      'Reads the quarterly basis as a fixed rate and funding as the floating one, and takes the side that a forecast calls cheap, held as a swap to expiry.',
    timeframe: 'position',
    complexity: 'advanced',
    indicators: ['annualised-basis', 'cumulative-funding'],
    markets: ['perps', 'dated futures'],
    dataRequired: ['bars', 'funding'],
    entry:
      'On the first trading day after a quarterly expiry, on the next contract: regress cumulative funding of 90 days ahead on that of the 90 days behind and on annualised basis, expanding from at least 8 quarters over 5 coins pooled. Forecast above the fixed rate by more than its standard error: receive floating (short perp, long quarterly). Below by as much: pay floating. Enter a third on each of three days at the VWAP of an hour.',
    exit: 'Expiry of the quarterly; close the perp in the same window. One review at half time: leave if the forecast, made anew, has changed sign.',
    sizing:
      'Notional = 50 % of equity · min(1, forecast gap / (2 standard errors)); 25 % where fewer than 12 quarters are known. No stop on the marked spread; margin for a move of 45 % in price.',
    edge: 'Carry known in advance against carry that floats: who needs certainty pays for it, as in rate swaps.',
    edgeSource: 'risk-premium',
    crowdingRisk: 'low',
    breaks:
      'The sample is a dozen quarters in two cycles. Marked losses in the middle of the quarter force out who has no margin. Funding formulas that change.',
    tags: ['swap', 'funding', 'fixed-rate', 'forecast'],
    sources: ['koijen-2018'],
    isAnalogue: true,
    endpoints: [FUNDING, '/derivatives/perpdex/history'],
    backtestStatus: 'untested',
  },
];
