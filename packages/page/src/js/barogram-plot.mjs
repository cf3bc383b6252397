/** Plot of the barogram: price, published label and the probability of six states on one time axis. */

import { useMemo } from '../vendor/preact-hooks.mjs';
import { useZoom, Zoom } from './controls.mjs';
import { clock, day, price, prob, stamp } from './format.mjs';
import { html, kindOf, token } from './parts.mjs';
import { axisOf, readByKey, redrawn, timeRange, useReading, zoomHook } from './plot-zoom.mjs';
import {
  axis,
  CURSOR,
  days,
  Failed,
  FAMILY,
  label,
  moved,
  ratio,
  runsOf,
  simulatedMark,
  spread,
  usePlot,
  utc,
} from './plots.mjs';
import { NOWCAST } from './words.mjs';

const HOUR = 3600;
const DAY = 86_400;
/** Bottom to top: down, spike, choppy, compression, range, up. */
const STACK = [1, 4, 3, 5, 2, 0];

function ribbon(u, rows, x, step) {
  const { ctx } = u;
  const px = ratio();
  const top = 4 * px;
  const height = 18 * px;
  const edge = u.bbox.left + u.bbox.width;
  ctx.save();
  ctx.font = `600 ${Math.round(11 * px)}px ${FAMILY}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  for (const { first, last } of runsOf(rows, step)) {
    const state = NOWCAST[rows[first].regime_id];
    const left = Math.max(u.bbox.left, u.valToPos(x[first], 'x', true));
    const right = Math.min(edge, u.valToPos(x[last] + step, 'x', true));
    if (right <= left) continue;
    ctx.fillStyle = token(state.tone);
    ctx.fillRect(left, top, Math.max(1, right - left - px), height);
    const fits = (text, room) => ctx.measureText(text).width + room * px < right - left;
    const text = fits(state.name, 14) ? state.name : fits(state.code, 6) ? state.code : undefined;
    if (text === undefined) continue;
    ctx.fillStyle = token(`on-${state.tone}`);
    ctx.fillText(text, left + 6 * px, top + height / 2 + px);
  }
  ctx.restore();
  label(u, u.width < 620 ? 'label' : 'published', top + height / 2 + px, token('muted'));
}

/** Steps from the first to the last row; unknown without a row. */
function stepped(rows, step) {
  const byHour = new Map(rows.map((row) => [row.timestamp / 1000, row]));
  const x = [];
  for (let t = rows[0].timestamp / 1000; t <= rows.at(-1).timestamp / 1000; t += step) x.push(t);
  return { x, at: x.map((t) => byHour.get(t)) };
}

function priceTrace(uPlot, box, { width, x, step, close, right, left, isSimulated }) {
  const last = close.findLast((value) => value !== null);
  const end = close.lastIndexOf(last);
  const dot = (u) => {
    const y = u.valToPos(last, 'y', true);
    const isShown = x[end] <= u.scales.x.max;
    u.ctx.save();
    u.ctx.fillStyle = token('ink');
    u.ctx.beginPath();
    if (isShown) u.ctx.arc(u.valToPos(x[end], 'x', true), y, 3 * ratio(), 0, 7);
    u.ctx.fill();
    u.ctx.restore();
    if (isShown) label(u, price(last), y, token('ink'), '600');
    if (isSimulated) simulatedMark(u);
  };
  const options = {
    width,
    height: width < 620 ? 118 : 138,
    tzDate: utc(uPlot),
    legend: { show: false },
    cursor: { ...CURSOR, sync: { key: 'barogram', setSeries: false } },
    padding: [24, right, 0, 0],
    scales: {
      x: { range: timeRange(x, step) },
      y: { range: (_, low, high) => [low - (high - low) * 0.08, high + (high - low) * 0.08] },
    },
    axes: [
      axis({ scale: 'x', size: 0, incrs: [DAY, 2 * DAY, 4 * DAY], space: 74, values: () => [] }),
      axis({ size: left, space: 34, values: (_, splits) => splits.map((v) => price(v)) }),
    ],
    series: [{}, { stroke: token('ink'), width: 1.5, spanGaps: false, points: { show: false } }],
    hooks: { draw: [dot] },
  };
  return new uPlot(options, [x, close], box);
}

function posteriors(uPlot, box, { width, x, step, rows, at, right, left, onCursor, zoom }) {
  const sums = STACK.map(() => []);
  for (const [i, row] of at.entries()) {
    let sum = row === undefined ? null : 0;
    for (const [k, state] of STACK.entries()) {
      if (sum !== null) sum += row[`p_now_${state}`] ?? 0;
      sums[k][i] = sum;
    }
  }
  const series = STACK.toReversed().map((state) => ({
    fill: token(NOWCAST[state].tone),
    stroke: token('paper'),
    width: 0.75,
    paths: uPlot.paths.stepped({ align: 1 }),
    points: { show: false },
  }));
  const ends = (u) => {
    ribbon(
      u,
      rows,
      rows.map((row) => row.timestamp / 1000),
      step,
    );
    // Labels belong to the right end of the visible range.
    const newest = rows.findLast(({ timestamp }) => timestamp / 1000 < u.scales.x.max) ?? rows.at(-1);
    let sum = 0;
    const labels = STACK.map((state) => {
      const p = newest[`p_now_${state}`] ?? 0;
      sum += p;
      return { state: NOWCAST[state], p, y: u.valToPos(sum - p / 2, 'y', true) };
    }).filter(({ p }) => p >= 0.02);
    const px = ratio();
    for (const { state, p, y } of spread(labels, 15 * px, u.bbox.top + u.bbox.height - 6 * px))
      label(u, `${state.code}  ${prob(p)}`, y, token('ink'), p > 0.5 ? '600' : '400');
  };
  const options = {
    width,
    height: width < 620 ? 176 : width > 1150 ? 268 : 214,
    tzDate: utc(uPlot),
    legend: { show: false },
    cursor: { ...CURSOR, sync: { key: 'barogram', setSeries: false } },
    padding: [28, right, 0, 0],
    scales: { x: { range: timeRange(x, step) }, y: { range: [0, 1] } },
    axes: [
      axis({
        scale: 'x',
        size: 26,
        incrs: [DAY, 2 * DAY, 4 * DAY, 7 * DAY, 14 * DAY],
        space: width < 620 ? 62 : 74,
        values: days,
      }),
      axis({
        size: left,
        splits: () => [0, 0.25, 0.5, 0.75, 1],
        values: (_, splits) => splits.map((p) => (p % 0.5 === 0 ? prob(p) : '')),
      }),
    ],
    series: [{}, ...series],
    hooks: {
      draw: [ends],
      setCursor: [(u) => onCursor(u.cursor.idx ?? undefined)],
      setScale: [zoomHook(x, zoom)],
    },
  };
  return new uPlot(options, [x, ...sums.toReversed()], box);
}

function BarogramReadout({ row, close }) {
  const state = NOWCAST[row.regime_id];
  const likeliest = NOWCAST.map((one, i) => [one, row[`p_now_${i}`]])
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3);
  return html`<span>${stamp(row.timestamp)}</span>
    <span><span class=${`key c-${state.tone}`}></span><b>${state.name}</b> ${prob(row.confidence)} sure</span>
    ${likeliest.map(([one, p]) => html`<span class="opt">${one.code} ${prob(p)}</span>`)}
    <span>BTC ${price(close)}</span>`;
}

/**
 * Barogram: price, published label and the probability of six states on one time axis.
 *
 * @param rows of `/quant/history`, one per step; @param candles bars of the same length; @param step length of a row, s
 */
export function Barogram({ rows, candles, of, step = HOUR }) {
  const { x, at } = useMemo(() => stepped(rows, step), [rows, step]);
  const reading = useReading(x);
  const { i } = reading;
  const close = useMemo(() => {
    const byHour = new Map(candles.map((bar) => [bar.timestamp / 1000, bar.close]));
    return x.map((t) => byHour.get(t) ?? null);
  }, [x, candles]);
  const plot = usePlot(
    (uPlot, box, width) => {
      const shape = { width, x, step, right: width < 620 ? 70 : 96, left: width < 620 ? 54 : 58 };
      const isSimulated = kindOf(of) === 'simulated';
      return redrawn(x, { zoom, reading }, () => [
        priceTrace(uPlot, box, { ...shape, close, isSimulated }),
        posteriors(uPlot, box, { ...shape, rows, at, onCursor: reading.read, zoom }),
      ]);
    },
    [x, close],
  );
  const time = axisOf(plot.plots, x, step, 12 * step);
  const zoom = useZoom(time, [x, close]);
  const row = at[i];
  const onKeyDown = (event) =>
    readByKey(event, moved(event, i, x.length, DAY / step), { x, reading, plots: plot.plots, axis: time });
  return html`<div class="baro" ref=${plot.ref}>
    <${Zoom} of=${zoom} />
    <p class="readout" aria-live="polite">
      ${row ? html`<${BarogramReadout} row=${row} close=${close[i]} />` : html`<span>${stamp(1000 * x[i])}</span><span class="missing">no reading of this time</span>`}
    </p>
    ${plot.failed && html`<${Failed} />`}
    <div ref=${zoom.ref}>
      <div
        class="plot"
        ref=${plot.box}
        tabindex="0"
        role="img"
        onKeyDown=${onKeyDown}
        aria-label=${`Price of BTC, published label and the probability of six states, ${Math.round((x.at(-1) - x[0]) / DAY)} days by ${step / HOUR} h. Arrow keys read it bar by bar, with Shift day by day; + and − zoom.`}
      ></div>
    </div>
  </div>`;
}

/** Rows of the barogram as a table, newest first. */
export const barogramTable = (rows) =>
  rows
    .toReversed()
    .map((row) => [
      `${day(row.timestamp)} ${clock(row.timestamp)}`,
      NOWCAST[row.regime_id].name,
      prob(row.confidence),
      ...NOWCAST.map((_, i) => prob(row[`p_now_${i}`])),
    ]);
