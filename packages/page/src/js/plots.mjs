/** Charts of lines and areas. uPlot is loaded when the first one is drawn. */

import { useEffect, useMemo, useRef, useState } from '../vendor/preact-hooks.mjs';
import { useZoom, Zoom } from './controls.mjs';
import { axisOf, redrawn, timeRange, zoomHook } from './plot-zoom.mjs';
import { kindOf, html, token, useTheme, useWidth } from './parts.mjs';
import { day, num } from './format.mjs';

export const FAMILY = '-apple-system, "Segoe UI", "Noto Sans", "Liberation Sans", system-ui, sans-serif';
const HOUR = 3600;
const DAY = 86_400;

export const ratio = () => devicePixelRatio || 1;
export const utc = (uPlot) => (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC');
/** Axis texts by day. */
export const days = (_, splits) => splits.map((seconds) => day(seconds * 1000));
/** Axis of uPlot in the colours of the theme. */
export const axis = (options) => ({
  stroke: token('muted'),
  font: `12px ${FAMILY}`,
  grid: { stroke: token('grid'), width: 1 },
  ticks: { show: false },
  gap: 6,
  ...options,
});

/** Text next to the right end of a plot. uPlot does not reset its alignment, so it is set each time. */
export function label(u, text, y, color, weight = '400') {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.font = `${weight} ${Math.round(12 * ratio())}px ${FAMILY}`;
  ctx.fillStyle = color;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  ctx.fillText(text, bbox.left + bbox.width + 8 * ratio(), y);
  ctx.restore();
}

/** Mark of simulated numbers over the plot itself, so that a cropped picture still shows it. */
export function simulatedMark(u) {
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

/** Separates labels: from top to bottom, then back up from the lower edge. */
export function spread(labels, gap, lowest = Infinity) {
  labels.sort((a, b) => a.y - b.y);
  for (let i = 1; i < labels.length; i++) labels[i].y = Math.max(labels[i].y, labels[i - 1].y + gap);
  let limit = lowest;
  for (const one of labels.toReversed()) {
    one.y = Math.min(one.y, limit);
    limit = one.y - gap;
  }
  return labels;
}

/** Draws with uPlot when the inputs, the width or the theme change. @returns the element, and whether drawing failed */
export function usePlot(draw, inputs) {
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

export const Failed = () => html`<p class="missing">The chart could not be drawn; the table below has its numbers.</p>`;

/** Runs of the same state: `[first row, last row]`. @param step length of a row, s */
export function runsOf(rows, step = HOUR) {
  const runs = [];
  for (const [i, row] of rows.entries()) {
    const run = runs.at(-1);
    const isNext =
      run !== undefined &&
      rows[run.last].regime_id === row.regime_id &&
      row.timestamp - rows[run.last].timestamp <= 1000 * step;
    if (isNext) run.last = i;
    else runs.push({ first: i, last: i });
  }
  return runs;
}

/** A drag of at least 8 px zooms to its range, a double click to everything. */
export const CURSOR = {
  points: { show: false },
  x: true,
  y: false,
  drag: { setScale: true, x: true, y: false, dist: 8 },
};

/** Next position of a cursor for a key, or undefined: arrows by one, with Shift by a day, Home, End. */
export function moved(event, at, count, aDay) {
  const step = event.shiftKey ? aDay : 1;
  const to = { ArrowLeft: at - step, ArrowRight: at + step, Home: 0, End: count - 1 }[event.key];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}

/** Lines with their names at their right ends. */
export function Lines({ x, series, height = 132, label: name, of }) {
  const at = useMemo(() => x.map((t) => t / 1000), [x]);
  const plot = usePlot(
    (uPlot, box, width) => {
      const names = (u) => {
        const last = u.series[0].idxs?.[1] ?? at.length - 1;
        const ends = series.map((one) => ({
          ...one,
          text: `${one.name} ${num(one.y[last])}`,
          y: u.valToPos(one.y[last], 'y', true),
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
          x: { time: true, range: timeRange(at, 0) },
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
        hooks: { draw: [names], setScale: [zoomHook(at, zoom)] },
      };
      return redrawn(at, { zoom }, () => [new uPlot(options, [at, ...series.map(({ y }) => y)], box)]);
    },
    [x, series],
  );
  const zoom = useZoom(axisOf(plot.plots, at, 0, 7 * DAY), [x, series]);
  return html`<div ref=${plot.ref}>
    <${Zoom} of=${zoom} />
    ${plot.failed && html`<${Failed} />`}
    <div ref=${zoom.ref}><div ref=${plot.box} class="plot" style=${{ minHeight: `${height}px` }} tabindex="0" role="img" aria-label=${name}></div></div>
  </div>`;
}
