/** Visible part of a time axis: `{ min, max }` within a whole. */

/** A range of this width, moved until it lies within the whole. */
function within(whole, min, width) {
  const wide = Math.min(width, whole.max - whole.min);
  const low = Math.min(Math.max(min, whole.min), whole.max - wide);
  return { min: low, max: low + wide };
}

/**
 * Zooms in or out around a point, which keeps its place as far as the whole allows.
 *
 * @param factor of the width: below 1 zooms in; @param share position of the point within the width, 0 to 1; @param
 * least width
 */
export function zoomed(view, whole, factor, share = 0.5, least = 0) {
  const width = view.max - view.min;
  const wide = Math.min(Math.max(width * factor, least), whole.max - whole.min);
  return within(whole, view.min + share * (width - wide), wide);
}

/** Moves by a share of the visible width: below 0 to earlier times. */
export function panned(view, whole, share) {
  const width = view.max - view.min;
  return within(whole, view.min + share * width, width);
}

/** True when the whole is visible. */
export function isWhole(view, whole) {
  const slack = (whole.max - whole.min) * 1e-6;
  return view.min <= whole.min + slack && view.max >= whole.max - slack;
}

/** View after a key or button; undefined for an unknown action. */
export function acted(action, view, whole, least) {
  const acts = {
    in: () => zoomed(view, whole, 0.5, 0.5, least),
    out: () => zoomed(view, whole, 2, 0.5, least),
    earlier: () => panned(view, whole, -0.5),
    later: () => panned(view, whole, 0.5),
    whole: () => ({ ...whole }),
  };
  return Object.hasOwn(acts, action) ? acts[action]() : undefined;
}

/** Actions by key. */
export const ZOOM_KEYS = { '+': 'in', '=': 'in', '-': 'out', 0: 'whole', PageUp: 'earlier', PageDown: 'later' };
