/** The view at `#/board`: a small chart of every coin's regimes over seven days, below its price. */

import { useMemo, useState } from '../vendor/preact-hooks.mjs';
import { useSetting } from './address.mjs';
import { QUESTIONS, useAnswer } from './ask.mjs';
import { Choice } from './controls.mjs';
import { name24, pct, price, prob, usd } from './format.mjs';
import { AsTable, Code, html, Panel, Short, useWidth } from './parts.mjs';
import { coin } from './paths.mjs';
import { runsOf } from './plots.mjs';
import { useSeen } from './seen.mjs';
import { HOUR_MS, sharesOf } from './series.mjs';
import { now } from './time.mjs';
import { NOWCAST, stateOf } from './words.mjs';

const DAYS = 7;
const HOURS = 24 * DAYS;
const BARS_A_DAY = 6;
/** Coins shown before the reader asks for more. */
const FIRST = 60;
/** Coins per request of bars. */
const BATCH = 25;
const BATCHES = 10;
const FIGURE = { height: 74, ribbon: 14, gap: 6 };

Object.assign(QUESTIONS, {
  coinHours: [
    (symbol) =>
      `quant/history?scope=${coin(symbol)}&start=${Math.floor(now() / HOUR_MS - HOURS) * HOUR_MS}&horizon=4h&limit=${HOURS + 1}`,
    2 * HOUR_MS,
  ],
  batch: [
    (...symbols) => `perpdex/candles/batch?coins=${coin(symbols.join(','))}&interval=4h&limit=${DAYS * BARS_A_DAY}`,
    HOUR_MS,
  ],
});

function pathOf(bars, from, width, height) {
  const closes = bars.map(({ close }) => close);
  const [low, high] = [Math.min(...closes), Math.max(...closes)];
  const x = (ms) => Math.min(width, (width * (ms - from)) / (HOURS * HOUR_MS));
  const y = (close) => 2 + (height - 4) * (1 - (close - low) / (high - low || 1));
  return bars
    .map(
      ({ timestamp, close }, i) =>
        `${i === 0 ? 'M' : 'L'}${x(timestamp + 4 * HOUR_MS).toFixed(1)} ${y(close).toFixed(1)}`,
    )
    .join('');
}

function Small({ rows, bars, width, text }) {
  const { height, ribbon, gap } = FIGURE;
  const end = rows.at(-1).timestamp + HOUR_MS;
  const from = end - HOURS * HOUR_MS;
  const x = (ms) => (width * Math.max(0, ms - from)) / (HOURS * HOUR_MS);
  const top = height - ribbon;
  return html`<svg class="fig" height=${height} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${text}>
    ${
      bars.length > 1 &&
      html`<path d=${pathOf(
        bars.filter(({ timestamp }) => timestamp >= from),
        from,
        width,
        top - gap,
      )} fill="none" stroke="var(--ink)" stroke-width="1.5" />`
    }
    <rect x="0" y=${top} width=${width} height=${ribbon} fill="url(#board-hatch)" />
    ${runsOf(rows).map(({ first, last }) => {
      const state = NOWCAST[rows[first].regime_id];
      const left = x(rows[first].timestamp);
      const wide = Math.max(1, x(rows[last].timestamp + HOUR_MS) - left);
      return html`<g
        ><rect x=${left} y=${top} width=${wide} height=${ribbon} fill=${`var(--${state.tone})`} />${wide > 22 && html`<text class="rib" x=${left + 4} y=${height - 3} style=${{ fill: `var(--on-${state.tone})` }}>${state.code}</text>`}</g
      >`;
    })}
  </svg>`;
}

/** Summary of a coin's week: shares of its labels, largest first. */
export function weekOf(rows) {
  const shares = [...sharesOf(rows.map((row) => row.regime_id))].sort(([, a], [, b]) => b - a);
  return shares.map(([id, share]) => `${NOWCAST[id].name} ${pct(100 * share)}`).join(', ');
}

function Tile({ row, bars }) {
  const [ref, isSeen] = useSeen();
  const [box, width] = useWidth();
  const history = useAnswer('coinHours', row.symbol, isSeen);
  const rows = useMemo(() => history.data?.rows.filter((row) => row.regime_id !== null) ?? [], [history.data]);
  const state = row.regime == null ? undefined : stateOf(row.regime);
  const first = bars[0]?.close;
  const last = bars.at(-1)?.close;
  return html`<li ref=${ref}>
    <a href=${`#/coin/${coin(row.symbol)}`}>
      <span class="t"
        ><b class="name">${name24(row.symbol)}</b>${state && html`<${Code} of=${state} />`}<span class="st-name"
          >${state ? state.name : 'no label yet'}</span
        ><span class="push num">${state ? prob(row.confidence) : ''}</span></span
      >
      <span class="d num"><span>${price(last)}</span><span>${pct(100 * (last / first - 1), 1, true)}</span></span>
    </a>
    <div ref=${box} class="small">
      ${
        history.state !== 'ok'
          ? isSeen && html`<${Short} result=${history} />`
          : rows.length === 0
            ? html`<p class="missing">no label in seven days</p>`
            : width > 0 &&
              html`<${Small} rows=${rows} bars=${bars} width=${width} text=${`${name24(row.symbol)}, seven days: ${weekOf(rows)}`} />`
      }
    </div>
  </li>`;
}

const RANK = new Map([0, 2, 5, 3, 4, 1].map((id, i) => [NOWCAST[id].id, i]));
const ORDERS = {
  size: { text: 'open interest', by: undefined },
  state: { text: 'state', by: (a, b) => (RANK.get(a.regime) ?? 9) - (RANK.get(b.regime) ?? 9) },
  name: { text: 'name', by: (a, b) => a.symbol.localeCompare(b.symbol) },
};

/** Bars by coin, 25 coins per request. */
function useBars(symbols) {
  const results = [];
  for (let i = 0; i < BATCHES; i++) {
    const some = symbols.slice(i * BATCH, (i + 1) * BATCH);
    results.push(useAnswer('batch', some, some.length > 0));
  }
  return Object.assign({}, ...results.map(({ data }) => data?.series));
}

/** The view at `#/board`. */
export function Board() {
  const coins = useAnswer('coinRows');
  const [order, setOrder] = useSetting('order', Object.keys(ORDERS), 'size');
  const items = coins.data?.items ?? [];
  const [isAll, showAll] = useState(false);
  const bars = useBars(items.map(({ symbol }) => symbol));
  const { by } = ORDERS[order];
  const sorted = by === undefined ? items : items.toSorted(by);
  const shown = isAll ? sorted : sorted.slice(0, FIRST);
  const names = Object.fromEntries(Object.entries(ORDERS).map(([id, { text }]) => [id, text]));
  const orders = html`<${Choice} label="Order of the coins" of=${Object.keys(ORDERS)} names=${names} value=${order} set=${setOrder} />`;
  return html`<main id="main" tabindex="-1">
    <h1 class="vh">Board of all coins</h1>
    <div class="sheet">
      <${Panel}
        id="board"
        title="Board"
        ask="published label of the next hours and price, seven days, every coin"
        result=${coins.state === 'ok' && items.length === 0 ? { ...coins, state: 'empty' } : coins}
        extra=${orders}
        foot=${html`<span>GET /quant/history, /perpdex/candles/batch</span>`}
      >
        <svg class="vh" aria-hidden="true"
          ><defs
            ><pattern id="board-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"
              ><rect width="1.2" height="6" fill="var(--rule-2)" /></pattern></defs
        ></svg>
        <ul class="board">
          ${shown.map((row) => html`<${Tile} key=${row.symbol} row=${row} bars=${bars[row.symbol] ?? []} />`)}
        </ul>
        ${shown.length < sorted.length && html`<p class="after"><button class="btn" type="button" onClick=${() => showAll(true)}>All ${sorted.length} coins</button></p>`}
        <p class="legend">
          ${NOWCAST.map((state) => html`<span><${Code} of=${state} /> ${state.name}</span>`)}<span>hatched: no label</span>
        </p>
        <${AsTable}
          of="Coins with their label"
          head=${['coin', 'label', 'sure', 'likeliest next', 'open interest', '7 d']}
          rows=${() =>
            sorted.map(({ symbol, regime, confidence, most_likely_transition: next, oi_usd: interest }) => [
              name24(symbol),
              regime == null ? 'none yet' : stateOf(regime).name,
              prob(confidence),
              next == null ? '' : `${stateOf(next.label).code} ${prob(next.p)}`,
              usd(interest),
              pct(100 * (bars[symbol]?.at(-1)?.close / bars[symbol]?.[0]?.close - 1), 1, true),
            ])}
        />
      <//>
    </div>
  </main>`;
}
