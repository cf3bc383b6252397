/** Drawing of the liquidation map: cells, price, forced closes, and unknown hours. */

import { price, usd } from './format.mjs';
import { token } from './parts.mjs';
import { label, ratio } from './plots.mjs';
import { heatStep, runsOfValues } from './series.mjs';
import { hatch, plotOptions } from './timeplot.mjs';

/** Opacity of a cell by its step. */
export const OPACITY = [0, 0.22, 0.5, 0.9];

function cells(u, { x, columns, steps }) {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const [i, bins] of columns.entries()) {
    const left = u.valToPos(x[i], 'x', true);
    const width = u.valToPos(x[i] + 3600, 'x', true) - left;
    for (const bin of bins ?? []) {
      const top = u.valToPos(bin.price_hi, 'y', true);
      const height = u.valToPos(bin.price_lo, 'y', true) - top;
      if (top + height < bbox.top || top > bbox.top + bbox.height) continue;
      const side = bin.long_usd >= bin.short_usd ? 'long_usd' : 'short_usd';
      ctx.globalAlpha = OPACITY[heatStep(bin[side], steps)];
      ctx.fillStyle = token(side === 'long_usd' ? 'up' : 'down');
      ctx.fillRect(left, top, width - 1, height);
    }
  }
  ctx.restore();
  for (const [none, name] of [
    [null, 'no map kept'],
    [undefined, 'not read yet'],
  ])
    unknown(
      u,
      x,
      columns.map((bins) => bins === none),
      name,
    );
}

/** Hatches unknown hours. */
function unknown(u, x, isUnknown, name) {
  for (const { value, first, last } of runsOfValues(isUnknown)) {
    if (!value) continue;
    const left = u.valToPos(x[first], 'x', true);
    hatch(u, left, u.bbox.top, u.valToPos(x[last] + 3600, 'x', true) - left, u.bbox.height, name);
  }
}

/** Forced closes with a price: a ring whose size grows with the dollars, with a cross for a long. */
function marks(u, events) {
  const { ctx } = u;
  const px = ratio();
  ctx.save();
  ctx.strokeStyle = token('ink');
  ctx.lineWidth = 1.25 * px;
  for (const { ts, px: at, usd: dollars, side } of events) {
    if (at === undefined) continue;
    const [x, y] = [u.valToPos(ts / 1000, 'x', true), u.valToPos(at, 'y', true)];
    const size = px * Math.min(9, 2 + Math.log10(Math.max(1, dollars / 1000)) * 2);
    ctx.beginPath();
    ctx.arc(x, y, size, 0, 7);
    if (side === 'long') {
      ctx.moveTo(x - size, y);
      ctx.lineTo(x + size, y);
    }
    ctx.stroke();
  }
  ctx.restore();
}

function bars(u, { x, forced }) {
  const { ctx, bbox } = u;
  const zero = u.valToPos(0, 'y', true);
  ctx.save();
  for (const [i, open] of x.entries()) {
    const left = u.valToPos(open, 'x', true);
    const width = Math.max(1, u.valToPos(open + 3600, 'x', true) - left - 2 * ratio());
    if (forced.n[i] === null) continue;
    for (const [tone, dollars] of [
      ['down', forced.short[i]],
      ['up', -forced.long[i]],
    ]) {
      ctx.fillStyle = token(tone);
      const y = u.valToPos(dollars, 'y', true);
      ctx.fillRect(left, Math.min(y, zero), width, Math.abs(y - zero));
    }
  }
  ctx.fillStyle = token('rule-2');
  ctx.fillRect(bbox.left, zero, bbox.width, ratio());
  ctx.restore();
  unknown(
    u,
    x,
    forced.n.map((count) => count === null),
    'not kept',
  );
  label(u, 'shorts', u.valToPos(u.scales.y.max * 0.6, 'y', true), token('down-text'));
  label(u, 'longs', u.valToPos(u.scales.y.min * 0.6, 'y', true), token('up-text'));
}

/** The map with the price, and the strip of forced closes below it. */
export function plotsOf(uPlot, box, shape, { drawn, of, name }) {
  const { x, columns, closes, low, high, steps, events, forced } = drawn;
  const common = { ...shape, tail: 3600, syncKey: name };
  const map = plotOptions(uPlot, {
    ...common,
    height: shape.isNarrow ? 260 : 330,
    series: [{ name: '', tone: 'ink', y: closes, width: 2 }],
    format: price,
    of,
    isBare: true,
    onCursor: undefined,
    paint: (u) => cells(u, { x, columns, steps }),
    over: (u) => marks(u, events),
    scale: { range: () => [low, high] },
  });
  const most = Math.max(0, ...forced.long, ...forced.short);
  const edge = most || 1;
  const none = x.map(() => null);
  const strip = plotOptions(uPlot, {
    ...common,
    height: 112,
    series: [{ name: '', tone: 'paper', y: none }],
    format: (value) => usd(Math.abs(value)),
    paint: (u) => bars(u, { x, forced }),
    scale: { range: () => [-edge, edge], axis: { splits: () => (most > 0 ? [-most, 0, most] : [0]) } },
  });
  return [new uPlot(map, [x, closes], box), new uPlot(strip, [x, none], box)];
}
