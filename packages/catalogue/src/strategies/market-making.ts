/** Strategies: market making. */

import { BACKTEST, type Strategy } from '../strategy.ts';

const CANDLES = '/perpdex/candles';
const BOOK = '/perpdex/l2-book';
const DEPTH = '/liquidity/depth/{symbol}';
const FLOW = '/perpdex/trade-flow';
const TOKEN = '/dex/token/{chain}/{address}';

/** Strategies of the group, in catalogue order. */
export const MARKET_MAKING: readonly Strategy[] = [
  {
    slug: 'reservation-price-quoting',
    name: 'Reservation-Price Quoting',
    group: 'market-making',
    summary:
      'Quotes around the price at which the maker would be indifferent to its inventory, at a distance that weighs fills against risk. It pays in two-sided flow.',
    timeframe: 'scalp',
    complexity: 'advanced',
    indicators: ['micro-price', 'ewma-volatility'],
    markets: ['perps', 'spot'],
    dataRequired: ['book', 'trades'],
    entry:
      'Each second: s = micro-price, σ = EWMA volatility of one-second returns (λ .99) in price, q = inventory in clips, T − t = 300 s rolling. Reservation price r = s − q·γ·σ²·(T − t); half-width = γ·σ²·(T − t)/2 + ln(1 + γ/k)/γ, not less than the maker fee + 1 tick. k from fills at distances of the last hour, arrival rate A·e^(−kδ). Post one clip at r ± half-width, post-only; replace when off by a tick.',
    exit: 'Inventory is worked off by the shift of r. At |q| = 10 the side that adds is withdrawn; after a loss of three half-widths on inventory, or a move of 5 σ in 10 s, cancel everything and flatten by market over one minute.',
    sizing:
      'Clip .1 % of equity; γ such that five clips shift r by one half-width. Day loss .5 % ends quoting until midnight UTC.',
    edge: 'Whoever waits with a price is paid the spread by those who cannot; shading by inventory keeps the risk of waiting bounded.',
    edgeSource: 'microstructure',
    crowdingRisk: 'high',
    breaks:
      'Trends fill one side only. Informed flow makes fills worse than the model, in which price is independent of orders. Queue position is missing from it.',
    tags: ['quotes', 'inventory', 'reservation-price', 'spread'],
    sources: ['avellaneda-stoikov-2008'],
    isAnalogue: true,
    endpoints: [BOOK, FLOW, DEPTH],
    backtestStatus: 'untested',
  },
  {
    slug: 'inventory-bound-asymptotic',
    name: 'Bounded-Inventory Quotes',
    group: 'market-making',
    summary:
      'Uses the steady-state solution of the quoting problem, in which distances are a straight line in inventory and limits are hard. No clock runs down, so it suits markets that do not close.',
    timeframe: 'scalp',
    complexity: 'advanced',
    indicators: ['ewma-volatility', 'order-book-imbalance'],
    markets: ['perps', 'spot'],
    dataRequired: ['book', 'trades'],
    entry:
      'Parameters A and k by regression of log fill rates on distance, hourly; σ from EWMA volatility of 5-second mids. c = √(σ²γ/(2kA)·(1 + γ/k)^(1 + k/γ)). Bid distance = ln(1 + γ/k)/γ + (2q + 1)/2·c, ask distance = ln(1 + γ/k)/γ − (2q − 1)/2·c, from the mid. No bid is posted at q = Q, no ask at −Q, and no quote on the side that order-book imbalance of 5 levels above .8 is running at.',
    exit: 'Reduction happens through the ask or bid that comes nearer. Q reached and price 10 c against it: half of the inventory is hedged in the perp of another venue. Regression without a negative slope: stop.',
    sizing: 'Q = 8 clips; Q clips lose .6 % of equity in a three-deviation hour, which gives the clip.',
    edge: 'The spread is earned per round trip; a limit on inventory turns the tail of one-way flow into lost trades and not into losses.',
    edgeSource: 'microstructure',
    crowdingRisk: 'high',
    breaks:
      'Orders come in clusters and not as a Poisson process, so limits are met more often than modelled. Estimates of k lag a change of tick or fee.',
    tags: ['quotes', 'inventory-limit', 'asymptotic', 'closed-form'],
    sources: ['gueant-2013'],
    isAnalogue: true,
    endpoints: [BOOK, DEPTH],
    backtestStatus: 'untested',
  },
  {
    slug: 'dealer-inventory-control',
    name: 'Dealer Inventory Spread',
    group: 'market-making',
    summary:
      'A slow dealer for requests of size: the spread grows with trade size, variance and time to unload, and inventory moves the middle and never the width.',
    timeframe: 'intraday',
    complexity: 'intermediate',
    indicators: ['historical-volatility'],
    markets: ['spot', 'perps'],
    dataRequired: ['book', 'bars'],
    entry:
      'Per request of value V: spread in return = b + ½·R·σ²·(V/W)·τ, b = 6 bp for costs and monopoly share, R = 3, σ² from historical volatility of 7 days, W capital, τ expected time in years to unload V at 5 % of volume. The middle is the mid shifted by −R·σ²·τ·(inventory value/W). Answer within two seconds, valid for five; on screen keep the same for V = 10 thousand dollars.',
    exit: 'Unload at 5 % of volume by passive orders; requests on the other side come first. Beyond 4 hours, or twice τ, hedge the rest with the perp.',
    sizing:
      'Inventory limit where one daily deviation costs .75 % of equity, over all coins; single request a quarter of that.',
    edge: 'Immediacy for size is a service for which the counterparty pays a risk-averse holder of inventory.',
    edgeSource: 'microstructure',
    crowdingRisk: 'medium',
    breaks:
      'A monopoly dealer is assumed: rivals quote tighter and leave only bad requests. Clients split one order over several dealers.',
    tags: ['dealer', 'request-for-quote', 'inventory', 'block'],
    sources: ['ho-stoll-1981'],
    isAnalogue: true,
    endpoints: [BOOK, '/volatility/regime/{symbol}', CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'adverse-selection-spread',
    name: 'Adverse-Selection Spread',
    group: 'market-making',
    summary:
      'Sets each quote to what the coin is worth given that this quote is hit. The width follows the measured cost of trading with the informed.',
    timeframe: 'scalp',
    complexity: 'advanced',
    indicators: ['trade-imbalance'],
    markets: ['perps', 'spot'],
    dataRequired: ['book', 'trades'],
    entry:
      'Learn every 10 minutes from own and public trades of two hours: revision m(side, bucket) = mean of mid after 60 s less mid before, given a taker buy or sell, in three buckets of the last minute of trade imbalance (< −.3, between, > .3). Ask = mid + m(buy, bucket) + fee + .5 bp, bid = mid + m(sell, bucket) − fee − .5 bp; requoted on each trade.',
    exit: 'Inventory is turned over by the opposite quote placed at cost ± the revision; after 3 minutes at the touch, after 6 by market. If m exceeds the mean spread in a bucket, no quote is made in it.',
    sizing: '.05 % of equity a quote, halved on the side that filled three times in a row; limit 12 quotes.',
    edge: 'Quotes that expect the news in each trade do not lose to it, and what others overpay for certainty is kept.',
    edgeSource: 'informational',
    crowdingRisk: 'high',
    breaks:
      'The informed share is misjudged in the first minutes of news. Sixty seconds are too short where information is slow. Fees alone exceed spreads of majors.',
    tags: ['adverse-selection', 'markout', 'quotes', 'information'],
    sources: ['glosten-milgrom-1985'],
    isAnalogue: true,
    endpoints: [FLOW, BOOK],
    backtestStatus: 'untested',
  },
  {
    slug: 'toxicity-pull-quotes',
    name: 'Toxicity-Based Withdrawal',
    group: 'market-making',
    summary:
      'Makes a market in ordinary flow and steps back when the imbalance on the volume clock says that one side knows more. A brake for other quoting rules.',
    timeframe: 'scalp',
    complexity: 'intermediate',
    indicators: ['vpin'],
    markets: ['perps', 'spot'],
    dataRequired: ['trades', 'book'],
    entry:
      'Buckets of 1/50 of the mean daily volume of 30 days, true taker sides; VPIN over 50 buckets and its percentile u of 90 days. u < .8: quote at the touch on both sides. .8 ≤ u < .95: three times as far, a third of the size. u ≥ .95: cancel all. Decided at the close of each bucket and on a bucket that took under a tenth of its usual time.',
    exit: 'Return step by step: two buckets in a row under a threshold. On withdrawal sell down inventory at a participation of 10 %, or cross when it is against the imbalance.',
    sizing:
      'Per side .1 % of equity in ordinary state; inventory cap 1 % of equity, a third of it in the middle state.',
    edge: 'Makers lose to toxic flow in a few stretches what they earned in many; not being there costs only the spread forgone.',
    edgeSource: 'microstructure',
    crowdingRisk: 'medium',
    breaks:
      'VPIN rises after volatility did, so the brake comes late; its power beyond volume and volatility is disputed. All withdraw at once.',
    tags: ['vpin', 'toxicity', 'withdrawal', 'volume-clock'],
    sources: ['easley-2012'],
    isAnalogue: true,
    endpoints: [FLOW, BOOK],
    backtestStatus: 'untested',
  },
  {
    slug: 'imbalance-skewed-quotes',
    name: 'Imbalance-Skewed Quotes',
    group: 'market-making',
    summary:
      'Posts, shades or pulls limit orders by the state of the imbalance at the best quotes, so as to be filled before price moves the right way rather than the wrong one.',
    timeframe: 'scalp',
    complexity: 'advanced',
    indicators: ['order-book-imbalance'],
    markets: ['perps', 'spot'],
    dataRequired: ['book'],
    entry:
      'Order-book imbalance at the best level in five states: cuts at −.6, −.2, .2, .6. From a day of data estimate for each state the rate of market orders on both sides and the mean mid change in the second after. Solve the inventory problem by backward induction for q from −10 to 10 over 60 s: post at the touch where expected gain minus φ·q² is larger than without; else nothing. Typically no ask in the highest state and no bid in the lowest.',
    exit: 'The same policy closes; a market order is sent when holding q in this state is worth less than crossing costs. Flat at the end of each four-hour block.',
    sizing:
      'A lot is the smaller of the median trade size and .05 % of equity; φ is doubled after a day with a loss above .3 %.',
    edge: 'Imbalance forecasts the next market order and the price after it; orders posted on the right side suffer less adverse selection.',
    edgeSource: 'microstructure',
    crowdingRisk: 'high',
    breaks:
      'Size shown to deceive flips the signal. At the back of the queue fills come only in the wrong states. States estimated yesterday.',
    tags: ['imbalance', 'policy', 'limit-orders', 'queue'],
    sources: ['cartea-donnelly-jaimungal-2018'],
    isAnalogue: true,
    endpoints: [BOOK, DEPTH],
    backtestStatus: 'untested',
  },
  {
    slug: 'microprice-centred-maker',
    name: 'Micro-Price Centred Maker',
    group: 'market-making',
    summary:
      'The plainest maker with one improvement: both quotes stand around where the mid is expected to go and not around the mid.',
    timeframe: 'scalp',
    complexity: 'intermediate',
    indicators: ['micro-price'],
    markets: ['perps', 'spot'],
    dataRequired: ['book'],
    entry:
      'On each change of the best quotes: centre = micro-price, from a table of expected mid adjustments by imbalance decile and spread in ticks, refitted nightly on the last five days; in cells with under 1,000 observations the first-order form. Quotes at centre ± (maker fee + 1.5 bp), rounded away from it, post-only, never more than one update in 100 ms.',
    exit: 'A fill is offset by the opposite quote; age over 90 s moves that quote to the touch, over 180 s across it.',
    sizing: 'Constant: one lot a side, at most three lots of inventory, lot = .08 % of equity.',
    edge: 'A quote around the mid is stale whenever queues are uneven; a centre that is a martingale by construction takes away that easy loss.',
    edgeSource: 'microstructure',
    crowdingRisk: 'high',
    breaks:
      'Table holds for the tick and spread states it was fitted on. Spread above one tick with hidden size. No defence against trends beyond seconds.',
    tags: ['micro-price', 'quotes', 'imbalance', 'fair-value'],
    sources: ['stoikov-2018'],
    isAnalogue: true,
    endpoints: [BOOK],
    backtestStatus: 'untested',
  },
  {
    slug: 'funding-aware-maker',
    name: 'Funding-Aware Perpetual Maker',
    group: 'market-making',
    summary:
      'Makes a market in a perp and prefers the inventory that receives funding, hedged in spot when it grows. Spread by the minute and carry by the hour add up.',
    timeframe: 'intraday',
    complexity: 'advanced',
    indicators: ['funding-rate-annualised', 'premium-index'],
    markets: ['perps', 'spot'],
    dataRequired: ['book', 'bars', 'funding'],
    entry:
      'Target inventory Q* = −Q·tanh(f/30 %), f = annualised funding predicted for the open period, with the premium index so far in it. Quote half-width max(3 bp, 1.2 × median spread) around mid·(1 − .4·half-width·(q − Q*)/Q). In the 5 minutes before settlement the paying side is not increased.',
    exit: 'When sign of f changes at a settlement, Q* moves to its new value by quotes alone within an hour. |q| over Q: market order to Q. Premium index against the inventory by .5 %: hedge is lifted together with the perp.',
    sizing:
      'Q = 10 % of equity; beyond 3 % each further part is hedged with spot at once. Unhedged part loses at most .4 % of equity in a 3-deviation hour.',
    edge: 'Leverage seekers pay twice, the spread when they trade and funding while they hold; one inventory can be on the other side of both.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'medium',
    breaks:
      'The lean accumulates shorts in a rally with high funding. Hedge costs exceed a small f. Predicted funding changes after inventory was built.',
    tags: ['funding', 'perp', 'inventory', 'quotes'],
    sources: ['soska-2021'],
    endpoints: ['/perpdex/funding-rates', BOOK, '/perpdex/summary'],
    backtestStatus: 'untested',
  },
  {
    slug: 'spread-capture-wide-alts',
    name: 'Illiquid Alt Spread Capture',
    group: 'market-making',
    summary:
      'Stands far from the middle in coins that nobody quotes tightly, and removes their market risk by Bitcoin. Few fills a day, each wide.',
    timeframe: 'intraday',
    complexity: 'intermediate',
    indicators: ['edge-spread', 'amihud-illiquidity', 'rolling-beta'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars', 'book'],
    entry:
      'Daily choice: EDGE spread of 21 days between .4 % and 3 %, in the middle three fifths of coins by Amihud illiquidity, at least 300 trades a day. Quote at mid ± .4 of the spread estimate, shifted by rolling beta (60 days) × the Bitcoin return since the mid was last traded; refresh each 5 s, cancel when Bitcoin moves .3 % in 5 s.',
    exit: 'Opposite quote, in 6 hours at mid, in 12 hours by market. Beta × inventory is shorted in the Bitcoin perp once it exceeds 1 % of equity.',
    sizing:
      '.2 % of equity a quote and .6 % a coin, twenty coins at most; no coin within 48 hours of a listing or unlock.',
    edge: 'Where few makers find it worth the effort the spread exceeds what is lost to the informed; estimates from bars find such coins without books.',
    edgeSource: 'microstructure',
    crowdingRisk: 'low',
    breaks:
      'Stale quotes are taken on listing or exploit news. The estimated spread is wide because volatility is. Beta hedges do nothing for a single-coin fall.',
    tags: ['illiquid', 'alts', 'spread', 'beta-hedge'],
    sources: ['ardia-2024'],
    isAnalogue: true,
    endpoints: [CANDLES, DEPTH, BOOK],
    backtestStatus: 'untested',
  },
  {
    slug: 'grid-range-maker',
    name: 'Static Grid',
    group: 'market-making',
    summary:
      'A ladder of limit orders through a range, in which each purchase arms a sale one step higher. It earns from oscillation and owns the most where it hurts.',
    timeframe: 'intraday',
    complexity: 'beginner',
    indicators: ['donchian-channel', 'choppiness-index'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars'],
    entry:
      'Hourly: choppiness index of 48 bars above 55, width of the Donchian channel of 96 bars between 3 % and 10 %. Put 20 evenly spaced levels into the channel, step at least five times the round-trip fee; buys below price, sells above it only for coins bought. Filled buy at level i arms a sell at i + 1, and the reverse.',
    exit: 'A close one step outside the channel: cancel all, market out of the inventory. After three days, or choppiness under 45, stop arming buys and let sales finish for 12 hours.',
    sizing:
      'All 20 levels filled and stopped one step below cost 1.5 % of equity at most: 1 + 2 + … + 20 = 210 steps times the lot, from which the lot follows.',
    edge: 'In a range those in a hurry trade back and forth; a grid is paid a step for each turn.',
    edgeSource: 'microstructure',
    crowdingRisk: 'high',
    breaks:
      'A break of the range leaves the maximum inventory at the worst price: many small gains, one large loss. Fees on a fine grid.',
    tags: ['grid', 'range', 'limit-orders', 'oscillation'],
    sources: ['kakushadze-serur-2018'],
    isAnalogue: true,
    endpoints: [CANDLES],
    backtestStatus: 'naive-backtested',
    reproducedBy: `${BACKTEST} grid-range-maker`,
  },
  {
    slug: 'hawkes-intensity-maker',
    name: 'Self-Exciting Flow Maker',
    group: 'market-making',
    summary:
      'Models that trades breed trades and moves a quote away from the side on which they cluster, before the cluster has passed through it.',
    timeframe: 'scalp',
    complexity: 'advanced',
    indicators: ['trade-imbalance'],
    markets: ['perps', 'spot'],
    dataRequired: ['trades', 'book'],
    entry:
      'Two-dimensional Hawkes process of taker buys and sells, exponential kernels, maximum likelihood hourly on the last 3 hours; refused at a branching ratio ≥ .98. With intensities b and s: quote both sides at half-width w = 1.5 median spreads; the ask moves out by w·max(0, b/mean − 1) up to 4 w, the bid likewise by s. Trade imbalance of 10 s beyond ±.9 with b or s at three times its mean: only the far side is quoted.',
    exit: 'Opposite quote at w/2 once the intensity is below 1.2 means; inventory over 60 s old by market when the cluster is against it.',
    sizing: 'Size of a quote inverse to its intensity, base .06 % of equity; eight base sizes of inventory at most.',
    edge: 'Order flow is clustered and excites itself, so intensity in the next seconds can be forecast where a constant rate would be surprised.',
    edgeSource: 'statistical',
    crowdingRisk: 'medium',
    breaks:
      'Kernels drift within the day and power-law memory is cut off by exponentials. Being away in clusters also misses the best flow. Time stamps of one millisecond.',
    tags: ['hawkes', 'intensity', 'clustering', 'quotes'],
    sources: ['bacry-2015'],
    isAnalogue: true,
    endpoints: [FLOW, BOOK],
    backtestStatus: 'untested',
  },
  {
    slug: 'v3-range-provision',
    name: 'Concentrated Range Provision',
    group: 'market-making',
    summary:
      'Provides liquidity to a pool between two prices chosen by volatility, and moves the range only when fees since the last move have paid for it.',
    timeframe: 'position',
    complexity: 'advanced',
    indicators: ['historical-volatility', 'bollinger-bands'],
    markets: ['dex'],
    dataRequired: ['chain', 'bars'],
    entry:
      'Pool of at least 20 million dollars, at least 60 days old. Expected fees = fee rate × mean volume of 14 days × own share of the liquidity in range; expected loss to arbitrage = σ²/8 × value that the same liquidity would have over all prices, σ the historical volatility of 30 days. Deposit when fees exceed the loss by a quarter: range = price · e^(±1.6·σ·√(14/365)), centre within the Bollinger bands (20, 2) of daily closes, half of the value in each token.',
    exit: 'Price outside for 12 hours: withdraw. Set a new range if fees collected exceed swap cost, gas and the loss locked in, else wait up to 5 days in the tokens. Expected fees under the loss on a weekly check: leave.',
    sizing:
      '5 % of equity a pool and 15 % in all; at an exit below the range the position is all in the weaker token: that fall is planned at 1.5 % of equity.',
    edge: 'Liquidity near the price earns more fees for each dollar; it pays where flow that is not arbitrage is large for the volatility.',
    edgeSource: 'microstructure',
    crowdingRisk: 'high',
    breaks:
      'Loss to arbitrage exceeds fees, most of all in trends. Liquidity added for one block before large swaps takes the fees. Contract faults.',
    tags: ['amm', 'concentrated-liquidity', 'range', 'fees'],
    sources: ['adams-uniswap-2021'],
    endpoints: [TOKEN, CANDLES],
    backtestStatus: 'untested',
  },
  {
    slug: 'hedged-pool-provision',
    name: 'Hedged Pool Provision',
    group: 'market-making',
    summary:
      'Gives liquidity over the whole price range and is short the coins that the pool holds at every moment. What remains is fees less the loss to rebalancing.',
    timeframe: 'position',
    complexity: 'advanced',
    indicators: ['realized-variance'],
    markets: ['dex', 'perps'],
    dataRequired: ['chain', 'bars', 'funding'],
    entry:
      'Weekly: fee yield of the pool over 28 days a year f, realised variance of one year rate v from five-minute bars of the same days, funding of the hedge c (positive if shorts receive, on half the value). Deposit equal values and short L/√p coins of perp where f − v/8 + c/2 exceeds 4 % a year.',
    exit: 'f − v/8 + c/2 below 0 on two weekly checks; at once where v of 24 hours is 4 times that of 28 days. The hedge is moved when it is off by 4 % of its size, by post-only orders, at latest by market after 10 minutes.',
    sizing:
      'Perp margin a third of the deposit, so that a doubling of price can be met in steps; 8 % of equity a pool.',
    edge: 'In a constant-product pool the provider loses v/8 of the value against rebalancing at market prices; where others overpay in fees for swaps the difference is left.',
    edgeSource: 'microstructure',
    crowdingRisk: 'medium',
    breaks:
      'Hedge costs and gas exceed the difference. Volume was an incentive programme and leaves. Jumps between hedges cost the curvature of the pool.',
    tags: ['amm', 'lvr', 'delta-hedged', 'fees'],
    sources: ['milionis-2022'],
    endpoints: [TOKEN, CANDLES, '/perpdex/funding-rates'],
    backtestStatus: 'untested',
  },
];
