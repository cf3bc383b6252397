/** SIGNUM colours of the universe, as a map of tiles that open a coin. */

import { useState } from '../vendor/preact-hooks.mjs';
import { useAnswer } from './ask.mjs';
import { cut, name24, num, pct, say } from './format.mjs';
import { AsTable, Glyph, html, Panel } from './parts.mjs';
import { SIGNUM } from './words.mjs';

const STRONG = 30;
/** Number of coins above which tiles are small, in a scrolling box. */
const ROOMY = 60;
const LISTED = 8;

const ORDERS = {
  volume: (a, b) => (b.quote_volume_24h ?? 0) - (a.quote_volume_24h ?? 0),
  colour: (a, b) => SIGNUM[a.color].rank - SIGNUM[b.color].rank || b.adx - a.adx,
  name: (a, b) => a.symbol.localeCompare(b.symbol),
};

const hrefOf = (symbol) => `#/coin/${encodeURIComponent(symbol)}`;

function Tile({ of, isRoomy }) {
  const { symbol, color, adx, days_in_color: days, flip_alert: isAlert, flip_alert_reason: reason, quality } = of;
  const faults = quality === undefined ? '' : ` · ${quality.map(say).join(', ')}`;
  const title = `${name24(symbol)} · ${color} ${days} d · ADX ${num(adx, 1)}${isAlert ? ` · ${cut(reason, 40)}` : ''}${faults}`;
  return html`<a
    class=${`tile q-${color}${adx >= STRONG ? ' strong' : ''}${isAlert ? ' alert' : ''}`}
    href=${hrefOf(symbol)}
    title=${title}
  >
    <span class="n"
      ><span class="name">${name24(symbol)}</span>${faults && html`<${Glyph} kind="alert" label=${`bars: ${faults.slice(3)}`} />`}<${Glyph}
        kind=${SIGNUM[color]?.glyph}
    /></span>
    <span class="vh">${color}${isAlert ? ', flip alert' : ''}, days and ADX:</span>
    <span class="d"><span>${num(days)} d</span><span>${num(adx)}</span></span>
    ${isRoomy && html`<span class="d e"><span>${pct(of.pct_change_24h, 1, true)}</span></span>`}
  </a>`;
}

const Chip = ({ of, text }) =>
  html`<li><a class="name" href=${hrefOf(of.symbol)}>${name24(of.symbol)}</a> <span class="sub">${text}</span></li>`;

/** `4x1h mixed (grey,grey,red,red)` → `1 h: grey grey red red`. */
const alertText = (reason) =>
  `1 h: ${cut(reason, 40)
    .replace(/^4x1h |mixed |[()]/g, '')
    .replaceAll(',', ' ')}`;

function Lists({ items }) {
  const fresh = items.filter((x) => x.recent_flip).sort((a, b) => a.days_in_color - b.days_in_color);
  const warned = items.filter((x) => x.flip_alert && x.color !== 'grey').sort(ORDERS.volume);
  const list = (chips) =>
    chips.length === 0
      ? html`<p class="sub">None.</p>`
      : html`<ul class="chips">
          ${chips}
        </ul>`;
  return html`<div class="two">
    <div>
      <h3>Flipped in the last 3 days</h3>
      ${list(fresh.slice(0, LISTED).map((x) => html`<${Chip} key=${x.symbol} of=${x} text=${`${x.color} ${x.days_in_color} d`} />`))}
    </div>
    <div>
      <h3>Largest with a flip alert</h3>
      ${list(warned.slice(0, LISTED).map((x) => html`<${Chip} key=${x.symbol} of=${x} text=${alertText(x.flip_alert_reason)} />`))}
    </div>
  </div>`;
}

function Map({ data }) {
  const [order, setOrder] = useState('volume');
  const items = data.items.filter(({ pegged }) => !pegged);
  const isRoomy = items.length <= ROOMY;
  const count = (color) => items.filter((x) => x.color === color).length;
  const alerts = items.filter((x) => x.flip_alert).length;
  const left = data.items.length - items.length;
  return html`<div class="counts">
      ${Object.entries(SIGNUM).map(([color, { glyph }]) => html`<span><${Glyph} kind=${glyph} /><b class="num">${num(count(color))}</b> ${color}</span>`)}
      <span class="sub">${num(alerts)} with a flip alert · ${num(left)} pegged left out</span>
      <span class="seg push" role="group" aria-label="Order">
        ${Object.keys(ORDERS).map((one) => html`<button type="button" aria-pressed=${one === order ? 'true' : 'false'} onClick=${() => setOrder(one)}>${one}</button>`)}
      </span>
    </div>
    <div class=${`tiles${isRoomy ? '' : ' many'}`} role="region" aria-label="Coins" tabindex=${isRoomy ? undefined : 0}>
      ${items.toSorted(ORDERS[order]).map((x) => html`<${Tile} key=${`${x.symbol} ${x.source}`} of=${x} isRoomy=${isRoomy} />`)}
    </div>
    <p class="legend">
      <span>Days in colour and ADX(14)${isRoomy ? '; below, 24 h' : ''}</span><span>Darker: ADX ${STRONG} or more</span>
      <span>Corner: the last four 1-hour bars disagree</span>
    </p>
    <${Lists} items=${items} />
    <${AsTable}
      of="SIGNUM colours"
      head=${['coin', 'colour', 'days', 'ADX', '24 h', '4 h colour']}
      rows=${() => items.toSorted(ORDERS[order]).map((x) => [name24(x.symbol), x.color, num(x.days_in_color), num(x.adx, 1), pct(x.pct_change_24h, 1, true), x.h4_color])}
    />`;
}

/** The map of the universe. */
export function Signum() {
  const result = useAnswer('signum');
  const isEmpty = result.state === 'ok' && result.data.items.length === 0;
  return html`<${Panel}
    id="signum"
    title="SIGNUM"
    ask="trend of every coin; opens a coin"
    result=${isEmpty ? { ...result, state: 'empty' } : result}
  >
    ${result.data && html`<${Map} data=${result.data} />`}
  <//>`;
}
