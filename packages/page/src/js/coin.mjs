/** One coin: six readings, candles with the regime, ladder, gamma, cone, flow. */

import { useMemo, useState } from '../vendor/preact-hooks.mjs';
import { settingNow, useSetting } from './address.mjs';
import { QUESTIONS, useAnswer } from './ask.mjs';
import { BAR_HOURS } from './bars.mjs';
import { Bell } from './bell.mjs';
import { Candles } from './candles.mjs';
import { Choice, useSteady } from './controls.mjs';
import { Cone, Flow, Gamma, Ladder } from './figures.mjs';
import { name24, num, pct, price, prob, say, usd } from './format.mjs';
import { Stories } from './news.mjs';
import { coin } from './paths.mjs';
import { CoinSentence } from './sentence.mjs';
import { Settling } from './settling.mjs';
import { Unknown } from './unknown.mjs';
import { Age, Bar, Code, Faults, Glyph, html, Kind, Panel, Short, State } from './parts.mjs';
import { WhenSeen } from './seen.mjs';
import { Star } from './star.mjs';
import { SIGNUM, stateOf } from './words.mjs';

const MINUTE = 60_000;
Object.assign(QUESTIONS, {
  days: [(symbol) => `perpdex/candles?coin=${coin(symbol)}&interval=1d&limit=456`, 60 * MINUTE],
  ladder: [(symbol) => `quant/positioning/ladder?symbol=${coin(symbol)}`, 5 * MINUTE],
  coinNews: [(symbol) => `news/coin/${coin(symbol)}?hours=72`, 5 * MINUTE],
  flow: [(symbol) => `perpdex/trade-flow?coin=${coin(symbol)}&minutes=60`, MINUTE],
});

const NONE = [];

/** One reading of the strip. */
function Cell({ title, result, alert, coin, children }) {
  const isOk = result.state === 'ok';
  return html`<div class="rc">
    <p class="lab">
      <b>${title}</b>${isOk && alert && html`<${Bell} of=${alert} coin=${coin} />`}
      ${isOk && html`<${Faults} of=${result.data.quality} /><${Kind} data=${result.data} /><${Age} data=${result.data} cadence=${result.cadence} />`}
    </p>
    ${isOk ? children : html`<${Short} result=${result} />`}
  </div>`;
}

function NowCells({ symbol }) {
  const result = useAnswer('coinNow', symbol);
  const { data } = result;
  const state = data?.regime && stateOf(data.regime.label);
  return html`<${Cell} title="Next hours" result=${result} alert="coin_sure" coin=${symbol}>
      ${
        state &&
        html`<p class="mid"><${Code} of=${state} />${state.name}</p>
          <p class="sub">${prob(data.regime.confidence)} sure · ${num(data.regime.candles_in_regime)} h</p>`
      }
    <//>
    <${Cell} title="In 24 hours" result=${result} alert="coin_drawdown" coin=${symbol}>
      ${
        state &&
        html`<ul class="tr short">
          ${data.horizons['24h']?.transitions.to.slice(0, 3).map(({ label, p }) => {
            const to = stateOf(label);
            return html`<li>
              <${Code} of=${to} /><span class="vh">${to.name}</span><${Bar} value=${100 * p} tone=${to.tone} /><span
                class="v num"
                >${prob(p)}</span>
              
            </li>`;
          })}
        </ul>`
      }
    <//>`;
}

function SignumCell({ symbol }) {
  const result = useAnswer('coinSignum', symbol);
  const { data } = result;
  return html`<${Cell} title="SIGNUM" result=${result} alert="coin_colour" coin=${symbol}>
    ${
      data &&
      html`<p class="mid"><${Glyph} kind=${SIGNUM[data.color]?.glyph} />${data.color} ${num(data.days_in_color)} d</p>
        <p class="sub">
          ADX ${num(data.adx, 1)} · 4 h ${data.h4_color}${data.flip_alert && html` · <span class="warn">flip alert</span>`}
        </p>`
    }
  <//>`;
}

function OtherCells({ symbol }) {
  const volatility = useAnswer('coinVolatility', symbol);
  const volume = useAnswer('coinVolume', symbol);
  const gamma = useAnswer('gamma', symbol);
  const vol = volatility.data;
  const scan = volume.data;
  const own = gamma.data?.coins[symbol];
  return html`<${Cell} title="Volatility" result=${volatility} alert="coin_volatility" coin=${symbol}>
      ${
        vol &&
        html`<p class="mid">${say(vol.regime)}</p>
          <p class="sub">30 d ${num(vol.rv_gk_30)} %, percentile ${num(vol.vol_pctile_30)}</p>`
      }
    <//>
    <${Cell} title="Volume" result=${volume} alert="coin_volume" coin=${symbol}>
      ${
        scan &&
        html`<p class="mid num">${num(scan.multiplier, 2)}× ${say(scan.band)}</p>
          <p class="sub">${usd(scan.volume_24h)} in 24 h, usual ${usd(scan.avg_volume_30d)}</p>`
      }
    <//>
    <${Cell} title="Gamma" result=${gamma} alert=${own && 'coin_gamma'} coin=${symbol}>
      ${
        own
          ? html`<p class="mid">${say(own.regime.state)}</p>
              <p class="sub">
                ${own.gamma_flip === null ? 'no flip' : `flip ${price(own.gamma_flip)}, ${pct(100 * (own.gamma_flip / own.mark - 1), 1, true)}`}
              </p>`
          : html`<p class="missing">no positions of this coin</p>`
      }
    <//>`;
}

function Top({ symbol }) {
  const heatmap = useAnswer('heatmap');
  const bars = useAnswer('candles', [symbol, '4h', 30]);
  const row = heatmap.data?.items.find((one) => one.symbol === symbol);
  const last = bars.data?.candles.at(-1)?.close;
  return html`<div class="coin-h">
    <${Star} symbol=${symbol} />
    <h1 class="name">${name24(symbol)}</h1>
    <span class="mid num">${price(last ?? row?.price)}<${Bell} of="coin_price" coin=${symbol} /></span>
    ${
      row &&
      html`<span>${pct(row.pct_1h, 2, true)} <span class="sub">1 h</span></span>
        <span>${pct(row.pct_24h, 2, true)} <span class="sub">24 h</span></span>
        <span>${pct(row.dist_from_200_pct, 1, true)} <span class="sub">from 200-day average</span></span>`
    }
    <span class="meta"
      >${bars.data && html`<${Kind} data=${bars.data} /><${Age} data=${bars.data} cadence=${bars.cadence} />`}</span>
    
  </div>`;
}

/** Days of the chart by their names in the address; 0: all available. */
const DAYS = { '7d': 7, '30d': 30, '90d': 90, '1y': 365, all: 0 };
/** Number of bars above which the chart refreshes hourly. */
const MANY = 1000;
/** Days of labels per answer. */
const MOST_LABELLED = 80;
/** Bars of SIGNUM's ADX, by length; it has no hourly ones. */
const ADX = { '4h': 'h4_history', '1d': 'history' };

/** Settings of the chart: name in the address, values, fallback. */
const RANGE = ['range', Object.keys(DAYS), '30d'];
const TIMEFRAME = ['tf', Object.keys(BAR_HOURS), '4h'];

/** Questions of the chart: its bars and its labels. */
function chartQuestions(symbol, range, bar) {
  const days = DAYS[range];
  const isMany = days === 0 || (24 * days) / BAR_HOURS[bar] > MANY;
  return [
    [isMany ? 'manyCandles' : 'candles', [symbol, bar, days]],
    ['history', [symbol, Math.min(days || MOST_LABELLED, MOST_LABELLED)]],
  ];
}

function Chart({ symbol }) {
  const [range, setRange] = useSetting(...RANGE);
  const [bar, setBar] = useSetting(...TIMEFRAME);
  const [ofBars, ofLabels] = chartQuestions(symbol, range, bar);
  const bars = useSteady(useAnswer(...ofBars));
  const history = useSteady(useAnswer(...ofLabels));
  const signum = useAnswer('coinSignum', symbol);
  const isEmpty = bars.state === 'ok' && bars.data.candles.length === 0;
  const choices = html`<${Choice} label="Length of a bar" of=${Object.keys(BAR_HOURS)} value=${bar} set=${setBar} />
    <${Choice} label="Time shown" of=${Object.keys(DAYS)} value=${range} set=${setRange} />`;
  const missing = [
    bar === '1h' && 'no ADX: SIGNUM has bars of 4 h and 1 d',
    history.state !== 'ok' && history.state !== 'loading' && `no ribbon: ${history.message ?? 'no answer'}`,
    signum.state !== 'ok' && signum.state !== 'loading' && `no ADX: ${signum.message ?? 'no answer'}`,
  ].filter(Boolean);
  // Bars that stay visible while others load keep their length.
  const shownBar = bars.data?.interval ?? bar;
  const isReady = bars.data && history.state !== 'loading' && signum.state !== 'loading';
  return html`<${Panel}
    id="chart"
    title="Price and regime"
    ask="price, label and ADX with direction"
    extra=${choices}
    result=${isEmpty ? { ...bars, state: 'empty' } : bars}
  >
    ${missing.map((text) => html`<p class="sub warn">${text}</p>`)}
    ${
      isReady
        ? html`<${Candles}
          bars=${bars.data.candles}
          rows=${history.data?.rows ?? NONE}
          adx=${signum.data?.[ADX[shownBar]] ?? NONE}
          timeframe=${shownBar}
          of=${bars.data}
        />`
        : html`<${State} result=${{ state: 'loading' }} what="the chart" />`
    }
  <//>`;
}

function Positions({ symbol }) {
  const ladder = useAnswer('ladder', symbol);
  const gamma = useAnswer('gamma', symbol);
  const own = gamma.data?.coins[symbol];
  const meta = gamma.data?.meta.regime_rules;
  return html`<${Panel}
      id="ladder"
      title="Ladder of forced exits"
      ask="who must sell or buy where"
      result=${ladder}
      foot=${ladder.data && html`<span>classifier ${ladder.data.meta.classifier_version}</span>`}
    >
      ${ladder.data && html`<${Ladder} data=${ladder.data} />`}
    <//>
    <${Panel}
      id="gamma"
      title="Gamma state"
      ask="do makers dampen or amplify"
      result=${gamma.state === 'ok' && own === undefined ? { ...gamma, state: 'empty' } : gamma}
      foot=${own && html`<span>rules v${own.regime.rules_version}</span>`}
    >
      ${own && html`<${Gamma} data=${own} rules=${meta} />`}
    <//>`;
}

function ConePanel({ symbol }) {
  const days = useAnswer('days', symbol);
  const volatility = useAnswer('coinVolatility', symbol);
  return html`<${Panel} id="cone" title="Volatility cone" ask="now against a year" result=${days}>
    ${days.data && html`<${Cone} days=${days.data} volatility=${volatility.data} />`}
  <//>`;
}

function FlowPanel({ symbol }) {
  const flow = useAnswer('flow', symbol);
  return html`<${Panel} id="flow" title="Taker flow" ask="one hour by minute" result=${flow}
    >${flow.data && html`<${Flow} data=${flow.data} />`}<//
  >`;
}

/** News of the coin, with the market's reaction. */
function CoinNews({ symbol }) {
  const result = useAnswer('coinNews', symbol);
  const { data } = result;
  return html`<${Panel} id="coin-news" title="News" ask="catalysts of three days, newest first, and what followed" result=${result}>
    ${
      data &&
      html`<p class="readout">
          <span>pressure <b>${num(data.news_pressure, 2)}</b> of 1</span>
          <span>tilt <b>${num(data.news_tilt, 2, true)}</b></span>
          <span>headlines <b>${num(data.headlines)}</b></span> <span>catalysts <b>${num(data.count)}</b></span>
          ${data.cashtag_only && html`<span class="warn">an ordinary word: only a cashtag names it</span>`}
        </p>
        ${data.items.length === 0 ? html`<p class="missing">Nothing was reported in three days that could move it.</p>` : html`<${Stories} data=${data} items=${data.items.slice(0, 6)} />`}`
    }
  <//>`;
}

const traderCharts = async () => (await import('./trader.mjs')).TraderCharts;
/** Answers needed before the view is shown at its full height. */
const NEEDED = ['coinNow', 'coinSignum', 'coinVolatility', 'coinVolume', 'gamma', 'ladder', 'days', 'flow', 'coinNews'];
const PATIENCE_MS = 2500;

/** The view at `#/coin/SYMBOL`. */
export function Coin({ symbol }) {
  const [isSettled, settle] = useState(false);
  // Questions of the settings at opening.
  const questions = useMemo(
    () => [
      ['cycle'],
      ['heatmap'],
      ...NEEDED.map((kind) => [kind, symbol]),
      ...chartQuestions(symbol, settingNow(...RANGE), settingNow(...TIMEFRAME)),
    ],
    [symbol],
  );
  const [row, colour] = [useAnswer('coinNow', symbol), useAnswer('coinSignum', symbol)];
  if (row.state === 'missing' && colour.state === 'missing') return html`<${Unknown} symbol=${symbol} result=${row} />`;
  return html`<main id="main" tabindex="-1">
    <div class="sheet">
      ${!isSettled && html`<${Settling} questions=${questions} patience=${PATIENCE_MS} done=${() => settle(true)} />`}
      <div class=${isSettled ? 'group' : 'group filling'}>
        <${Top} symbol=${symbol} />
        <${CoinSentence} symbol=${symbol} />
        <div class="strip">
          <${NowCells} symbol=${symbol} /><${SignumCell} symbol=${symbol} /><${OtherCells} symbol=${symbol} />
        </div>
        <${Chart} symbol=${symbol} />
        <${Positions} symbol=${symbol} />
        <${ConePanel} symbol=${symbol} />
        <${FlowPanel} symbol=${symbol} />
        <${CoinNews} symbol=${symbol} />
      </div>
      <${WhenSeen} load=${traderCharts} what="funding, open interest, long/short ratio, liquidation map, options, taker flow" symbol=${symbol} />
    </div>
  </main>`;
}
