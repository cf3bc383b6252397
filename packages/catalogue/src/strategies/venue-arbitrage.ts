/** Strategies: venue arbitrage. */

import type { Strategy } from '../strategy.ts';

const PRICES = '/perpdex/prices';
const SPOT = '/market-data/klines';
const TICKER = '/market-data/ticker/price';
const BOOK = '/perpdex/l2-book';
const TOKEN = '/dex/token/{chain}/{address}';

/** Strategies of the group, in catalogue order. */
export const VENUE_ARBITRAGE: readonly Strategy[] = [
  {
    slug: 'two-venue-spot-arbitrage',
    name: 'Two-Venue Spot Arbitrage',
    group: 'venue-arbitrage',
    summary:
      'Keeps coins and cash on two venues and trades both at once when their books cross by more than fees. Nothing is sent in the moment; inventory is levelled later.',
    timeframe: 'scalp',
    complexity: 'intermediate',
    indicators: ['venue-premium'],
    markets: ['spot'],
    dataRequired: ['book'],
    entry:
      'On each book update walk both sides: venue premium between the bid of A and the ask of B, at the size traded. When it exceeds both taker fees + .03 %, and both updates are younger than 300 ms, send an immediate-or-cancel sale on A and purchase on B at once, limits at the prices seen.',
    exit: 'Each pair of fills is complete in itself. If one leg fills less, take the rest within 500 ms up to .05 % worse, else undo it. Level inventory by transfer when a side holds under 20 % of coins or cash, or by reverse trades at a gap of 0.',
    sizing:
      'Smallest of: size at both limits · .5, 2 % of inventory, what inventory allows. Coins held are hedged by a short perp of the same number. A daily loss of .2 % of capital stops it.',
    edge: 'Buyers and sellers arrive on different venues, and capital that stands ready on both is scarce; between countries more than within one.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'high',
    breaks:
      'Withdrawals halt, and the cheap venue is cheap for that reason. Races lost leave one leg. Fees of levelling consume many small gains.',
    tags: ['arbitrage', 'spot', 'inventory', 'latency'],
    sources: ['makarov-schoar-2020'],
    endpoints: [TICKER, BOOK, '/exchanges'],
    backtestStatus: 'untested',
  },
  {
    slug: 'regional-premium-convergence',
    name: 'Regional Premium Convergence',
    group: 'venue-arbitrage',
    summary:
      'Trades the price of a coin in one country against the world when it is far from its usual premium. It is a position for weeks, since capital controls keep arbitrage slow.',
    timeframe: 'position',
    complexity: 'advanced',
    indicators: ['venue-premium', 'z-score'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars'],
    entry:
      'Daily at 00:00 UTC with the exchange rate of that minute: venue premium of the regional pair over the dollar pair. z-score of 180 days under −2, and the premium below −1 %: buy regionally, short the perp offshore in equal coins. Above +2 and +4 %: sell coins held in the region and buy the perp, if coins are there; none are borrowed.',
    exit: 'z-score back at 0, or 45 days. Half is taken off at ±1. The currency is hedged by forwards of one month, rolled.',
    sizing: 'A premium of 10 points against the position may cost 1.5 % of equity; perp leverage at most 2.',
    edge: 'Local demand meets a wall of capital controls, and premia of countries follow demand there and return when it calms.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'medium',
    breaks:
      'The premium trends for months as in local manias. Rules on accounts of foreigners change. Fiat cannot be brought home, so that gains are there and nowhere else.',
    tags: ['premium', 'regional', 'capital-controls', 'convergence'],
    sources: ['makarov-schoar-2020'],
    endpoints: [TICKER, PRICES, SPOT],
    backtestStatus: 'untested',
  },
  {
    slug: 'price-discovery-leader-follow',
    name: 'Leader Venue Follow',
    group: 'venue-arbitrage',
    summary:
      'Estimates which venue moves first and takes what the others still offer at the old price. It pays for speed and for nothing else.',
    timeframe: 'scalp',
    complexity: 'advanced',
    indicators: ['venue-premium', 'return-autocorrelation'],
    markets: ['spot', 'perps'],
    dataRequired: ['trades', 'book'],
    entry:
      'Each night fit an error-correction model on one-second mids of the day of 3 venues, 10 lags; leader = venue whose lower bound of information share is above .5 on 5 days in a row. Live: leader mid moved ≥ 4 bp in 1 s, venue premium of the follower opened by at least fee + 2 bp, and return autocorrelation of the leader at 1 s over the last 10 minutes is not negative: take the follower, immediate or cancel.',
    exit: 'A limit order at leader mid, cancelled after 5 s and crossed after 15 s; crossed at once if the leader gives back half of its move.',
    sizing:
      'Lesser of half the size at the touch and .1 % of equity per 5 bp of stop. Halt for an hour after 20 trades with a hit rate under 45 %.',
    edge: 'One asset on many venues shares one efficient price; new information enters where informed traders go first and elsewhere with delay.',
    edgeSource: 'informational',
    crowdingRisk: 'high',
    breaks:
      'Faster firms cancel or take before the order arrives. Leadership changes with fee promotions. Follower quotes that fade look like fills in a backtest.',
    tags: ['price-discovery', 'lead-lag', 'latency', 'information-share'],
    sources: ['hasbrouck-1995'],
    isAnalogue: true,
    endpoints: [PRICES, BOOK, '/perpdex/trade-flow'],
    backtestStatus: 'untested',
  },
  {
    slug: 'perp-leads-spot-lag',
    name: 'Perpetual-Leads-Spot Lag',
    group: 'venue-arbitrage',
    summary:
      'Trades spot after the perp has moved, as long as a running regression says that the perp still leads. Minutes with a clear lead are few.',
    timeframe: 'scalp',
    complexity: 'advanced',
    indicators: ['rolling-correlation', 'return-autocorrelation'],
    markets: ['spot', 'perps'],
    dataRequired: ['trades'],
    entry:
      'Five-second returns, last 60 minutes: regress spot on perp lags 1 to 6 and its own lags. Gate: F test of the perp lags below .01, rolling correlation of both series at lag 1 above its mirror by .05, return autocorrelation of spot within ±.1. Then, if the predicted sum over 30 s exceeds the round-trip cost, lift or hit spot with a marketable limit order one tick through.',
    exit: 'After 30 s by a passive order at the touch, crossed at 60 s; at once when the prediction changes sign.',
    sizing: 'A fixed clip of 5 % of median traded volume of 30 s; total risk .25 % of equity a day, then off.',
    edge: 'Leverage and low fees bring informed orders to derivatives first; on the venue studied they led spot most of the time.',
    edgeSource: 'informational',
    crowdingRisk: 'high',
    breaks:
      'Leadership changes hands by the hour. Spot fees above the predicted move, which is so on most accounts. Clock differences between feeds make leads that are none.',
    tags: ['lead-lag', 'perp', 'spot', 'regression'],
    sources: ['alexander-2020'],
    endpoints: ['/perpdex/trade-flow', PRICES, SPOT],
    backtestStatus: 'untested',
  },
  {
    slug: 'triangular-quote-arbitrage',
    name: 'Triangular Arbitrage',
    group: 'venue-arbitrage',
    summary:
      'Goes around three pairs of one venue and comes back to the first asset with more of it than before, where quotes allow it after three fees.',
    timeframe: 'scalp',
    complexity: 'intermediate',
    indicators: ['micro-price'],
    markets: ['spot'],
    dataRequired: ['book'],
    entry:
      'For each of the two directions of every triangle: product of the three executable rates at the wanted size, times (1 − fee)³. Above 1.0004, and the micro-price of each pair within its spread and not beyond the quote that will be hit: send all three immediate-or-cancel orders at once from inventory, not one after another.',
    exit: 'Done when the three fills are in. Missing parts are filled at up to .04 % worse within one second; else the two others are reversed at market.',
    sizing:
      'Smallest depth of the three quotes times .7, capped at a tenth of the inventory of each asset. Inventory of the three is brought back to weights of a third once a day.',
    edge: 'Pairs of one venue are quoted by different makers, and for moments nobody has adjusted the cross rate.',
    edgeSource: 'microstructure',
    crowdingRisk: 'high',
    breaks:
      'The third quote is gone on arrival. Fee tiers of others make their threshold lower than ours. Depth is phantom in thin cross pairs.',
    tags: ['triangular', 'arbitrage', 'cross-rates', 'latency'],
    sources: ['kakushadze-serur-2018'],
    isAnalogue: true,
    endpoints: [TICKER, '/market-data/exchange-info'],
    backtestStatus: 'untested',
  },
  {
    slug: 'amm-cex-arbitrage',
    name: 'AMM Against Exchange',
    group: 'venue-arbitrage',
    summary:
      'Brings a pool back to the price of the exchange whenever it lies outside the pool fee. Liquidity providers pay for it: it is the other side of their loss.',
    timeframe: 'scalp',
    complexity: 'advanced',
    indicators: ['venue-premium'],
    markets: ['dex', 'spot', 'perps'],
    dataRequired: ['chain', 'book'],
    entry:
      'At each block: venue premium of the pool price over the exchange mid. Outside ±(pool fee + exchange taker fee): compute the swap that moves the pool to the edge of the band (for constant product x·y: new x = √(x·y/p), p the edge price in y per x). If the gain at executable exchange depth less gas at the current base fee exceeds 1.5 times the bid for inclusion: send the swap privately, hedge on the exchange when it is included.',
    exit: 'Hedge within one second of inclusion; what was not included is cancelled at the next block. Inventory beyond ±10 % of its target moves by bridge or deposit once a day.',
    sizing:
      'The optimal swap, capped at 3 % of capital on chain. Bid at most 85 % of the expected gain to the builder.',
    edge: 'A pool quotes a stale price until someone trades; in the model without fees its providers lose about σ²/8 of the value a unit of time, which arbitrageurs share with block builders.',
    edgeSource: 'microstructure',
    crowdingRisk: 'high',
    breaks:
      'Auctions hand the margin to builders. Exchange price moves between swap and hedge. Failed transactions still pay gas on some chains.',
    tags: ['amm', 'dex', 'arbitrage', 'lvr'],
    sources: ['milionis-2022'],
    endpoints: [TOKEN, TICKER],
    backtestStatus: 'untested',
  },
  {
    slug: 'backrun-large-swap',
    name: 'Backrun Large Swap',
    group: 'venue-arbitrage',
    summary:
      'Places the restoring trade directly behind a large swap that pushed one pool away from the others. The trader ahead is not harmed by it; the gain is bid for in an auction.',
    timeframe: 'scalp',
    complexity: 'advanced',
    indicators: ['venue-premium'],
    markets: ['dex'],
    dataRequired: ['chain'],
    entry:
      'Simulate every pending swap of over 50 thousand dollars, from order-flow auctions or the public pool, on the state of the last block. If it leaves a venue premium between two pools of more than both fees, solve for the round trip in both pools and bid a bundle [their swap, ours] where gain − gas > 20 dollars. Never put a transaction before theirs.',
    exit: 'Atomic: the contract reverts unless the balance after is greater than before by the minimum. No inventory is left in any outcome.',
    sizing:
      'The amount that equalises marginal prices after fees; own capital or a flash loan where its fee is below a tenth of the gain. Bid from 50 % up to 90 % of the gain by the win rate of 100 bundles.',
    edge: 'Large orders in one pool leave a known gap that exists for one position in one block; order of transactions is for sale.',
    edgeSource: 'microstructure',
    crowdingRisk: 'high',
    breaks:
      'Searchers bid nearly all of it away. Simulated state is not the state of inclusion. Tokens with transfer taxes or traps make false gains.',
    tags: ['mev', 'backrun', 'auction', 'atomic'],
    sources: ['daian-2020'],
    endpoints: [TOKEN, '/dex/security/{chain}/{address}'],
    backtestStatus: 'untested',
  },
  {
    slug: 'stablecoin-peg-arbitrage',
    name: 'Stablecoin Peg Arbitrage',
    group: 'venue-arbitrage',
    summary:
      'Buys a redeemable stablecoin below one dollar and redeems it, and issues new ones to sell above. The trade that keeps the peg, open to those with access to the issuer.',
    timeframe: 'day',
    complexity: 'intermediate',
    indicators: ['venue-premium'],
    markets: ['spot', 'dex'],
    dataRequired: ['bars', 'book'],
    entry:
      'Venue premium of the coin over par, from pairs against dollars and against two other stablecoins. Below −(redemption fee + trading fee + .1 %), for three 15-minute closes: buy by limit orders. Above the same on the other side: mint and sell. No purchase under −3 %, where a discount is a statement about reserves.',
    exit: 'Redeem the same day, with par as the price; inventory not accepted within two banking days is sold by limit within .1 % of the mid. Stop buying when a redemption was late.',
    sizing:
      'A clip of 2 % of equity, together at most 10 % a coin and 20 % of all; on weekends half of that, as banks are closed.',
    edge: 'Primary issue and redemption belong to few accounts; when more access was given, deviations became smaller.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'medium',
    breaks:
      'Redemption is refused or limited in a run. Reserves in a failed bank. The minimum of the issuer is above the size that one can lose.',
    tags: ['stablecoins', 'peg', 'redemption', 'arbitrage'],
    sources: ['lyons-2023'],
    endpoints: [TICKER, SPOT, TOKEN],
    backtestStatus: 'untested',
  },
  {
    slug: 'closed-fund-discount',
    name: 'Trust Discount Convergence',
    group: 'venue-arbitrage',
    summary:
      'Owns a listed trust far below the coins that it holds and is short those coins. It comes good when shares become redeemable, or holders want them again.',
    timeframe: 'long-term',
    complexity: 'intermediate',
    indicators: ['z-score', 'venue-premium'],
    markets: ['spot', 'perps'],
    dataRequired: ['bars', 'positions'],
    entry:
      'Discount = venue premium of the share over coins per share × spot at the close of the stock market. Weekly: discount beyond −15 %, z-score of 250 closes under −1.5, and a filed conversion, tender or wind-up, or an activist holder above 5 %. Buy shares over 5 days at a tenth of their volume; sell perps for the coins behind them at each fill.',
    exit: 'Half when the discount is −5 %, the rest at conversion or above −2 %; all if the plan is refused, and after three years.',
    sizing:
      '4 % of equity a trust, 8 % in all, as if the discount went to −50 %: that may cost 2.5 %. Perp hedge reset weekly for management fees.',
    edge: 'Shares that cannot be redeemed follow the mood of small holders, who cannot be forced together with value; discounts vanish at conversion.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'medium',
    breaks:
      'A discount that widens for years while fees and funding are paid. Crowded holders who are levered sell together. The sponsor keeps the fee and never converts.',
    tags: ['closed-end', 'trust', 'discount', 'event'],
    sources: ['lee-shleifer-thaler-1991'],
    isAnalogue: true,
    endpoints: [PRICES, SPOT],
    backtestStatus: 'untested',
  },
  {
    slug: 'flash-loan-liquidation-arb',
    name: 'Lending Liquidation Bids',
    group: 'venue-arbitrage',
    summary:
      'Repays loans on lending pools that fell under their limit, takes the collateral at the discount that the protocol grants, and sells it at once.',
    timeframe: 'scalp',
    complexity: 'advanced',
    indicators: ['liquidation-density'],
    markets: ['dex', 'perps'],
    dataRequired: ['chain', 'book', 'positions'],
    entry:
      'Keep all accounts with a health factor under 1.1 in a heap by the oracle price that makes it 1, summed into a liquidation density of loans, bins of .8 %. When an oracle update in the pending block takes one below 1: repay up to the close factor by flash loan, if bonus · collateral − swap impact at the depth of two venues − gas − loan fee > 0 by 15 %. Bid directly behind the oracle transaction.',
    exit: 'Sell in the same transaction through the best route; where the bin holds over 2 % of pool depth, keep at most half and short the perp against it, unwound over 10 minutes.',
    sizing:
      'No own money in atomic cases but gas. Others: 3 % of equity of collateral at a time, one collateral asset once.',
    edge: 'Protocols pay a fixed bonus for taking bad loans quickly, more than needed in calm markets and less in crashes.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'high',
    breaks:
      'Collateral falls faster than it sells. Gas rises beyond the bonus as all bid at once. Oracle faults, where the loan was never bad.',
    tags: ['liquidation', 'lending', 'flash-loan', 'mev'],
    sources: ['qin-2021'],
    endpoints: ['/quant/positioning/ladder', BOOK, TOKEN],
    backtestStatus: 'untested',
  },
  {
    slug: 'perp-perp-price-gap',
    name: 'Perpetual Price Gap across Venues',
    group: 'venue-arbitrage',
    summary:
      'Long a perp where it trades low and short where it trades high, for the hours until the two marks agree. Price matters here and funding is a side effect.',
    timeframe: 'intraday',
    complexity: 'intermediate',
    indicators: ['premium-index', 'venue-premium'],
    markets: ['perps'],
    dataRequired: ['book', 'bars', 'funding'],
    entry:
      'Second by second: venue premium between executable prices at the clip size, less its median of 24 hours, which takes the lasting part out. Above the fees of four taker fills + .04 %, with the premium index of the dear venue higher than that of the cheap one, so that it is not the index that differs: taker orders on both at the same time.',
    exit: 'Gap at its median, by maker on one side and taker on the other; 12 hours; or a further .4 %. Closed before a settlement in which the pair pays more than .03 %.',
    sizing:
      'Clip of 20 % of depth within 5 bp; up to four clips a coin. Margin for 30 % on each side; a leg that is auto-deleveraged is mirrored by market within 2 s.',
    edge: 'Liquidations push one venue while its own makers step back; margin cannot cross over, and whoever holds some on both is paid.',
    edgeSource: 'structural-flow',
    crowdingRisk: 'high',
    breaks:
      'Auto-deleveraging removes one leg at the worst price. Outage of one venue in the very event. Different index sources stay apart.',
    tags: ['perp', 'cross-venue', 'arbitrage', 'liquidations'],
    sources: ['soska-2021'],
    endpoints: [BOOK, PRICES, '/derivatives/summary'],
    backtestStatus: 'untested',
  },
];
