/** uPlot options of time plots: axis, hatched and named gaps, labels at the right end, zoom. */

import { day, hourMinute } from './format.mjs';
import { kindOf, token } from './parts.mjs';
import { axis, CURSOR, FAMILY, label, ratio, simulatedMark, spread, utc } from './plots.mjs';
import { zoomHook } from './plot-zoom.mjs';
import { gapsOf } from './series.mjs';

/** Width below which a plot uses its narrow layout, px. */
export const NARROW = 620;
/** Steps of the axis, s: hours to years. */
const STEPS = [1, 2, 3, 6, 12, 24, 48, 96, 168, 336].map((hours) => hours * 3600);
const MONTHS = [30, 60, 90, 180, 365, 730].map((days) => days * 86_400);

/** Hatches a part of the plot, and names it if the name fits. Positions in canvas pixels. */
export function hatch({ ctx }, left, top, width, height, name) {
  const px = ratio();
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  ctx.strokeStyle = token('rule-2');
  ctx.lineWidth = px / 2;
  ctx.beginPath();
  for (let x = left - height; x < left + width; x += 7 * px) {
    ctx.moveTo(x, top + height);
    ctx.lineTo(x + height, top);
  }
  ctx.stroke();
  ctx.font = `${Math.round(11 * px)}px ${FAMILY}`;
  const wide = ctx.measureText(name ?? '').width;
  if (name !== undefined && wide + 8 * px < width && height > 14 * px) {
    const [x, y] = [left + (width - wide) / 2, top + height / 2];
    ctx.fillStyle = token('paper');
    ctx.fillRect(x - 3 * px, y - 8 * px, wide + 6 * px, 16 * px);
    ctx.fillStyle = token('muted');
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    ctx.fillText(name, x, y);
  }
  ctx.restore();
}

function gapsPainted(u, x, columns, name) {
  const { bbox } = u;
  for (const { first, last } of gapsOf(columns)) {
    const left = Math.max(bbox.left, u.valToPos(x[first - 1] ?? x[first], 'x', true));
    const right = Math.min(bbox.left + bbox.width, u.valToPos(x[last + 1] ?? x[last], 'x', true));
    if (right > left) hatch(u, left, bbox.top, right - left, bbox.height, name);
  }
}

function endsLabelled(u, series, format) {
  const { bbox } = u;
  const inside = (y) => Math.min(bbox.top + bbox.height, Math.max(bbox.top, y));
  const end = u.data[0].findLastIndex((t) => t <= u.scales.x.max) + 1;
  const ends = series.flatMap(({ y, name, short = name, tone }) => {
    const last = y.slice(0, end).findLast((value) => value != null);
    if (last == null) return [];
    const text = `${short} ${format(last)}`.trim();
    return [{ text, tone, y: inside(u.valToPos(last, 'y', true)) }];
  });
  for (const { text, y, tone } of spread(ends, 15 * ratio(), bbox.top + bbox.height)) label(u, text, y, token(tone));
}

/** A horizontal line at a value, such as zero or the edge of a band. */
function ruled(u, value) {
  const { ctx, bbox } = u;
  const y = Math.round(u.valToPos(value, 'y', true));
  if (!(y >= bbox.top && y <= bbox.top + bbox.height)) return;
  ctx.save();
  ctx.strokeStyle = token('rule-2');
  ctx.lineWidth = ratio();
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

const monthYear = (ms) => new Date(ms).toISOString().slice(0, 7);
/** A time on the axis, as short as the span allows. Midnight is shown as the day. */
function timeText(ms, span) {
  if (span > 300 * 86_400_000) return monthYear(ms);
  return span < 4 * 86_400_000 && ms % 86_400_000 !== 0 ? hourMinute(ms) : day(ms);
}

/** Time axis: days with hours, months or years, depending on the visible span. */
export const timeAxis = (size, isNarrow) =>
  axis({
    scale: 'x',
    size,
    space: isNarrow ? 62 : 84,
    incrs: [...STEPS, ...MONTHS],
    values: (u, splits) =>
      size === 0 ? [] : splits.map((t) => timeText(1000 * t, 1000 * (u.scales.x.max - u.scales.x.min))),
  });

/** Range of values with a margin; includes the ruled value. */
function rangeOf(low, high, ruledAt) {
  if (low == null) return [0, 1];
  const [least, most] = [Math.min(low, ruledAt ?? low), Math.max(high, ruledAt ?? high)];
  const room = (most - least || Math.abs(most) || 1) * 0.08;
  return [least - room, most + room];
}

/** Time scale: all slots with the length of the last one, or the zoomed range. @param tail length of a slot, s */
export const timeScale = (x, tail) => ({
  time: true,
  range: (_, min, max) => [min ?? x[0], max == null || max >= x.at(-1) ? x.at(-1) + tail : max],
});

/**
 * Options of a time plot. uPlot itself handles drag to zoom and double click to reset; the rest is `zoom`, see
 * `useZoom`.
 *
 * @param paint draws below the lines; @param over draws above them
 * @param tail length of the last slot, s, when slots are drawn instead of points in time
 */
export function plotOptions(
  uPlot,
  {
    width,
    height,
    x,
    series,
    format,
    right,
    left,
    paint,
    over,
    of,
    ruledAt,
    gapName,
    scale,
    zoom,
    onCursor,
    syncKey,
    tail = 0,
    isBare = false,
  },
) {
  const columns = series.map(({ y }) => y);
  const under = (u) => {
    if (gapName !== undefined) gapsPainted(u, x, columns, gapName);
    if (ruledAt !== undefined) ruled(u, ruledAt);
    paint?.(u);
  };
  const above = (u) => {
    endsLabelled(u, series, format);
    over?.(u);
    if (kindOf(of) === 'simulated') simulatedMark(u);
  };
  return {
    width,
    height,
    tzDate: utc(uPlot),
    legend: { show: false },
    cursor: {
      ...CURSOR,
      sync: syncKey === undefined ? undefined : { key: syncKey, setSeries: false, scales: ['x', null] },
    },
    padding: [22, right, 0, 0],
    scales: {
      x: timeScale(x, tail),
      y: { range: (_, low, high) => rangeOf(low, high, ruledAt), ...scale },
    },
    axes: [
      timeAxis(isBare ? 0 : 26, width < NARROW),
      axis({
        size: left,
        space: 36,
        values: (_, splits) => splits.map((v) => (v == null ? '' : format(v))),
        ...scale?.axis,
      }),
    ],
    series: [
      {},
      ...series.map(({ tone, dash, isStepped, hasPoints, width: line = 1.5 }) => ({
        stroke: token(tone),
        width: line,
        dash,
        spanGaps: false,
        paths: isStepped ? uPlot.paths.stepped({ align: 1 }) : undefined,
        points: { show: hasPoints === true, size: 6, fill: token(tone) },
      })),
    ],
    hooks: {
      drawAxes: [under],
      draw: [above],
      setCursor: [(u) => onCursor?.(u.cursor.idx ?? undefined)],
      setScale: [zoomHook(x, zoom)],
    },
  };
}
