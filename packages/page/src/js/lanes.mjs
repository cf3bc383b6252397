/** States over time in lanes below the price, one per state: the lane identifies the state without colour. */

import { useMemo } from '../vendor/preact-hooks.mjs';
import { pct, price } from './format.mjs';
import { html, token } from './parts.mjs';
import { zoomHook } from './plot-zoom.mjs';
import { axis, CURSOR, label, ratio, utc } from './plots.mjs';
import { logSplits, runsOfValues, sharesOf } from './series.mjs';
import { Frame } from './timechart.mjs';
import { hatch, plotOptions, timeAxis, timeScale } from './timeplot.mjs';

const LANE = 19;

/** Top and height of a lane, in pixels of the canvas. */
function laneOf({ bbox }, index, count) {
  const height = bbox.height / count;
  return { top: bbox.top + index * height, height };
}

function grounds(u, lanes) {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.fillStyle = token('well');
  for (let i = 0; i < lanes.length; i += 2) {
    const { top, height } = laneOf(u, i, lanes.length);
    ctx.fillRect(bbox.left, top, bbox.width, height);
  }
  ctx.restore();
}

/** Blocks of states in their lanes; `isOutline` frames published states, drawn over later readings. */
function blocks(u, { x, states, lanes, step, isOutline }) {
  const { ctx, bbox } = u;
  const px = ratio();
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const { value, first, last } of runsOfValues(states)) {
    const left = u.valToPos(x[first], 'x', true);
    const width = Math.max(1, u.valToPos(x[last] + step, 'x', true) - left);
    const index = lanes.findIndex(({ id }) => id === value);
    if (index < 0) {
      if (!isOutline && value === null) hatch(u, left, bbox.top, width, bbox.height, 'no label');
      continue;
    }
    const { top, height } = laneOf(u, index, lanes.length);
    const room = isOutline ? 1 : 3;
    if (isOutline) {
      ctx.strokeStyle = token('ink');
      ctx.lineWidth = 1.5 * px;
      ctx.strokeRect(left, top + room * px, width, height - 2 * room * px);
    } else {
      ctx.fillStyle = token(lanes[index].tone);
      ctx.fillRect(left, top + room * px, width, height - 2 * room * px);
    }
  }
  ctx.restore();
}

/** Name of each lane and the share of time in it, at the right end. */
function names(u, lanes, shares, now, isNarrow) {
  for (const [i, { id, short }] of lanes.entries()) {
    const { top, height } = laneOf(u, i, lanes.length);
    const share = shares.get(id);
    const text = share === undefined || isNarrow ? short : `${short} ${pct(100 * share)}`;
    label(
      u,
      text,
      top + height / 2 + ratio(),
      token(share === undefined ? 'muted' : 'ink'),
      id === now ? '600' : '400',
    );
  }
}

/**
 * States in lanes below the price.
 *
 * @param t epoch ms of every slot; @param step length of a slot, ms; @param close price by slot, null when unknown
 * @param states id by slot, null without a label, undefined before a label exists; @param published the states
 * published at the time, if any
 * @param lanes `{ id, short, name, tone }` from top to bottom
 * @param say `(i)` returns the readout of a slot after its time and price
 */
export function Lanes({ label: name, t, step, close, states, published, lanes, of, say, when, ...frame }) {
  const x = useMemo(() => t.map((ms) => ms / 1000), [t]);
  const shares = useMemo(() => sharesOf(states), [states]);
  const now = states.findLast((state) => state !== undefined);
  const hasPublished = published?.some((state) => state != null) === true;
  const draw = (uPlot, box, given) => {
    const shape = { ...given, right: given.isNarrow ? 116 : 152 };
    const top = plotOptions(uPlot, {
      ...shape,
      height: shape.isNarrow ? 128 : 168,
      series: [{ name: '', tone: 'ink', y: close }],
      format: price,
      of,
      gapName: 'no price',
      onCursor: undefined,
      syncKey: name,
      tail: step / 1000,
      isBare: true,
      scale: {
        distr: 3,
        range: (_, low, high) => (low == null ? [1, 10] : [low / 1.06, high * 1.06]),
        axis: { splits: (_, __, low, high) => logSplits(low, high), filter: (_, splits) => splits },
      },
    });
    return [new uPlot(top, [x, close], box), new uPlot(laneOptions(uPlot, shape), [x, x.map(() => 0)], box)];
  };
  const laneOptions = (uPlot, { width, right, left, zoom, onCursor, isNarrow }) => ({
    width,
    height: lanes.length * LANE + 34,
    tzDate: utc(uPlot),
    legend: { show: false },
    cursor: {
      ...CURSOR,
      sync: { key: name, setSeries: false, scales: ['x', null] },
    },
    padding: [6, right, 0, 0],
    scales: {
      x: timeScale(x, step / 1000),
      y: { range: [0, 1] },
    },
    axes: [timeAxis(26, isNarrow), axis({ size: left, splits: () => [], values: () => [] })],
    series: [{}, { stroke: 'transparent', points: { show: false } }],
    hooks: {
      drawClear: [(u) => grounds(u, lanes)],
      draw: [
        (u) => {
          blocks(u, { x, states, lanes, step: step / 1000 });
          if (hasPublished) blocks(u, { x, states: published, lanes, step: step / 1000, isOutline: true });
          names(u, lanes, shares, now, isNarrow);
        },
      ],
      setCursor: [(u) => onCursor(u.cursor.idx ?? undefined)],
      setScale: [zoomHook(x, zoom)],
    },
  });
  const readout = (i) => html`<span>${when(t[i])}</span><span>BTC <b>${price(close[i])}</b></span>${say(i)}`;
  return html`<${Frame}
    label=${name}
    x=${x}
    draw=${draw}
    inputs=${[states, published, close]}
    readout=${readout}
    className="lanes"
    ...${frame}
  />`;
}
