/** Charts of lines and areas. uPlot is loaded when the first one is drawn. */

import { useEffect, useMemo, useRef, useState } from '../vendor/preact-hooks.mjs';
import { kindOf, html, token, useTheme, useWidth } from './parts.mjs';
import { clock, day, num, price, prob, stamp } from './format.mjs';
import { NOWCAST } from './words.mjs';

export const FAMILY = '-apple-system, "Segoe UI", "Noto Sans", "Liberation Sans", system-ui, sans-serif';
const HOUR = 3600;
const DAY = 86_400;
/** Bottom to top: down, spike, choppy, compression, range, up. */
const STACK = [1, 4, 3, 5, 2, 0];

const ratio = () => devicePixelRatio || 1;
const utc = (uPlot) => (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC');
const days = (_, splits) => splits.map((seconds) => day(seconds * 1000));
const axis = (options) => ({
  stroke: token('muted'),
  font: `12px ${FAMILY}`,
  grid: { stroke: token('grid'), width: 1 },
  ticks: { show: false },
  gap: 6,
  ...options,
});

/** Text beside the right end of a plot. uPlot leaves its alignment behind, so it is set each time. */
function label(u, text, y, color, weight = '400') {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.font = `${weight} ${Math.round(12 * ratio())}px ${FAMILY}`;
  ctx.fillStyle = color;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  ctx.fillText(text, bbox.left + bbox.width + 8 * ratio(), y);
  ctx.restore();
}

/** The mark of numbers that are no market's, over the plot itself: a cut-out picture still says it. */
function simulatedMark(u) {
  const { ctx, bbox } = u;
  const size = Math.round(11 * ratio());
  ctx.save();
  ctx.font = `600 ${size}px ${FAMILY}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  const text = 'SIMULATED';
  const width = ctx.measureText(text).width + 10 * ratio();
  ctx.fillStyle = token('sim-bg');
  ctx.fillRect(bbox.left, 0, width, size + 6 * ratio());
  ctx.fillStyle = token('sim-ink');
  ctx.fillText(text, bbox.left + 5 * ratio(), 3.5 * ratio() + size / 2);
  ctx.restore();
}

/** Keeps labels apart: from top to bottom, then back up from the lower edge. */
function spread(labels, gap, lowest = Infinity) {
  labels.sort((a, b) => a.y - b.y);
  for (let i = 1; i < labels.length; i++) labels[i].y = Math.max(labels[i].y, labels[i - 1].y + gap);
  let limit = lowest;
  for (const one of labels.toReversed()) {
    one.y = Math.min(one.y, limit);
    limit = one.y - gap;
  }
  return labels;
}

/** Draws with uPlot whenever what it shows, its width or the theme changes. @returns the element, and whether it failed. */
function usePlot(draw, inputs) {
  const [ref, width] = useWidth();
  const theme = useTheme();
  const box = useRef(null);
  const plots = useRef([]);
  const [failed, fail] = useState(false);
  useEffect(() => {
    if (width === 0) return undefined;
    let isGone = false;
    const show = async () => {
      const { uPlot } = await import('../vendor/uplot.mjs');
      if (!isGone) plots.current = draw(uPlot, box.current, width);
    };
    show().catch(() => fail(true));
    return () => {
      isGone = true;
      for (const plot of plots.current) plot.destroy();
      plots.current = [];
    };
  }, [width, theme, ...inputs]);
  return { ref, box, plots, failed };
}

const Failed = () => html`<p class="missing">The chart could not be drawn; the table below has its numbers.</p>`;

/** Runs of the same state: `[first row, last row]`. */
export function runsOf(rows) {
  const runs = [];
  for (const [i, row] of rows.entries()) {
    const run = runs.at(-1);
    const isNext =
      run !== undefined &&
      rows[run.last].regime_id === row.regime_id &&
      row.timestamp - rows[run.last].timestamp <= 1000 * HOUR;
    if (isNext) run.last = i;
    else runs.push({ first: i, last: i });
  }
  return runs;
}

function ribbon(u, rows, x) {
  const { ctx } = u;
  const px = ratio();
  const top = 4 * px;
  const height = 18 * px;
  ctx.save();
  ctx.font = `600 ${Math.round(11 * px)}px ${FAMILY}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  for (const { first, last } of runsOf(rows)) {
    const state = NOWCAST[rows[first].regime_id];
    const left = u.valToPos(x[first], 'x', true);
    const right = u.valToPos(x[last] + HOUR, 'x', true);
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

/** Hours between the first and the last row, unknown where there is no row. */
function hourly(rows) {
  const byHour = new Map(rows.map((row) => [row.timestamp / 1000, row]));
  const x = [];
  for (let t = rows[0].timestamp / 1000; t <= rows.at(-1).timestamp / 1000; t += HOUR) x.push(t);
  return { x, at: x.map((t) => byHour.get(t)) };
}

const CURSOR = { points: { show: false }, x: true, y: false, drag: { setScale: false, x: false, y: false } };

function priceTrace(uPlot, box, { width, x, close, right, left, isSimulated }) {
  const last = close.findLast((value) => value !== null);
  const end = close.lastIndexOf(last);
  const dot = (u) => {
    const y = u.valToPos(last, 'y', true);
    u.ctx.save();
    u.ctx.fillStyle = token('ink');
    u.ctx.beginPath();
    u.ctx.arc(u.valToPos(x[end], 'x', true), y, 3 * ratio(), 0, 7);
    u.ctx.fill();
    u.ctx.restore();
    label(u, price(last), y, token('ink'), '600');
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
      x: { range: () => [x[0], x.at(-1) + HOUR] },
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

function posteriors(uPlot, box, { width, x, rows, at, right, left, onCursor }) {
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
    );
    const newest = rows.at(-1);
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
    scales: { x: { range: () => [x[0], x.at(-1) + HOUR] }, y: { range: [0, 1] } },
    axes: [
      axis({
        scale: 'x',
        size: 26,
        incrs: [DAY, 2 * DAY, 4 * DAY, 7 * DAY],
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
    hooks: { draw: [ends], setCursor: [(u) => onCursor(u.cursor.idx ?? undefined)] },
  };
  return new uPlot(options, [x, ...sums.toReversed()], box);
}

/** The next place of a cursor for a key, or undefined: arrows by one, with Shift by a day, Home, End. */
export function moved(event, at, count, aDay) {
  const step = event.shiftKey ? aDay : 1;
  const to = { ArrowLeft: at - step, ArrowRight: at + step, Home: 0, End: count - 1 }[event.key];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
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
 * The barogram: price, published label and the probability of six states on one time axis.
 *
 * @param rows of `/quant/history`, one an hour; @param candles hourly bars
 */
export function Barogram({ rows, candles, of }) {
  const [cursor, setCursor] = useState(undefined);
  const { x, at } = useMemo(() => hourly(rows), [rows]);
  const close = useMemo(() => {
    const byHour = new Map(candles.map((bar) => [bar.timestamp / 1000, bar.close]));
    return x.map((t) => byHour.get(t) ?? null);
  }, [x, candles]);
  const plot = usePlot(
    (uPlot, box, width) => {
      const shape = { width, x, right: width < 620 ? 70 : 96, left: width < 620 ? 54 : 58 };
      const isSimulated = kindOf(of) === 'simulated';
      const top = priceTrace(uPlot, box, { ...shape, close, isSimulated });
      return [top, posteriors(uPlot, box, { ...shape, rows, at, onCursor: setCursor })];
    },
    [x, close],
  );
  const i = Math.min(cursor ?? x.length - 1, x.length - 1);
  const row = at[i];
  const onKeyDown = (event) => {
    const to = moved(event, i, x.length, 24);
    const u = plot.plots.current[1];
    if (to === undefined || u === undefined) return;
    event.preventDefault();
    u.setCursor({ left: u.valToPos(x[to], 'x'), top: 10 });
    setCursor(to);
  };
  return html`<div class="baro" ref=${plot.ref}>
    <p class="readout" aria-live="polite">
      ${row ? html`<${BarogramReadout} row=${row} close=${close[i]} />` : html`<span>${stamp(1000 * x[i])}</span><span class="missing">no reading of this hour</span>`}
    </p>
    ${plot.failed && html`<${Failed} />`}
    <div
      class="plot"
      ref=${plot.box}
      tabindex="0"
      role="img"
      onKeyDown=${onKeyDown}
      aria-label="Price of BTC, published label and the probability of six states, 14 days by hour. Arrow keys read it hour by hour, with Shift day by day."
    ></div>
  </div>`;
}

/** Lines with their names at their right ends. */
export function Lines({ x, series, height = 132, label: name, of }) {
  const plot = usePlot(
    (uPlot, box, width) => {
      const names = (u) => {
        const ends = series.map((one) => ({
          ...one,
          text: `${one.name} ${num(one.y.at(-1))}`,
          y: u.valToPos(one.y.at(-1), 'y', true),
        }));
        for (const { text, y, tone } of spread(ends, 15 * ratio())) label(u, text, y, token(tone));
        if (kindOf(of) === 'simulated') simulatedMark(u);
      };
      const options = {
        width,
        height,
        legend: { show: false },
        tzDate: utc(uPlot),
        cursor: { ...CURSOR, points: { size: 5 } },
        padding: [22, 62, 0, 0],
        scales: {
          x: { time: true },
          y: { range: (_, low, high) => [Math.max(0, low - (high - low) * 0.1), high + (high - low) * 0.15] },
        },
        axes: [
          axis({ values: days, space: 80, size: 26 }),
          axis({ size: 44, space: 34, values: (_, splits) => splits.map((v) => num(v)) }),
        ],
        series: [
          {},
          ...series.map(({ tone, dash }) => ({ stroke: token(tone), width: 1.5, dash, points: { show: false } })),
        ],
        hooks: { draw: [names] },
      };
      return [new uPlot(options, [x.map((t) => t / 1000), ...series.map(({ y }) => y)], box)];
    },
    [x, series],
  );
  return html`<div ref=${plot.ref}>
    ${plot.failed && html`<${Failed} />`}
    <div ref=${plot.box} class="plot" role="img" aria-label=${name}></div>
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
