/** Controls of a chart: bar length, requested range, and visible range. */

import { useEffect, useRef, useState } from '../vendor/preact-hooks.mjs';
import { html } from './parts.mjs';

/** Buttons of which one is pressed. @param names text by value; the value itself when missing */
export const Choice = ({ label, of, value, set, names = {} }) =>
  html`<span class="seg" role="group" aria-label=${label}>
    ${of.map((one) => html`<button type="button" key=${one} aria-pressed=${one === value ? 'true' : 'false'} onClick=${() => set(one)}>${names[one] ?? one}</button>`)}
  </span>`;

/**
 * Zoom of a chart. Its code is loaded when the chart is first pointed at, focused or zoomed.
 *
 * @param axis see `zoom.mjs`; @param drawn changes when the chart is redrawn, which resets the zoom
 * @returns `ref` of the element, `isWhole`, `act(action)`, `told(isWhole)` for changes by the chart itself, and
 * `shown`, where the chart may keep its range
 */
export function useZoom(axis, drawn) {
  const ref = useRef(null);
  const mover = useRef(undefined);
  const isLoaded = useRef(false);
  const newest = useRef(axis);
  newest.current = axis;
  const shown = useRef(undefined);
  const [isWhole, told] = useState(true);
  const ready = () =>
    (mover.current ??= import('./zoom.mjs').then(({ moveable }) => {
      const own = {
        view: () => newest.current.view(),
        whole: () => newest.current.whole(),
        set: (view) => newest.current.set(view),
        share: (event) => newest.current.share(event),
        least: axis.least,
      };
      // The chart may have been removed meanwhile.
      if (ref.current === null) return { act: () => {}, key: () => {}, end: () => {} };
      isLoaded.current = true;
      return moveable(ref.current, own, told);
    }));
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const wake = () => void ready().catch(() => (mover.current = undefined));
    // A key pressed before the code is loaded is not lost.
    const early = (event) => {
      if (!isLoaded.current) void ready().then((own) => own.key(event));
    };
    element.addEventListener('keydown', early);
    const kinds = ['pointerenter', 'focusin', 'touchstart'];
    for (const kind of kinds) element.addEventListener(kind, wake, { once: true, passive: true });
    return () => {
      for (const kind of kinds) element.removeEventListener(kind, wake);
      element.removeEventListener('keydown', early);
      void mover.current?.then(({ end }) => end());
    };
  }, []);
  useEffect(() => told(shown.current === undefined), drawn);
  return { ref, isWhole, shown, told, act: (action) => void ready().then((own) => own.act(action)) };
}

const BUTTONS = [
  ['in', '+', 'Zoom in'],
  ['out', '−', 'Zoom out'],
  ['earlier', '‹', 'Earlier'],
  ['later', '›', 'Later'],
  ['whole', 'reset', 'Reset the zoom'],
];

/** Buttons of a zoom; those without effect are disabled. */
export const Zoom = ({ of }) =>
  html`<span class="seg zoom" role="group" aria-label="Zoom"
    title="Also: Ctrl or ⌘ and wheel zooms, Shift and wheel moves; with the chart focused + − 0, Page Up, Page Down"
  >
    ${BUTTONS.map(([action, text, name]) => html`<button type="button" key=${action} aria-label=${name} disabled=${of.isWhole && action !== 'in'} onClick=${() => of.act(action)}>${text}</button>`)}
  </span>`;

/** The answer, or the previous one while another is loading or waiting, so that a chart does not vanish. */
export function useSteady(result) {
  const last = useRef(result);
  const isComing = result.state === 'loading' || result.state === 'waiting';
  if (!isComing || last.current.state !== 'ok') last.current = result;
  return last.current;
}
