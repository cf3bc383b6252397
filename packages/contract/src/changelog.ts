/** Changelog of the contract, newest first. The newest entry carries the current version. */

import type { ChangelogEntry } from './changelog-entry.ts';
import { FIRST_CHANGES } from './changelog-first.ts';
import { API_VERSION, FIRST_RELEASE } from './version.ts';

export type { ChangelogEntry };

/**
 * A change of the wire adds an entry of {@link API_VERSION} here, in the same commit; one of a new operation names its path. The
 * first change after a release moves the version; what was released keeps its date.
 */
export const CHANGELOG: readonly ChangelogEntry[] = [
  {
    date: API_VERSION,
    breaking: false,
    summary: 'The read replica of the database in status; payments and forced closes that survive two replicas.',
    changes: [
      'Additive: status has read_replica with lag_s and used on a host with DATABASE_READ_URL; absent without one.',
      'Fixed: stream and stream/recent could have the event of a forced close twice when two replicas polled it at neighbouring minutes.',
      'Fixed: a payment that one replica took over while another one settled it could be marked failed after the money had moved.',
    ],
  },
  {
    date: API_VERSION,
    breaking: true,
    summary: 'Twelve tools for agents instead of one for each operation.',
    changes: [
      'Breaking: /mcp lists market_now, coin_now, screen, history, what_changed, calendar, scorecard, risk, account, find, describe and call, each with an output schema. /mcp?tools=all, and --tools all of the command, list one tool for each operation as before.',
      'Changed: tools pass Markdown, CSV and NDJSON on as text; such answers were an error.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'Intervals of liquidation levels and flips; thresholds of webhooks; change events for a week.',
    changes: [
      'Additive: quant/positioning/ladder has open_interest_share, flip_interval, total_usd_interval of each level and meta.intervals_version; quant/gex has open_interest_share, dist_to_flip_interval and total_usd_interval on tier pro_plus, null below it. An interval holds what all accounts show, tracked or not, 90 % of the time on simulated markets; null where open interest is not known.',
      'Additive: type nowcast_hour of stream, stream/recent and webhooks: an hour of the nowcast was published, for the market and each coin, with p_drawdown_5. A webhook with when gets one for a symbol when the condition turns true, and the next after it was false.',
      'Changed: followed of indicators/signum-rgg and volatility/regime is measured on the ten largest coins together, that of meme/regime on six meme coins; additive: symbols names them. Days of all coins count, intervals come from draws of days.',
      'Changed: p_drawdown_5 in when of webhooks is that of the coin of the event, and that of the market for symbol MARKET; cooldown_s counts symbol by symbol.',
      'Changed: stream and stream/recent replay events of changed states for a week, where types names no others; webhooks that were paused get them too.',
      'Changed: as_of of quant/positioning, quant/positioning/ladder and quant/gex answers moments of before this version too; the new fields follow from what was published.',
      'Fixed: a cool-down that a webhook had begun before this version lasts as long as it did then.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'Both names of a coin everywhere, the OpenAPI document by family, and a list of what is sold.',
    changes: [
      'Additive: every operation with symbol takes coin for it, and the other way round; so do symbols and coins, in the body of webhooks too. Two different values are a 422 that names both. Requests that sent the other name were answered with the default or a 422 before.',
      'Additive: unknown_parameter has suggestions, the documented names nearest to what was sent. The document requires coins of perpdex/candles/batch by that name; symbols alone is answered as before.',
      'Additive: api/openapi.json takes family, and answers with the operations of one family and their schemas; an unknown one is a 422 that names them.',
      'Additive: /.well-known/x402 lists what is sold with prices, networks and requests. A 402 has extensions.bazaar in Payment-Required, and outputSchema of accepts is filled: input and output in the words of discovery.',
      'Changed: llms.txt is an index of families under 8 kB; operations are in /docs/api/{family}.md and in llms-full.txt, which has the answers to the first questions.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'A reader of headlines with measured precision.',
    changes: [
      "Changed: config_version of news is news/2. Titles are read by clauses (news-reader/1): denials, negations, drills, fiction, recovered funds, court procedure and other coins' troubles no longer qualify, and attacks and acts of authorities that words alone missed do. Symbols are those of the clause that tells the event; words_version is news-words/2026.12.1. Reports of one story merge although they name it differently, and a confirmed attack replaces its rumour under the same id.",
      'Changed: class, confidence and rule of policy/headlines, headline_tilt, policy_tilt and regulatory_pressure come from the same reader; rules_version is news-reader/1, and rule may name what took an act back. The topic of a headline of a paper is security where it asserts an attack.',
      'Changed: simulated news have traps, three a day (news-simulator/2).',
      'Additive: news/sources has reader_version and reader_accuracy: precision with its interval and recall of the reader on simulated headlines, whose truth is known; null on live feeds. dropped of a source counts titles in other scripts as not_read.',
      'Additive: news_impact of quant/scorecard has what the market did after news, by bin of impact_score: stories, quartiles and median of abnormality over one and four hours with its interval, and the share of 2 and more; any key. Whole UTC days; counts alone of fewer than 50 stories; null on a host without a source of reports.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'Risk of a portfolio of perps.',
    changes: [
      'Additive: POST risk/book takes a book and answers what it can lose within 4 or 24 hours, which position is responsible, its chances of liquidation, named days of stress, a hedge and a size; Pro. Nothing of the request is stored or logged.',
      'Additive: risk/market has the correlation regime, the mean correlation of pairs, the effective number of bets, and the perps that diversify most and least; any key.',
      'Additive: risk/scenarios has the joint returns of all perps, from which a reader computes the risk of a book without showing it; Pro. The page does so in its view Book.',
      'Additive: three reference books, book:btc, book:majors and book:long_short, are forecast each hour and graded: see quant/scorecard and quant/ledger.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'A ledger of forecasts: how often they were right, and the proof that nobody edited it.',
    changes: [
      'Additive: quant/scorecard has the scores of published forecasts against what was known without them, by kind, with a table of what was said and what happened; any key. liquidation_risk is scored where every forced close is known, which is in a simulated market alone; elsewhere its outcomes are counted in unknown.',
      'Additive: quant/ledger has the rows as they were written, forecasts and their grades, next to shock, long_regime, signum_color and flip_alert of the time: Pro Plus, and any key for rows of more than 30 days ago.',
      'Additive: quant/ledger/digests has a digest for each closed UTC day over its rows and the day before; any key. runtime_health of quant/model has the path of the scorecard, and in headline and headline_backfilled how often the regime of a day ahead was right.',
      'Additive: kind book_risk, of the scopes book:btc, book:majors and book:long_short: value at risk and expected shortfall at 1 and 5 % for 4 and 24 hours, against historical simulation known at the time; scores by pinball loss and fz0, calibration by share.',
      'Additive: states of quant/scorecard has the means of what followed shock, long_regime, signum_color and flip_alert, against any hour; backfilled rows have the first three.',
      'Additive: a grade whose bars or funding have changed within two days of the end of its horizon is corrected: a row of quant/ledger that names the old grade in corrects. quant/scorecard counts the newest.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'Model 2026.12.0 of the nowcast: what came of its forecasts moves the next ones.',
    changes: [
      'Changed: model_version is 2026.12.0 after a restart. Regimes, probabilities and heads are those of 2026.11.0 to the bit; return_quantiles and p_drawdown_5 of monte_carlo in quant/market and quant/coins/{symbol} are moved by outcomes of the last months, scope by scope, and seeds name the new version. A host that ran an earlier model replays its bars. --recalibration off leaves them as trained.',
      'Additive: explain.recalibration says how far each quantile and the drawdown are moved, from how many outcomes, and how realised volatility compares with the expected one.',
      'Additive: p_drawdown_5 of coins, from a map of their own; it was null. quant/model has coin_drawdown_map and recalibration_version.',
      'Additive: explain.heads_status says of every head whether it is a forecast, why not, and what was measured of it, in the words of direction_status. direction_status takes the reasons missing_input and warming, and skill simulated, which it never has.',
      'Changed: liquidation_risk is heads/liquidation-risk-2: chances fitted on simulated cascades, better than base rates on the days after them, where version 1 was worse.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'Measured consequences of states.',
    changes: [
      'Additive: followed of indicators/signum-rgg, volatility/regime, meme/regime and regimes: volatility, return and drawdown that followed each state on real days, with intervals, sample sizes, span and warnings.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'Events of changed states.',
    changes: [
      'Additive: types of stream, stream/recent and webhooks takes regime, shock, long_regime, signum_color, volatility_regime, liquidity_regime, gamma_state, score_band and model. Each event has from, to and the snapshot that published the new state; a key gets those of the coins that it sees in the operation of the state.',
      'Additive: webhooks takes when (a condition in the language of composites), cooldown_s and digest_s, and names them in its answers.',
      'Without types, stream, stream/recent and webhooks send the six types that they sent before, and stream/delayed has no others.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'Shocks of the market and of coins; directions without skill.',
    changes: [
      'Changed: direction of coins at 4h and of the market at 24h is withheld, as that of coins at 24h was: direction_status is unavailable, direction has base rates, p_direction_up of quant/coins is null. On 2024-08 to 2025-07 no skill was measured of them (direction_evidence/2).',
      'Additive: shock of quant/market and quant/coins/{symbol}: whether prices move far more than they usually do, since when, how far, and in which direction. It is no input of a label or a forecast.',
      'Changed: quant/regimes says of vol_spike that it is a state and no alarm; catalog_version 2026.11.3.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'Bars of spot pairs in the lengths of the exchange; why a history is empty.',
    changes: [
      'Additive: market-data/klines takes interval 3m, 2h, 6h, 8h, 12h, 3d and 1M, made of shorter bars; a month is that of the calendar. They were a 422.',
      'Additive: empty answers of quant/history, quant/gex/history, derivatives/cexa/history and derivatives/perpdex/history have available.',
      'Changed: quant/whales/history has up to 180 days from before the first cycle, where the source tells what accounts held then; source of such a day is seed, and seeded_count counts them. Nothing was seeded.',
    ],
  },
  {
    date: API_VERSION,
    breaking: true,
    summary: 'What is paid for in one operation is not told by another.',
    changes: [
      'Breaking: a free key sees of a next_unlock beyond 7 days in supply/float its date alone, with tier_limited true.',
      'Breaking: a free key sees of unlocks beyond 7 days in event/calendar and event/regime neither name nor timestamp, and not their terms in derivation.unlock, which then has tier_limited true.',
      'Breaking: as_of needs the tier that sees the history where one is sold: Pro Plus on perpdex/open-interest, perpdex/summary, daily/perpdex, volatility but volatility/regime/score, quant, regimes and news/market-moving; Pro on liquidity/depth, liquidity/oi-divergence, volume/scanner and meme; 403 otherwise.',
    ],
  },
  {
    date: API_VERSION,
    breaking: true,
    summary: 'Base rates are no forecast of a coin, and health says how each producer stands.',
    changes: [
      'Breaking: p_direction_up of quant/coins is null where the direction of coins is withheld, which is so at 24h; it was the base rate, the same of every coin. sort=p_up stays, such rows last.',
      'Additive: direction_status of quant/coins is that of quant/coins/{symbol}.',
      'Additive: producers of health have status: never_run, warming, ok, late, failing or unavailable; and cause, in words, of the last two.',
      'Changed: status of health is degraded once a producer has failed, also while others are still warming; it stayed warming until all had succeeded.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'Moments, numbers and methods of an answer.',
    changes: [
      'Changed: generated_at of perpdex/meta, perpdex/prices, perpdex/open-interest and daily/perpdex is never before the parts of the answer; it was the moment at which their run began.',
      'Changed: a parameter that is no integer may have an exponent, as 1e-05; it was 422.',
      'Changed: a moment may be in microseconds or nanoseconds, by its size; from 8640000000000001 on it was 422.',
      'Changed: Allow of a 405 names each method once.',
      'Changed: event/calendar has no unlock and no release of the past; open depegs and recent mints stay.',
      'Changed: atr of perpdex/candles and perpdex/candles/batch is made of bars before the first one too, so that it depends on no limit; the first bars of its period stay null, and atr_settled_from may be the first after them.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'Histories that begin before the first start of a service.',
    changes: [
      'Additive: market-health/history has days from before archive_start, and days on which the service did not run; backfilled says that a day was computed afterwards. archive_start is the first archived day as before.',
      'Changed: backtesting/klines, backtesting/pd-funding-bars and backtesting/archives/download have up to 100 days of bars and funding from before the first start, none before 2026-03-30, where files or the simulator have them. derivatives/perpdex/history begins with the first start as before.',
      'Additive: regimes/reconstructed has the regime that the rules would have given, day by day over all bars, with available; Pro Plus. regimes/history holds none of it.',
      'Changed: backtesting/archives/download, and archives/purchase with a key of Pro Plus, answer klines, funding, liquidations and snapshots without any further parameter by the first file of the newest day; that was 422.',
      'Additive: empty answers of backtesting/klines, backtesting/pd-funding-bars, backtesting/pd-trade-flow and regimes/history have available: from when to when there are data, and why this answer has none.',
      'Additive: health has backfill, the progress of each history.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'Coins and pairs in every usual spelling.',
    changes: [
      'Changed: parameters that name a coin take BTC/USDT, BTC-USD-SWAP, BTCUSD_PERP, XBTUSD, VENUE:BTCUSDT, 1000PEPEUSDT (for kPEPE) and the names of archives (BTCUSDT-1h-2024-01.csv), in every operation. An exact name still comes first. Names that were refused or had no rows are answered; none names another coin than before, but for TUSD and other coins whose ticker ends like a pair.',
      'Changed: no other scale and no other instrument stands for a coin: PEPE is not kPEPE (but in indicators/technical, volume/scanner and meme/regime, as before), BTC-EUR, ETHBTC and BTC-28JUN24 are no spelling of BTC.',
      'Changed: market-data takes BTC/USDT, XBT-USDT and the like for a spot pair, derivatives/cexa BTC-USDT-SWAP for a perp; a pair of another quote is another pair.',
      'Additive: errors of unknown coins have suggestions in every operation: other scales of the coin, its pairs, and names that are near.',
      'Changed: symbol of backtesting pages takes a pair with a slash, as BTC/USDT; it was 422.',
      'Changed: a name with a control character is 422 in parameters symbol, symbols, coin and coins.',
      'Changed: perps of a million coins (1000000MOG, 1MBABYDOGE) on the large exchange are MOG and BABYDOGE, with prices and sizes of the coin, as on the other venues.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'Markets that do not trade, and histories that begin anew.',
    changes: [
      'Changed: a run of three bars at one price without volume is a halt. It has no regime, colour, state or volatility, its bars are not counted, and behind it a row is what it would be if they were missing. indicators/signum-rgg and volatility/regime name such a coin in warming; technical rows keep price and computed_from, and their states are null; quant/market and quant/coins/{symbol} have regime null.',
      'Changed: a gap longer than 14 days (SIGNUM_RGG) or 30 days (volatility, technical) begins a history anew, and so does a bar that lies beyond five times the close before, or below a fifth of it. config_version is signum/2, volatility-regime/2 and technical/2; models of the nowcast are the same.',
      'Additive: rows of indicators/signum-rgg, indicators/technical and volatility/regime, quant/market and quant/coins/{symbol} have quality when their bars have such a break: no_trade, gap, scale_change.',
      'Changed: the same rule holds for indicators/heatmap (no price and no move in a halt of hours), meme/regime, volume/scanner (days of a halt are no days of the baseline; dormant stays), regimes/current and market-health. Versions are heatmap/2, meme/2, volume/2, cycle/3, cycle/daily-3, cycle-breadth/3 and health-inputs/2. A listing that begins with bars at one price no longer brings the history of the asset before it back.',
      'Additive: rows of indicators/heatmap, meme/regime, volume/scanner and regimes/current have quality. It also names faults of the bars of the last day and of the days of the last month: jump, wick, off_grid, stale_tail, zero_volume.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'Inputs that were known elsewhere in the service arrive: a null is a value that nobody knows.',
    changes: [
      'Changed: dom_chg90, stable90, funding7, oi_chg7, liq_z and depeg_minutes of regimes/current have values where the service has their feeds; they were null. dom_chg90 needs 90 days of a table of coins, liq_z 30 whole days of forced closes.',
      'Changed: funding_rate and oi_usd of meme/regime and meme/regime/{symbol} are those of the perp, and the score of meme/regime/score reads funding; they were null, and the score always partial.',
      'Changed: imbalance_10bps of liquidity/depth and liquidity/regime is that of the depths of the same row, and null where a side was not measured to 10 bps; it was that of the 20 levels of the exact book. The fragility score follows.',
      'Changed: market-health and market-health/altcoin-breadth of a service without a table of coins draw the coins of breadth by the notional of the last month; breadth was null.',
      'Changed: disclosure of exchanges and exchanges/{slug} is there in every answer; it was null without partner links.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Texts that cannot be stored, and bodies that are nested too deeply, are refused.',
    changes: [
      'Changed: a text parameter with NUL or with half of a surrogate pair is 422 with its name, in every operation. Some answered 404, an empty list, or 500 (quant/gex/history, news/market-moving, backtesting/news-events).',
      'Changed: a body of more than 64 levels of lists and objects is 400 bad_request, also at /mcp; such a payment is 400 payment_malformed.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Daily net flows of spot ETFs.',
    changes: [
      'Additive: market-intelligence/etf/{asset}/flows has the daily net flows of the spot ETFs of btc, eth and sol, by fund and with revisions; any key, or 0.01 USD without one.',
      'Additive: etf_flows is a feed in provenance, and a type of backtesting/snapshots.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Large transfers to and from exchanges.',
    changes: [
      'The stream has events of whale_transfer where a node of a chain is configured, and on the simulator; their venue is the chain.',
      'security/regime and security/regime/score have the flow part: the net of 24 hours of those transfers against the 90 days before it, by token, once 30 days are known; until then it is silent, with the feed transfers.',
      'Additive: event_stream of health has whale_transfers; feeds and provenance know transfers.',
      'Additive: terms of the flow part have what z is made of: net_outflow_usd, median_usd, deviation_usd, days; provenance of security names the source of the transfers.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'News that can move a perp, and what the market did after them.',
    changes: [
      'Additive: news/market-moving is the tape of qualified catalysts, news/coin/{symbol} that of one perp, news/pulse has pressure and tilt of every active perp, news/sources the condition of the sources and the counts of the funnel.',
      'Additive: backtesting/news-events pages through every row as it became known, with returns of 15 minutes, an hour and four hours, volume, open interest and funding after it; Pro Plus.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Evidence, silent parts, gaps of the stream; as_of on more scores.',
    changes: [
      'Additive: regimes/current and regimes/history have evidence beside rationale: every condition with value, threshold, membership, weight and side; explain of quant/market and quant/coins/{symbol} has evidence: what each feature says of the label.',
      'Additive: event, security and policy regimes and scores have silent: the parts that say nothing, their feed, and whether this service has a source of it.',
      'Additive: stream/recent has gaps: times in which a source of events was not heard.',
      'Additive: as_of on event, security and policy risk, market-health, market-health/altcoin-breadth and sentiment.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Limits of the archive.',
    changes: [
      'Additive: operations of backtesting take 2 requests a second of a key, and 20 at once; faster ones are 429 rate_limited with Retry-After, and count nothing.',
      'Additive: their heavy reads are two at a time; one that has waited 25 s is 503 backtesting_busy with Retry-After 5. After 60 s the connection is closed; x-timeout-seconds says so.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Payments without an account, by x402 in USDC.',
    changes: [
      'Additive: payments/agent-subscribe sells a key for the duration of a plan; backtesting/archives/purchase sells one file of the archive, and gives it to keys of Pro Plus for nothing; payments/test-balance fills an address of the test ledger, where payments are no money.',
      'Additive: without a key quant/whales, quant/market, regimes/current, market-intelligence/liquidations and event/calendar name their price, 402 with Payment-Required and accepts, and answer a payment in X-Payment or Payment-Signature. Where a service takes no payments they answer 401 as before.',
      'Additive: codes x402 and payment_expired, payment_not_yet_valid, payment_valid_too_long, payment_wrong_amount, payment_wrong_asset, payment_wrong_network, payment_wrong_recipient, payment_wrong_resource, payment_bad_signature, payment_unfunded, payment_refused and payment_failed, 402; payment_malformed and two_payments, 400; payment_replayed, 409; payment_unknown, payments_unavailable and payments_disabled, 503.',
      'Additive: the index has prices_usd for what is sold without a key.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'The archive for backtests.',
    changes: [
      'Additive: backtesting/klines, backtesting/pd-funding-bars and backtesting/pd-trade-flow page through archived days by cursor, backtesting/snapshots through what was published; backtesting/daily-snapshots/{date} has the daily snapshot of a day; Pro Plus.',
      'Additive: backtesting/archives/download answers a signed link to one file of the archive, backtesting/archives/file is what it leads to; backtesting/status says what there is from when to when, with gaps, and the limits.',
      'Additive: code backtesting_busy, 503.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Catalogues of strategies and indicators; a wiki.',
    changes: [
      'Additive: strategies/groups, strategies and strategies/{slug} have 317 strategies in 22 groups, none of them tested unless it says so; indicators/catalog/groups, indicators/catalog and indicators/catalog/{slug} have 187 indicators in 12.',
      'Additive: codes unknown_group, 400, with valid_groups on strategies; strategy_not_found and indicator_not_found, 404.',
      'Additive: wiki/search finds pages of the wiki by words and filters, wiki/page has one as Markdown, wiki/stats their number and age; licensed CC BY 4.0.',
      'Additive: codes page_not_found, 404, with suggestions and search_url; wiki_index_unavailable and wiki_index_outdated, 503.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Webhooks.',
    changes: [
      'Additive: webhooks makes and lists subscriptions of Pro Plus by type, coin and size of events, webhooks/{id} ends one, webhooks/{id}/resume goes on after a pause, webhooks/{id}/ping sends a test event; signed as Standard Webhooks has it, at least once, in order.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Answers of the past, and rows in bulk.',
    changes: [
      'Additive: as_of on lists, details, heads and histories that are made of published snapshots answers what the service said at that moment; X-Known-At says from when on it said so, X-Point-In-Time from when on as_of is answered.',
      'Additive: code not_kept, 404, for a moment of which nothing is kept; health has point_in_time.',
      'Additive: format=csv, ndjson, markdown or parquet, or Accept, has the rows of a list alone; fields names those that are wanted.',
      'generated_at of perpdex/meta, perpdex/prices, perpdex/open-interest and daily/perpdex is the moment of the newest part of the answer; it was that of the first caller.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Event, security and policy risk; composites of the operator.',
    changes: [
      'Additive: event/regime and event/regime/score have event risk of unlocks, macro prints and depegs, with the terms of each score; event/calendar the dated catalysts; event/regime/{symbol} those of one coin within 7 days, Pro; event/regime/refresh recomputes.',
      'Additive: security/regime and security/regime/score have the stress of hacks, flows and depegs; security/events the events; security/regime/{symbol} those of one coin within 7 days, Pro; security/regime/refresh recomputes.',
      'Additive: policy/regime and policy/regime/score have policy risk with policy_tilt, null without a feed of headlines; policy/headlines the headlines of 72 hours with their classes; policy/regime/refresh recomputes.',
      'composite, band and magnitude may be null: a part without its feed is left out, and without any there is no composite.',
      'Additive, our own: composites and composites/{name} have composites that the operator of a service defines; Pro.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Market health, sentiment, the daily snapshot.',
    changes: [
      'Additive: market-health has a long-term and a short-term score of eleven components, and the total; market-health/summary has the scores alone, as JSON or as a note, market-health/components and market-health/component/{name} what they are made of. score of a component is null while it is not available.',
      'Additive: market-health/history has one archived row for each UTC day, and today as it is now; market-health/altcoin-breadth the coins above their own mean; market-health/refresh recomputes both, tier pro.',
      'Additive: sentiment/fear-greed, sentiment/macro and sentiment/stablecoins have moods, macro series and stablecoins; sentiment/stablecoins/remote-history has daily inflows, sentiment/stablecoins/history the raw series.',
      'Additive: daily has the whole market in one answer, trimmed to the coins of an exchange, as JSON or as a note.',
    ],
  },
  {
    date: FIRST_RELEASE,
    breaking: false,
    summary: 'Coins, floats and unlocks.',
    changes: [
      'Additive: coins, coins/search, coins/top, coins/categories, coins/category-groups and coins/{symbol} have the reference table of coins, its raw categories and curated groups.',
      'Additive: supply/float has coins by how little of their supply circulates; a free key sees 25 rows, and gets 403 when it sends a filter.',
      'Additive: supply/unlocks has dated cliffs ahead; a free key sees 7 days, and gets 403 when it asks for more.',
      'Additive: feeds of health and provenance know coins, categories and unlocks.',
    ],
  },
  ...FIRST_CHANGES,
];
