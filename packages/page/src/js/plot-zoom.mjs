/** Time axis of uPlot charts: the visible range, and the slot at the cursor. */

import { useRef, useState } from '../vendor/preact-hooks.mjs';
import { panned } from './view-range.mjs';

/** Time axis of plots for a zoom. @param tail length of the last row, s; @param least width, s */
export function axisOf(plots, x, tail, least) {
  return {
    least,
    view: () => plots.current[0] && { min: plots.current[0].scales.x.min, max: plots.current[0].scales.x.max },
    whole: () => ({ min: x[0], max: x.at(-1) + tail }),
    set: (view) => {
      for (const plot of plots.current) plot.setScale('x', { ...view });
    },
    share: ({ clientX }) => {
      const { left, width } = plots.current[0].over.getBoundingClientRect();
      return Math.min(1, Math.max(0, (clientX - left) / width));
    },
  };
}
/** Centres the visible range on a time outside of it. @param axis see {@link axisOf} */
function reveal(axis, t) {
  const { min, max } = axis.view();
  if (t < min || t > max) axis.set(panned({ min, max }, axis.whole(), (t - (min + max) / 2) / (max - min)));
}

/** Range of the time axis: the last row ends `tail` s after its time. */
export const timeRange = (x, tail) => (_, low, high) => [
  Math.max(x[0], low),
  high >= x.at(-1) ? x.at(-1) + tail : high,
];
/** Stores the visible range after each change, and whether it is the whole. @param zoom see `useZoom` */
export const zoomHook = (x, zoom) => (u, key) => {
  if (key !== 'x') return;
  const { min, max } = u.scales.x;
  const isWhole = min <= x[0] && max >= x.at(-1);
  zoom.shown.current = isWhole ? undefined : { min, max, span: x.at(-1) - x[0] };
  zoom.told(isWhole);
};

/**
 * Slot that a reader points at, or the newest one. It is kept as a time, because a redraw may shift the slots.
 *
 * @param x epoch s of every slot
 * @returns `i`, `read(i)` with undefined for the newest, and `time`, the current time before it is rendered
 */
export function useReading(x) {
  const [shown, show] = useState(undefined);
  const time = useRef(undefined);
  const read = (i) => show((time.current = x[i]));
  const i = shown === undefined ? -1 : x.indexOf(shown);
  return { i: i < 0 ? x.length - 1 : i, read, time };
}
/** Puts the cursor on a time. @param u the plot that reports its cursor */
const pointAt = (u, t) => u.setCursor({ left: u.valToPos(t, 'x'), top: 10 });
/**
 * Moves the reading to a slot and shows it.
 *
 * @param event key that was pressed; @param to its slot, see `moved`; undefined for other keys
 * @param plots of `usePlot`; @param axis see {@link axisOf}
 */
export function readByKey(event, to, { x, reading, plots, axis }) {
  if (to === undefined) return;
  event.preventDefault();
  // During a redraw only the readout moves.
  const u = plots.current.at(-1);
  if (u !== undefined) {
    reveal(axis, x[to]);
    pointAt(u, x[to]);
  }
  reading.read(to);
}

/**
 * Redraws: new rows of the same range keep the visible range, and the cursor stays at its time.
 *
 * @param zoom see `useZoom`; @param reading see {@link useReading}, for plots with a readout
 */
export function redrawn(x, { zoom, reading }, draw) {
  const before = zoom.shown.current;
  const time = reading?.time.current;
  const plots = draw();
  // A new plot reports that it has no cursor in the microtask in which it computes its scales.
  if (x.includes(time)) queueMicrotask(() => pointAt(plots.at(-1), time));
  const span = x.at(-1) - x[0];
  if (before !== undefined && Math.abs(span - before.span) < 0.05 * span)
    for (const plot of plots) plot.setScale('x', { min: before.min, max: before.max });
  return plots;
}
