/** One coin: six readings, candles with the regime, ladder, gamma, cone, flow. */

import { useAnswer } from './ask.mjs';
import { Candles } from './candles.mjs';
import { Cone, Flow, Gamma, Ladder } from './figures.mjs';
import { name24, num, pct, price, prob, say, usd } from './format.mjs';
import { Stories } from './news.mjs';
import { Age, Bar, Code, Faults, Glyph, html, Kind, Panel, Short, State } from './parts.mjs';
import { SIGNUM, stateOf } from './words.mjs';

const NONE = [];

/** One reading of the strip. */
function Cell({ title, result, children }) {
  const isOk = result.state === 'ok';
  return html`<div class="rc">
    <p class="lab">
      <b>${title}</b>
      ${isOk && html`<${Faults} of=${result.data.quality} /><${Kind} data=${result.data} /><${Age} data=${result.data} cadence=${result.cadence} />`}
    </p>
    ${isOk ? children : html`<${Short} result=${result} />`}
  </div>`;
}

function NowCells({ symbol }) {
  const result = useAnswer('coinNow', symbol);
  const { data } = result;
  const state = data?.regime && stateOf(data.regime.label);
  return html`<${Cell} title="Next hours" result=${result}>
      ${
        state &&
        html`<p class="mid"><${Code} of=${state} />${state.name}</p>
          <p class="sub">${prob(data.regime.confidence)} sure · ${num(data.regime.candles_in_regime)} h</p>`
      }
    <//>
    <${Cell} title="In 24 hours" result=${result}>
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
  return html`<${Cell} title="SIGNUM" result=${result}>
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
  return html`<${Cell} title="Volatility" result=${volatility}>
      ${
        vol &&
        html`<p class="mid">${say(vol.regime)}</p>
          <p class="sub">30 d ${num(vol.rv_gk_30)} %, percentile ${num(vol.vol_pctile_30)}</p>`
      }
    <//>
    <${Cell} title="Volume" result=${volume}>
      ${
        scan &&
        html`<p class="mid num">${num(scan.multiplier, 2)}× ${say(scan.band)}</p>
          <p class="sub">${usd(scan.volume_24h)} in 24 h, usual ${usd(scan.avg_volume_30d)}</p>`
      }
    <//>
    <${Cell} title="Gamma" result=${gamma}>
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
  const bars = useAnswer('bars4', symbol);
  const row = heatmap.data?.items.find((one) => one.symbol === symbol);
  const last = bars.data?.candles.at(-1)?.close;
  return html`<div class="coin-h">
    <h1 class="name">${name24(symbol)}</h1>
    <span class="mid num">${price(last ?? row?.price)}</span>
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

function Chart({ symbol }) {
  const bars = useAnswer('bars4', symbol);
  const history = useAnswer('history', symbol);
  const signum = useAnswer('coinSignum', symbol);
  const isEmpty = bars.state === 'ok' && bars.data.candles.length === 0;
  const missing = [
    history.state !== 'ok' && history.state !== 'loading' && `no ribbon: ${history.message ?? 'no answer'}`,
    signum.state !== 'ok' && signum.state !== 'loading' && `no ADX: ${signum.message ?? 'no answer'}`,
  ].filter(Boolean);
  const isReady = bars.data && history.state !== 'loading' && signum.state !== 'loading';
  return html`<${Panel}
    id="chart"
    title="Price and regime"
    ask="4-hour bars; ADX and direction below"
    result=${isEmpty ? { ...bars, state: 'empty' } : bars}
  >
    ${missing.map((text) => html`<p class="sub warn">${text}</p>`)}
    ${
      isReady
        ? html`<${Candles}
          bars=${bars.data.candles}
          rows=${history.data?.rows ?? NONE}
          adx=${signum.data?.h4_history ?? NONE}
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

/** What was reported of the coin, and what followed. */
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

/** The view at `#/coin/SYMBOL`. */
export function Coin({ symbol }) {
  return html`<main id="main" tabindex="-1">
    <div class="sheet">
      <${Top} symbol=${symbol} />
      <div class="strip">
        <${NowCells} symbol=${symbol} /><${SignumCell} symbol=${symbol} /><${OtherCells} symbol=${symbol} />
      </div>
      <${Chart} symbol=${symbol} />
      <${Positions} symbol=${symbol} />
      <${ConePanel} symbol=${symbol} />
      <${FlowPanel} symbol=${symbol} />
      <${CoinNews} symbol=${symbol} />
    </div>
  </main>`;
}
