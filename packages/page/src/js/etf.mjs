/** Spot ETFs: daily net flows of three coins; unreported days are marked as such. */

import { useAnswer } from './ask.mjs';
import { cut, day, num, usd } from './format.mjs';
import { AsTable, Block, html, Panel, together, SimulatedMark, useWidth } from './parts.mjs';

const ASSETS = ['btc', 'eth', 'sol'];
const DAY = 86_400_000;
/** Days back from the newest row. */
const SPAN = 41;
const FIGURE = { height: 112, top: 20, bottom: 18, right: 62 };

/** The last six weeks, one slot per weekday; a slot is empty when the day is unknown. */
function slotsOf(flows) {
  const last = flows.at(-1).timestamp;
  const known = new Map(flows.map((row) => [row.timestamp, row]));
  const slots = [];
  for (let t = last - SPAN * DAY; t <= last; t += DAY) {
    const row = known.get(t);
    if (row !== undefined || new Date(t).getUTCDay() % 6 !== 0) slots.push({ t, row });
  }
  return slots;
}

const isReported = ({ row }) => row !== undefined && row.net_flow_usd !== null;
const worth = ({ row }) => row.net_flow_usd;
const tell = ({ t, row }) =>
  `${day(t)}: ${row === undefined ? 'no row' : row.net_flow_usd === null ? 'unreported' : usd(row.net_flow_usd, true)}`;

function Bars({ asset, slots, data, width }) {
  const { height, top, bottom, right } = FIGURE;
  const nets = slots.filter(isReported).map(worth);
  const [low, high] = [Math.min(0, ...nets), Math.max(0, ...nets)];
  const wide = (width - right) / slots.length;
  const y = (v) => top + ((height - top - bottom) * (high - v)) / (high - low || 1);
  const unreported = slots.filter(({ row }) => row !== undefined).length - nets.length;
  const label = `Daily net flow of ${asset.toUpperCase()} ETFs, ${day(slots[0].t)} to ${day(slots.at(-1).t)}: from ${usd(low)} to ${usd(high)}, ${num(unreported)} days unreported`;
  const id = `unreported-${asset}`;
  return html`<svg class="fig" height=${height} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${label}>
    <defs>
      <pattern id=${id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <rect width="1.2" height="6" fill="var(--rule-2)" />
      </pattern>
    </defs>
    ${slots.map((slot, i) => {
      if (slot.row === undefined) return null;
      const net = worth(slot);
      const at = net === null ? top : y(Math.max(0, net));
      const tall = net === null ? height - top - bottom : Math.max(1, Math.abs(y(net) - y(0)));
      const fill = net === null ? `url(#${id})` : `var(--${net < 0 ? 'down' : 'up'})`;
      return html`<rect x=${i * wide + 0.5} width=${Math.max(1, wide - 1)} y=${at} height=${tall} fill=${fill}
        ><title>${tell(slot)}</title></rect
      >`;
    })}
    <line x1="0" x2=${width - right} y1=${y(0)} y2=${y(0)} stroke="var(--rule-2)" />
    ${high > 0 && html`<text x=${width - right + 8} y=${y(high) + 9}>${usd(high, true)}</text>`}
    ${low < 0 && html`<text x=${width - right + 8} y=${y(low)}>${usd(low)}</text>`}
    <text x="0" y=${height - 3}>${day(slots[0].t)}</text>
    <text x=${width - right} y=${height - 3} text-anchor="end">${day(slots.at(-1).t)}</text>
    <${SimulatedMark} data=${data} x=${0} y=${0} />
  </svg>`;
}

function Flows({ asset, data }) {
  const [ref, width] = useWidth();
  const { flows } = data;
  if (flows.length === 0) return html`<p class="missing">Nothing is known of any day.</p>`;
  const slots = slotsOf(flows);
  const newest = flows.at(-1);
  const funds = Object.keys(newest.funds);
  const open = funds.filter((fund) => newest.funds[fund] === null).length;
  const sum = slots.filter(isReported).reduce((all, slot) => all + worth(slot), 0);
  return html`<p class="readout">
      <span>six weeks <b>${usd(sum, true)}</b></span>
      <span>${day(newest.timestamp)} ${newest.net_flow_usd === null ? html`<b class="warn">unreported</b>` : html`<b>${usd(newest.net_flow_usd, true)}</b>`}</span>
      ${newest.net_flow_usd !== null && open > 0 && html`<span class="warn">${num(open)} of ${num(funds.length)} funds not yet</span>`}
    </p>
    <div ref=${ref}>${width > 0 && html`<${Bars} asset=${asset} slots=${slots} data=${data} width=${width} />`}</div>
    <${AsTable}
      of=${`Daily net flow of ${asset.toUpperCase()} ETFs`}
      head=${['day', 'net', 'source', 'revision', ...funds.map((fund) => cut(fund, 12))]}
      rows=${() =>
        slots
          .toReversed()
          .flatMap(({ row }) => row ?? [])
          .map((row) => [
            row.date,
            row.net_flow_usd === null ? 'unreported' : usd(row.net_flow_usd, true),
            cut(row.source, 24),
            num(row.revision),
            ...funds.map((fund) => (row.funds[fund] == null ? 'unreported' : usd(row.funds[fund], true))),
          ])}
    />`;
}

function Asset({ asset }) {
  const result = useAnswer('etf', asset);
  return html`<${Block} title=${asset.toUpperCase()} result=${result}>
    ${(data) => html`<${Flows} asset=${asset} data=${data} />`}
  <//>`;
}

/** Daily net flows by coin. */
export function EtfFlows() {
  const result = together(ASSETS.map((asset) => useAnswer('etf', asset)));
  return html`<${Panel} id="etf" title="ETF flows" ask="daily net, six weeks of trading days" result=${result}>
    ${ASSETS.map((asset) => html`<${Asset} key=${asset} asset=${asset} />`)}
    <p class="legend">
      <span><span class="key c-up"></span>into the funds</span><span><span class="key c-down"></span>out of them</span>
      <span>hatched: unreported</span>
    </p>
    <p class="sub after">GET /market-intelligence/etf/{asset}/flows</p>
  <//>`;
}
