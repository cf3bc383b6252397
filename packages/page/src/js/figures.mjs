/** Figures of a coin as SVG: ladder of forced exits, volatility cone, taker flow; and the gamma state as a receipt. */

import { useMemo } from '../vendor/preact-hooks.mjs';
import { DASH, hourMinute, moment, num, pct, price, say, stamp, usd } from './format.mjs';
import { AsTable, html, SimulatedMark, useWidth } from './parts.mjs';

const sum = (rows, pick) => rows.reduce((total, row) => total + (pick(row) ?? 0), 0);

/** Half width of the price range, percent of the mark. */
const LADDER_SPAN = 20;
const LADDER = { height: 446, left: 58, right: 70, top: 22, bottom: 22 };

function LadderFigure({ data, bins, width }) {
  const { height, left, right, top, bottom } = LADDER;
  const { mark, flip } = data;
  const share = LADDER_SPAN / 100;
  const most = Math.max(1, ...bins.map((bin) => Math.max(bin.long_usd, bin.short_usd)));
  const y = (p) => top + (height - top - bottom) * (1 - (p / mark - (1 - share)) / (2 * share));
  const x = (dollars) => left + ((width - left - right) * dollars) / most;
  const ticks = [-16, -8, 8, 16].map((percent) => mark * (1 + percent / 100));
  const isFlipShown = flip !== null && Math.abs(flip / mark - 1) < share;
  const line = (p, dash) =>
    html`<line
      x1=${left}
      x2=${width - right + 4}
      y1=${y(p)}
      y2=${y(p)}
      stroke="var(--ink)"
      stroke-width="1.5"
      stroke-dasharray=${dash}
    />`;
  return html`<svg
    class="fig"
    height=${height}
    viewBox=${`0 0 ${width} ${height}`}
    role="img"
    aria-label=${`Ladder of forced exits: mark ${price(mark)}, flip ${flip === null ? 'none' : price(flip)}`}
  >
    ${ticks.map((p) => html`<g><line x1=${left} x2=${width - right} y1=${y(p)} y2=${y(p)} stroke="var(--grid)" /><text x=${left - 8} y=${y(p) + 4} text-anchor="end">${price(p)}</text></g>`)}
    ${bins.map((bin) => {
      const isLong = bin.long_usd >= bin.short_usd;
      const dollars = Math.max(bin.long_usd, bin.short_usd);
      const tall = Math.max(1.5, y(bin.price_lo) - y(bin.price_hi) - 1);
      return html`<rect
        x=${left}
        width=${Math.max(1, x(dollars) - left)}
        y=${y(bin.price_hi) + 0.5}
        height=${tall}
        fill=${`var(--${isLong ? 'up' : 'down'})`}
        ><title>
          ${price(bin.price_lo)} to ${price(bin.price_hi)}: ${usd(dollars)} ${isLong ? 'long' : 'short'}
        </title></rect
      >`;
    })}
    <line x1=${left} x2=${left} y1=${top} y2=${height - bottom} stroke="var(--rule-2)" />
    ${line(mark)}
    <text class="i b" x=${left - 8} y=${y(mark) + 4} text-anchor="end">${price(mark)}</text>
    <text class="i b" x=${width - right + 8} y=${y(mark) + 4}>mark</text>
    ${isFlipShown && html`<g>${line(flip, '4 3')}<text class="i b" x=${width - right + 8} y=${y(flip) + 4}>flip</text><text class="i" x=${width - right + 8} y=${y(flip) + 19}>${price(flip)}</text></g>`}
    <text x=${left} y=${height - 4}>0</text>
    <text x=${width - right} y=${height - 4} text-anchor="end">${usd(most)} in a bin</text>
    <${SimulatedMark} data=${data} x=${left} y=${0} />
  </svg>`;
}

/** Prices at which accounts are forced out. */
export function Ladder({ data }) {
  const [ref, width] = useWidth();
  const { mark, flip, bins, meta } = data;
  const near = bins.filter((bin) => Math.abs((bin.price_lo + bin.price_hi) / 2 / mark - 1) * 100 < LADDER_SPAN);
  const beyond =
    sum(bins, (bin) => bin.total_usd) -
    sum(near, (bin) => bin.total_usd) +
    (meta.outside_usd?.below ?? 0) +
    (meta.outside_usd?.above ?? 0);
  const isFlipFar = flip !== null && Math.abs(flip / mark - 1) * 100 >= LADDER_SPAN;
  return html`<p class="readout">
      <span><b>${usd(sum(bins, (bin) => bin.long_usd))}</b> of longs below</span>
      <span><b>${usd(sum(bins, (bin) => bin.short_usd))}</b> of shorts above</span>
    </p>
    <div ref=${ref}>${width > 0 && html`<${LadderFigure} data=${data} bins=${near} width=${width} />`}</div>
    <p class="legend">
      <span><span class="key c-down"></span>shorts forced out</span>
      <span><span class="key c-up"></span>longs forced out</span>
      <span>${usd(beyond)} beyond ±${LADDER_SPAN} %</span>
      ${isFlipFar && html`<span>flip at ${price(flip)}, ${pct(100 * (flip / mark - 1), 1, true)}, not drawn</span>`}${flip === null && html`<span>no flip</span>`}
    </p>
    <${AsTable}
      of="Ladder of forced exits"
      head=${['from', 'to', 'longs', 'shorts']}
      rows=${() => bins.toReversed().map((bin) => [price(bin.price_lo), price(bin.price_hi), usd(bin.long_usd), usd(bin.short_usd)])}
    />`;
}

/** Terms of the gamma score: names, and the inputs they come from. */
const GAMMA_TERMS = {
  skew: ['market-maker skew', ['mm_skew_pctile', 'mm_skew']],
  density: ['liquidation density near mark', ['near_density_pctile', 'near_density']],
  flip: ['distance to flip', ['dist_to_flip_pct']],
  funding: ['funding', ['funding_rate_pctile', 'funding_pinned']],
  open_interest: ['open interest', ['oi_change_pct']],
};

function reading(inputs, keys) {
  const [key, value] = keys.map((one) => [one, inputs[one]]).find(([, one]) => one != null) ?? [];
  if (key === undefined) return 'no reading: adds nothing';
  if (value === true) return 'pinned at baseline: not counted';
  if (key.endsWith('_pctile')) return `percentile ${num(value)} of 30 days`;
  if (key.endsWith('_pct')) return pct(value, 2, true);
  return `${num(value, 2, true)}, no percentile yet`;
}

/** The gamma state, as a sum that adds up. */
export function Gamma({ data, rules }) {
  const { regime, coverage } = data;
  const terms = Object.entries(regime.terms ?? {});
  const total = rules.base + terms.reduce((all, [, points]) => all + points, 0);
  const clipped = Math.abs(total - regime.score) > 0.005;
  return html`<div class="total">
      <span class="big">${say(regime.state)}</span><span class="mid num">${num(regime.score, 2)}</span>
      <span class="sub">${pct(100 * regime.confidence)} confidence, since ${stamp(moment(regime.since))}</span>
    </div>
    <table class="receipt">
      <thead class="vh">
        <tr>
          <th scope="col">term</th>
          <th scope="col">reading</th>
          <th scope="col">points</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>base</td>
          <td></td>
          <td class="r">${num(rules.base, 2)}</td>
        </tr>
        ${terms.map(([key, points]) => {
          const [name, keys] = GAMMA_TERMS[key] ?? [say(key), []];
          return html`<tr key=${key} class=${points === 0 ? 'zero' : ''}>
            <td>${name}</td>
            <td class="sub">${reading(regime.inputs, keys)}</td>
            <td class="r">${points === 0 ? num(0, 2) : num(points, 2, true)}</td>
          </tr>`;
        })}
        <tr class="sum">
          <td>score</td>
          <td class="sub">
            ${clipped ? `${num(total, 2)}, kept within 0 and 1; ` : ''}amplify from 0.60, dampen to 0.30
          </td>
          <td class="r">${num(regime.score, 2)}</td>
        </tr>
      </tbody>
    </table>
    <dl class="kv">
      <dt>Market makers' net</dt>
      <dd>${usd(data.mm_net_delta, true)}</dd>
      <dt>Flip</dt>
      <dd>
        ${data.gamma_flip === null ? 'none' : `${price(data.gamma_flip)}, ${pct(100 * (data.gamma_flip / data.mark - 1), 1, true)}`}
      </dd>
      <dt>Accounts, bands, history</dt>
      <dd>${num(coverage.mm_n_accounts)}, ${num(coverage.bands)}, ${num(coverage.history_days, 1)} d</dd>
      <dt>Coverage</dt>
      <dd>${say(regime.coverage)}</dd>
    </dl>`;
}

const WINDOWS = [7, 14, 30, 60, 90];
const YEAR = 365;
const CONE = { height: 226, left: 46, right: 70, top: 24, bottom: 24 };

/** Realised volatility of closes, percent per year, for every window within a year. */
export function coneOf(closes) {
  const returns = closes.slice(1).map((close, i) => Math.log(close / closes[i]));
  const deviation = (part) => {
    const mean = part.reduce((all, r) => all + r, 0) / part.length;
    return Math.sqrt(part.reduce((all, r) => all + (r - mean) ** 2, 0) / (part.length - 1));
  };
  return WINDOWS.filter((n) => returns.length > n).map((n) => {
    const all = [];
    for (let end = Math.max(n, returns.length - YEAR); end <= returns.length; end++)
      all.push(100 * deviation(returns.slice(end - n, end)) * Math.sqrt(YEAR));
    const sorted = all.toSorted((a, b) => a - b);
    const at = (share) => sorted[Math.round(share * (sorted.length - 1))];
    const last = all.at(-1);
    return {
      n,
      lo: at(0.05),
      q1: at(0.25),
      median: at(0.5),
      q3: at(0.75),
      hi: at(0.95),
      last,
      rank: (100 * sorted.filter((v) => v <= last).length) / sorted.length,
      windows: all.length,
    };
  });
}

function ConeFigure({ cone, data, width }) {
  const { height, left, right, top, bottom } = CONE;
  const most = Math.max(...cone.map((c) => Math.max(c.hi, c.last))) * 1.05;
  const x = (i) => left + 14 + ((width - left - right - 14) * i) / Math.max(1, cone.length - 1);
  const y = (v) => top + (height - top - bottom) * (1 - v / most);
  const points = (key) => cone.map((c, i) => `${x(i).toFixed(1)} ${y(c[key]).toFixed(1)}`);
  const path = (key) => `M${points(key).join('L')}`;
  const band = (low, high) => `M${[...points(low), ...points(high).reverse()].join('L')}Z`;
  const step = [5, 10, 20, 25, 50, 100].find((one) => most / one <= 4) ?? 200;
  const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
  const end = cone.at(-1);
  const labels = [
    ['95th', end.hi],
    ['75th', end.q3],
    ['median', end.median],
    ['25th', end.q1],
    ['5th', end.lo],
  ].map(([text, v]) => ({ text, y: y(v) }));
  for (let i = 1; i < labels.length; i++) labels[i].y = Math.max(labels[i].y, labels[i - 1].y + 13);
  const name = cone.map((c) => `${c.n} days ${num(c.last)} percent, percentile ${num(c.rank)}`).join('; ');
  return html`<svg
    class="fig"
    height=${height}
    viewBox=${`0 0 ${width} ${height}`}
    role="img"
    aria-label=${`Volatility cone: ${name}`}
  >
    ${ticks.map((v) => html`<g><line x1=${left} x2=${width - right} y1=${y(v)} y2=${y(v)} stroke="var(--grid)" /><text x=${left - 8} y=${y(v) + 4} text-anchor="end">${num(v)} %</text></g>`)}
    <path d=${band('lo', 'hi')} fill="var(--flat-1)" />
    <path d=${band('q1', 'q3')} fill="var(--range)" opacity=".75" />
    <path d=${path('median')} fill="none" stroke="var(--muted)" stroke-dasharray="3 3" />
    <path d=${path('last')} fill="none" stroke="var(--ink)" stroke-width="1.5" />
    ${cone.map((c, i) => html`<g><circle cx=${x(i)} cy=${y(c.last)} r="3.5" fill="var(--ink)" /><text x=${x(i)} y=${height - 4} text-anchor="middle">${c.n} d</text></g>`)}
    ${labels.map((one) => html`<text x=${width - right + 12} y=${one.y + 4}>${one.text}</text>`)}
    <${SimulatedMark} data=${data} x=${left} y=${0} />
  </svg>`;
}

/** Volatility of the coin now, against a year of windows. */
export function Cone({ days, volatility }) {
  const [ref, width] = useWidth();
  const cone = useMemo(() => coneOf(days.candles.map(({ close }) => close)), [days]);
  const vol = volatility;
  if (cone.length < 2) return html`<p class="missing">Too few days for a cone: ${num(days.candles.length)}.</p>`;
  return html`${
    vol &&
    html`<p class="readout">
        <span>30-day <b>${num(vol.rv_gk_30, 1)} %</b>, percentile ${num(vol.vol_pctile_30)}</span>
        <span>7-day <b>${num(vol.rv_gk_7, 1)} %</b></span> <span>${say(vol.regime)}, ${num(vol.days_in_regime)} d</span>
        <span>size for 60 %: <b>${num(vol.vol_target_multiplier, 2)}×</b></span>
      </p>`
  }
    <div ref=${ref}>${width > 0 && html`<${ConeFigure} cone=${cone} data=${days} width=${width} />`}</div>
    <p class="legend">
      <span>dots: now, close to close</span><span>bands: ${num(cone[0].windows)} windows of the last year</span>
    </p>
    <${AsTable}
      of="Volatility cone"
      head=${['window', 'now', 'percentile', '5th', '25th', 'median', '75th', '95th']}
      rows=${() => cone.map((c) => [`${c.n} d`, pct(c.last, 1), num(c.rank), ...[c.lo, c.q1, c.median, c.q3, c.hi].map((v) => pct(v, 1))])}
    />`;
}

const FLOW = { height: 284, left: 58, right: 8, middle: 104, half: 70, net: 200, netTall: 54 };

/** Runs of minutes without complete coverage. */
function unwatched(rows) {
  const gaps = [];
  for (const [i, { partial }] of rows.entries()) {
    if (!partial) continue;
    if (gaps.at(-1)?.to === i) gaps.at(-1).to = i + 1;
    else gaps.push({ from: i, to: i + 1 });
  }
  return gaps;
}

function netPath(rows, x, y) {
  let isDrawing = false;
  let path = '';
  for (const [i, { cvd_usd: net }] of rows.entries()) {
    if (net != null) path += `${isDrawing ? 'L' : 'M'}${x(i).toFixed(1)} ${y(net).toFixed(1)}`;
    isDrawing = net != null;
  }
  return path;
}

function FlowFigure({ data, width }) {
  const { height, left, right, middle, half, net, netTall } = FLOW;
  const rows = data.data;
  const wide = (width - left - right) / rows.length;
  const most = Math.max(1, ...rows.map((row) => Math.max(row.buy_notional ?? 0, row.sell_notional ?? 0)));
  const nets = rows.map((row) => row.cvd_usd).filter((v) => v != null);
  const [low, high] = [Math.min(0, ...nets), Math.max(0, ...nets)];
  const x = (i) => left + i * wide;
  const y = (v) => net + (netTall * (high - v)) / (high - low || 1);
  const gaps = unwatched(rows);
  const tall = (dollars) => (half * (dollars ?? 0)) / most;
  const scale = (text, at) => html`<text x=${left - 8} y=${at} text-anchor="end">${text}</text>`;
  const bar = (i, top, dollars, tone, word) =>
    html`<rect x=${x(i) + 0.5} width=${Math.max(1, wide - 1)} y=${top} height=${tall(dollars)} fill=${`var(--${tone})`}
      ><title>${hourMinute(rows[i].time)} ${word} ${usd(dollars)}</title></rect
    >`;
  const label = `Taker flow by minute, one hour: buys ${usd(sum(rows, (r) => r.buy_notional))}, sells ${usd(sum(rows, (r) => r.sell_notional))}, ${gaps.length} gaps`;
  return html`<svg class="fig" height=${height} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${label}>
    <defs>
      <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <rect width="1.2" height="7" fill="var(--rule-2)" />
      </pattern>
    </defs>
    ${gaps.map((gap) => html`<rect x=${x(gap.from)} width=${(gap.to - gap.from) * wide} y="24" height=${height - 46} fill="url(#hatch)" opacity=".7"><title>not wholly watched</title></rect>`)}
    <line x1=${left} x2=${width - right} y1=${middle} y2=${middle} stroke="var(--rule-2)" />
    ${scale(usd(most), middle - half + 8)}${scale('0', middle + 4)}${scale(usd(most), middle + half)}
    ${rows.map((row, i) => !row.partial && html`<g>${bar(i, middle - tall(row.buy_notional), row.buy_notional, 'up', 'buys')}${bar(i, middle, row.sell_notional, 'down', 'sells')}</g>`)}
    <line x1=${left} x2=${width - right} y1=${y(0)} y2=${y(0)} stroke="var(--rule)" />
    ${scale('0', y(0) + 4)}${Math.abs(y(low) - y(0)) > 16 && scale(usd(low), y(low) + 4)}${Math.abs(y(high) - y(0)) > 16 && scale(usd(high, true), y(high) + 4)}
    <path d=${netPath(rows, (i) => x(i) + wide / 2, y)} fill="none" stroke="var(--ink)" stroke-width="1.5" />
    ${(width < 480 ? [0, 0.4] : [0, 0.25, 0.5, 0.75]).map((share) => {
      const i = Math.floor(share * rows.length);
      return html`<text x=${x(i)} y=${height - 2}>${hourMinute(rows[i].time)}</text>`;
    })}
    <text x=${width - right} y=${height - 2} text-anchor="end">${hourMinute(data.window_end)} UTC</text>
    <${SimulatedMark} data=${data} x=${left} y=${0} />
  </svg>`;
}

/** Taker flow of an hour by minute; minutes without coverage are hatched, never bridged. */
export function Flow({ data }) {
  const [ref, width] = useWidth();
  const rows = data.data;
  const buys = sum(rows, (row) => row.buy_notional);
  const sells = sum(rows, (row) => row.sell_notional);
  if (rows.length === 0) return html`<p class="missing">No minute was watched yet.</p>`;
  return html`<p class="readout">
      <span>taker buys <b>${buys + sells > 0 ? pct((100 * buys) / (buys + sells), 1) : DASH}</b></span>
      <span>net <b>${usd(buys - sells, true)}</b></span> <span>watched <b>${pct(data.stream.coverage_pct)}</b></span>
      ${data.stream.connected === false && html`<span class="warn">not connected now</span>`}
    </p>
    <div ref=${ref}>${width > 0 && html`<${FlowFigure} data=${data} width=${width} />`}</div>
    <p class="legend">
      <span><span class="key c-up"></span>buys, up</span><span><span class="key c-down"></span>sells, down</span>
      <span>line: running net</span><span>hatched: not wholly watched</span>
    </p>
    <${AsTable}
      of="Taker flow by minute"
      head=${['minute, UTC', 'buys', 'sells', 'running net', 'watched']}
      rows=${() => rows.toReversed().map((row) => [hourMinute(row.time), usd(row.buy_notional), usd(row.sell_notional), usd(row.cvd_usd, true), row.partial ? 'in part' : 'whole'])}
    />`;
}
