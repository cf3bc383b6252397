/** The first entries of the changelog, newest first: those up to pools and tokens. The newest are in changelog.ts. */

import type { ChangelogEntry } from './changelog-entry.ts';
import { FIRST_RELEASE } from './version.ts';

/** They keep the version of their day. */
export const FIRST_CHANGES: readonly ChangelogEntry[] = [
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Pools and tokens on chains.',
    changes: [
      'Additive: dex/trending and dex/new-pools have pools of five chains, without dead ones; universe=pd_perps keeps those whose base token has a perp, by contract address.',
      'Additive: dex/token/{chain}/{address} has one token and its pools; dex/security/{chain}/{address} its checks, each ok, unknown or unavailable, and a risk score of 0 to 100.',
      'Additive: dex/promoted and dex/promoted/top have tokens that somebody paid to show.',
      'Additive: feeds of health and provenance know pools, token_pools, promotions and token_security.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Other venues: spot pairs of the large exchange, derivatives across venues.',
    changes: [
      'Additive: market-data/klines, market-data/ticker/24hr, market-data/ticker/price and market-data/exchange-info have bars, tickers and terms of the spot pairs of the large exchange; daily/prices has all pairs.',
      'Additive: market-data/btc-price-history has daily closes with their mean of 200 days, market-data/volume-history the share that takers bought, market-data/short-term-price momentum that is computed at every call.',
      'Additive: derivatives/cexa/funding-rates, derivatives/cexa/open-interest, derivatives/cexa/long-short-ratio and derivatives/cexa/summary have a perp of the large exchange; derivatives/cexa/history its days, from the archive of this service, with an optional symbol.',
      'Additive: derivatives/perpdex/history has the days of a perp from samples of every five minutes, with the samples of each.',
      'Additive: derivatives/funding-rates, derivatives/open-interest and derivatives/summary have a coin across venues, each block with a status of its own; market-intelligence/funding-rates has every perp of every venue.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Liquidations of several venues, and the venue directory.',
    changes: [
      'Additive: market-intelligence/liquidations has the liquidations of 24 hours by base coin on all venues together, with both sides, and names the venues that are silent; any key.',
      'Additive: liquidation events of cexa, cexb and dexb, from 250 USD on; their venue says where, and they have no px and sz.',
      'Additive: exchanges and exchanges/{slug} list seven venues without a key, with figures of two.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Model 2026.11.0 of the nowcast.',
    changes: [
      'model_version is 2026.11.0 after a restart of the service; it replays its bars, and hours that were archived keep what was said and the version that said it. On 67,278 real hours of Bitcoin 95.0 % of the labels are those of 2025.07.1, on five perps 95.4 to 96.0 %.',
      'volatility, return quantiles and the probability of a drawdown of quant/market and quant/coins/{symbol} follow the expected volatility of bars. expected_volatility_24h and vol_target_multiplier_forecast of quant/coins/risk follow funding and open interest too, of an hour that has both.',
      'Changed: figures of quant/regimes are those of this model; catalog_version is 2026.11.2, labels and ids are the same.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Implied volatility of BTC and ETH.',
    changes: [
      'volatility/implied and majors of volatility/index have values where the service has a source of options; they were null.',
      'Additive: implied_as_of of volatility/implied; its status may also be warming.',
      'Changed: atm_iv lies between the two strikes around the forward.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: true,
    summary: 'The nowcast claims what was measured of it.',
    changes: [
      'Breaking: direction of a perp at 24h is the base rates of its classes, no forecast, in quant/coins/{symbol} and in p_direction_up of quant/coins; explain.heads_provenance.direction has source null and reason no_measured_skill.',
      'Breaking: algo_basket_stance of quant/regimes says figures and advises nothing; catalog_version is 2026.11.1, labels and ids are the same.',
      'Breaking: insufficient_history, warming_up and new_listing count from the restart of the windows, so they are true again after more than a day without bars.',
      'Changed: transition_mixture_weights of a perp are 0 and 1 with a model whose panel could not tell coins apart, as that of 2025.07.1. In the last month of five perps .3 to .7 % of the labels differ, p_now by .004 to .013 and p_next at 24h by .009 to .022 (half the sum of absolute differences, mean over hours).',
      'Additive: direction_status says whether direction is a forecast, and what was measured of such forecasts, with an interval.',
      'Additive: skill of direction_status says whether that interval is above 0; of the direction of coins at 4h, which is given, it is not.',
      'Additive: settled is true from 90 days since the windows began; before that labels may differ from those of a longer history.',
      'Additive: evidence and claims of quant/regimes.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Traders: leaderboard, positions by address, profiles.',
    changes: [
      "Additive: perpdex/top-traders has the accounts of the largest value on the venue's leaderboard, with results as the venue counts them and a score of their fills.",
      'Additive: perpdex/wallet-positions has the positions of the largest tracked accounts; any other address is asked for on demand, at most 10 a minute and 500 a day per key.',
      'Additive: perpdex/trader-profiles has win rate, results, class, holding time and edges of the accounts of the leaderboard, each with its sample; null without fills.',
      'Additive: daily/pd-traders has leaderboard, positions, and size and age of the tracked set.',
      'Additive: feeds of health and provenance know leaderboard, account and account_fills.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Whales, their days, and changes of positions.',
    changes: [
      'Additive: quant/whales has what the tracked accounts hold by class and tag, their bias, and the coins with the largest net, every five minutes.',
      'Additive: quant/whales/history has the last cycle of each UTC day, up to 540 days; nothing is seeded or estimated.',
      'Additive: perpdex/wallet-signals has entries, exits, increases and decreases of tracked accounts from 25,000 USD on, kept for a day; record_start and complete say how far back they reach.',
      'Additive: the stream has whale_position events of those changes; trader_class is the class of the account.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary:
      'Long-horizon regime, second edition: the rules are cycle/2, and an answer says what its breadth is worth.',
    changes: [
      'regimes/current reads by cycle/2. On 2,623 real days of 2018-05 to 2025-07 with breadth 34 committed labels change at one refresh a day: 3 by a new shock (2018-11-14, the day after it, 2023-08-17), 31 by the new universe.',
      'Changed: a Structural Shock is also a close or price below -4 daily standard deviations of the month before, with a low below -6 of them. Its false alarms were one in 10.8 years.',
      'Changed: breadth counts coins with 91 days of history or more; one without a bar stays at its last close for 7 days.',
      'Changed: where breadth is unavailable a regime is read only when none of those that need breadth may fit better. Raw labels then agree with those of full breadth on 93 % of the days instead of 79 %, and are there on 64 % of the days instead of 78 %; of 1,348 days before there was breadth 292 change, most to no label.',
      'Additive: universe of regimes/current and regimes has the number of coins behind breadth, the rule that draws them, and its version.',
      'Additive: breadth of regimes/current is available, near_cutoff or unavailable; breadth_reads has what universes like this one may read instead.',
      'Additive: raw.open has the regimes that lack breadth and may fit better; low_z in signals, signal_times and thresholds.',
      'A running service keeps its committed regime and its history; the days are read again. Spells that were published before stay as they were.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Expected volatility of the next day.',
    changes: [
      'Additive: quant/coins/risk has expected_volatility_24h and vol_target_multiplier_forecast where the model expects a volatility (schema nowcast/2); under earlier models they are left out.',
      'Additive: expected_volatility_from of quant/coins/risk is bars or derivatives: funding and open interest enter the expected volatility of an hour that has both, where the model has learnt from them. Nothing is filled in for an hour that lacks one.',
      'quant/market and quant/coins/{symbol}: under a model of schema nowcast/2 the volatility buckets, the quantiles of the simulated return and the probability of a drawdown follow the expected volatility (heads/3, monte_carlo/2). Under 2025.07.1 no number moves.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Positioning: who holds what, where it is forced out, and the gamma analog.',
    changes: [
      'Additive: quant/positioning has longs and shorts of each coin by market makers, whales and others, with overlays, every five minutes.',
      'Additive: quant/positioning/ladder has the liquidation levels of a coin on a grid of 0.5 % of mark, and the flip; meta.outside_usd is what lies beyond ±50 %.',
      'Additive: quant/gex has the gamma analog of each coin with the rules that explain its score; score is null where coverage is none. A free key sees BTC.',
      'Additive: quant/gex/history has the hourly samples of a coin behind its percentiles, up to 30 days.',
      'Additive: open_interest_share of quant/positioning is the share of open interest that the tracked accounts hold; n_tracked and n_left_out say how many they are.',
      'Additive: a service whose operator switched positioning off answers 503 positioning_disabled, before its first cycle 503 positioning_warming_up.',
      'Additive: feeds of health and provenance know accounts.',
      'Additive: liquidation_risk of the nowcast reads forced notional from the ladder of a coin where the tracked accounts hold a tenth of open interest; heads_provenance then says rule and names the version of the ladder.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Liquidity: depth, divergence, labels and fragility of the largest perps.',
    changes: [
      'Additive: liquidity/depth has depth, spread and imbalance of the 25 largest perps, sampled every 2 minutes.',
      'Additive: liquidity/depth/{symbol} has the samples of a coin, up to 24 hours; those of a coin that left the 25 stay readable for 24 hours.',
      'Additive: liquidity/oi-divergence ranks the coins by change of open interest less change of price over 4 hours.',
      'Additive: liquidity/regime has the label and the fragility score of each coin, and of the market.',
      'Additive: liquidity/regime/score has the fragility of the market, 0 to 100, higher is healthier.',
      'Additive: liquidation_risk of the nowcast is there where a depth sample of the last 10 minutes and open interest are; heads_provenance names the version of the samples.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Taker flow of the perp venue by the minute, and forced closes on the event stream.',
    changes: [
      'Additive: perpdex/trade-flow has the buys and sells of aggressors in a perp by the minute, and says which minutes were watched.',
      'Additive: perpdex/trade-flow/universe has the same of every perp over 15 minutes, an hour or four.',
      'Additive: a service whose source knows forced closes puts liquidation events on the stream; derived is true on those that the venue does not mark itself.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'The perp venue: prices, funding, open interest, books and its daily snapshot, on the simulator and live.',
    changes: [
      'Additive: perpdex/meta has every perp with its maximum leverage and decimals, and the fees of the venue.',
      'Additive: perpdex/prices has the mid price of every perp.',
      'Additive: perpdex/funding-rates has the current funding of a perp and that of the hours before.',
      'Additive: perpdex/open-interest has funding and open interest of every perp; delisted ones are left out and counted in coverage.',
      "Additive: perpdex/l2-book has the order book of a perp, with ts, the venue's own time of it.",
      'Additive: perpdex/summary has everything of one perp, with volume_multiplier.',
      'Additive: daily/perpdex has prices, funding and open interest of all perps in one answer.',
      'Additive: data_source is live on a service that talks to the venue.',
      'Additive: feeds of health and provenance know contexts, mids and book.',
      'A symbol whose first bars are still being fetched is 503 warming_up with Retry-After, and named in warming of lists.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Candles, history, the model card and the stream of a service with several sources name them.',
    changes: [
      'Additive: provenance in perpdex/candles, perpdex/candles/batch, quant/timeline, quant/history, quant/regimes/history, quant/model, stream/recent and stream/delayed. A service with one source leaves it out.',
      'Additive: coin_sources of perpdex/candles/batch names the source of each coin in series; only of a service with several sources.',
      'Additive: stream of a service with several sources sends `event: provenance` first, and again when a source fails or recovers.',
      'data_source of a block of the nowcast, of the long-horizon regime and of a price move is the kind of the source of its own bars; it was that of the first source.',
      'fresh is false on every replica after a run of which all pulls failed; it was on the replica that had pulled.',
      'perpdex/candles and its batch answer 503 source_unavailable when the listings do not come; it was 504.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'The simulator tells moves of funding and of open interest.',
    changes: [
      'Additive: a service on the simulator puts funding and oi_delta events on the stream; event_stream.derivative_moves of health is then running.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: true,
    summary: 'Links that scanners of mail cannot use up, and answers that browsers can.',
    changes: [
      'Breaking: GET auth/confirm shows a page whose button confirms; it confirms at once only with Accept: application/json.',
      'Additive: POST auth/confirm?token= confirms.',
      'Additive: every answer carries X-Content-Type-Options: nosniff.',
      'Additive: pages of origins that the operator names may call the service; preflights are 204.',
      'A conditional request whose answer is 304 is never refused for the limit of its key.',
      'A time outside of what a date can be is 422, and a path segment of more than 100 characters 404; both were 500.',
      'An Expect other than 100-continue is 417 expectation_failed in the envelope, and a request of HTTP/1.1 without a Host 400 bad_request.',
      'msg of every item of a 422 is of the form "expected an integer within 1…500, got 0"; loc and type are as they were.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Answers of a service with several sources name them.',
    changes: [
      'Additive: provenance lists the sources of an answer by kind of data, each with feed, source, kind, as_of and fresh. A service with one source leaves it out.',
      'data_source of such an answer is the kind of the source of its bars.',
      'perpdex/candles answers 503 source_unavailable after 6.5 s without bars; it was 504.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Health names every producer.',
    changes: [
      'Additive: producers of health lists what computes the answers, each with last_success, last_failure, lag_ms and failing.',
      'status of health is degraded while any producer fails; it was while the engines of symbols failed.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Health names every feed of a live source, and of several sources.',
    changes: [
      'Additive: feeds of health lists kinds of data by source, each with status, since, reason and as_of.',
      'X-Data-Source of a service with several kinds of source lists them in order, separated by a comma and a space.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: true,
    summary: 'The nowcast: the mapped probability of a drawdown, and names of what was measured.',
    changes: [
      'Breaking: fields of walk_forward_metrics in quant/model are in snake_case, and its horizons are 4h and 24h.',
      'p_drawdown_5 of quant/market is a number where the model brings a map for it; it was null. For coins it is null.',
      'Additive: drawdown_map in quant/model says how that map was learnt.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Funding, open interest and breadth of the next hours.',
    changes: [
      'quant/market, quant/coins/risk and quant/coins/{symbol}: funding, open_interest and breadth are probabilities where their inputs are known, and null with a reason in heads_provenance where not.',
      'Liquidation risk is null until there is a source of depth.',
      'quant/coins: oi_usd is there where open interest is known, and sort=oi goes by it.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Moves of open interest and of funding, once there is a source of them.',
    changes: ['Additive: event_stream of health carries derivative_moves: no_source, starting or running.'],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Answers in time.',
    changes: [
      'Additive: an operation that does not answer within 10 s, or within its x-timeout-seconds, is answered 504 deadline_exceeded. What it began goes on, and may be there when it is asked for again.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'The nowcast: regimes of the next hours.',
    changes: [
      'Live: quant/market, quant/coins, quant/coins/risk and quant/coins/{symbol} (Pro), quant/history, quant/regimes/history, quant/timeline and quant/refresh (Pro Plus), quant/model and quant/regimes (any key).',
      'Without a model the data endpoints answer 503 model_not_loaded, and quant/model says why.',
      'The file behind quant/regimes/history is Parquet; additive: format=csv makes it CSV.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'The long-horizon regime.',
    changes: [
      'Live: regimes and regimes/current (any key), regimes/history (Pro Plus) and trading-strategy-baskets (Pro). Payment instead of a key is not taken yet.',
      'Additive: signal_times, since_anchor, meta and data_source of the current regime; samples and archive_start of the history; the regimes of a basket.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Meme coins.',
    changes: [
      'Live: meme/regime, meme/regime/score (any key), meme/regime/{symbol} and its refresh (Pro).',
      'Additive: rows also carry extension_max_14d_pct, share_of_high_30d, price, computed_from, stale and config_version; the score carries its parts, share_ahead_of_btc and fresh_listings_7d; answers carry as_of and data_source.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Volatility.',
    changes: [
      'Live: volatility/index, volatility/implied, volatility/regime, its score and its detail (any key; Free sees BTC only), volatility/index/history (Pro Plus) and volatility/regime/refresh (Pro).',
      'Implied volatility is null, with a reason, until a source of options is connected.',
      'Additive: rows also carry raw_regime, days_compressed, stale, computed_from and config_version; stale and pegged rows are outside the index.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Volume scanner and heatmap.',
    changes: [
      'Live: volume/scanner (any key; Free sees the top 20 by 24h volume), volume/scanner/{symbol} and indicators/heatmap (Pro).',
      'Additive: rows carry config_version; the lists carry total, as_of and data_source; the volume detail carries history.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'The technical regime.',
    changes: [
      'Live: indicators/technical (Pro), indicators/technical/{symbol} (any key) and its refresh (Pro).',
      'Additive: rows carry close_1d, computed_from, pegged, settled, stale and config_version; the list carries total, warming, as_of and data_source.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'The event stream.',
    changes: [
      'Live: stream (Pro), stream/recent (any key) and stream/delayed (no key). Price moves are told so far; the other types have their shapes.',
      'Additive: every event carries data_source; a stream that cannot begin where it should begins with event: gap.',
      'Additive: health carries event_stream.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: true,
    summary: 'Keys, tiers and limits.',
    changes: [
      'Breaking: every operation but index, changelog, health, OpenAPI document, key creation and confirmation needs X-API-Key; without a valid one it answers 401.',
      'Breaking: SIGNUM_RGG refresh needs a key of tier pro; a lower one answers 403.',
      'Breaking: calls of a key are limited per UTC day and UTC minute; beyond that they answer 429 with Retry-After and X-RateLimit-*.',
      'Breaking: the index says tier and mint_url instead of access, and unlocked speaks of the key that is sent.',
      'Live: key creation, revocation, rotation and info, resend-verify, and the confirmation link.',
      'Additive: RateLimit and RateLimit-Policy headers beside X-RateLimit-*.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'First version of the contract.',
    changes: [
      'Live: index, health, changelog, SIGNUM_RGG list, detail and refresh, perp candles and batch candles.',
      'Every answer names the kind of its data: header X-Data-Source and field data_source.',
      'SIGNUM_RGG rows add symbol, source, plus_di, minus_di, pct_change_24h, quote_volume_24h, range_20d, pegged, settled, stale and config_version.',
      'Candles add as_of, atr_settled_from and, where a source has no bars that fine, status and reason.',
    ],
  },
];
