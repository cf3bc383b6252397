/** Wheel, keys and buttons that pan and zoom a chart. Loaded when a chart is first pointed at. */

import { acted, isWhole, panned, ZOOM_KEYS, zoomed } from './view-range.mjs';

/** Change of the width per wheel step. */
const STEP = 1.2;

/**
 * Adds zooming to a chart's element.
 *
 * @param axis `view()` and `whole()` as `{ min, max }`, undefined before drawing; `least` width; `set(view)`;
 * `share(event)` position of a pointer within the view, 0 to 1
 * @param told called after each change with whether the whole is visible
 * @returns `act(action)`, `key(event)`, and `end()`
 */
export function moveable(element, axis, told) {
  const go = (next) => {
    const whole = axis.whole();
    if (next === undefined || whole === undefined) return;
    axis.set(next);
    told(isWhole(next, whole));
  };
  const act = (action) => {
    const [view, whole] = [axis.view(), axis.whole()];
    if (view !== undefined && whole !== undefined) go(acted(action, view, whole, axis.least));
  };
  const wheel = (event) => {
    const isZoom = event.ctrlKey || event.metaKey;
    const [view, whole] = [axis.view(), axis.whole()];
    if (!(isZoom || event.shiftKey) || view === undefined || whole === undefined) return;
    event.preventDefault();
    const down = Math.sign(event.deltaY || event.deltaX);
    go(isZoom ? zoomed(view, whole, STEP ** down, axis.share(event), axis.least) : panned(view, whole, 0.1 * down));
  };
  const key = (event) => {
    const action = ZOOM_KEYS[event.key];
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act(action);
  };
  element.addEventListener('wheel', wheel, { passive: false });
  element.addEventListener('keydown', key);
  return {
    act,
    key,
    end: () => {
      element.removeEventListener('wheel', wheel);
      element.removeEventListener('keydown', key);
    },
  };
}
