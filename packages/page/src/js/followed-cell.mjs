/** Column "What followed before" of the reading, and the line of the scorecard. */

import { html } from './parts.mjs';

/** Figures with their basis; a missing figure states the reason. */
const Figures = ({ rows }) =>
  html`<dl class="fw">
    ${rows.map(
      ({ name, value, basis }) =>
        html`<dt>${name}</dt>
          <dd class=${value === undefined ? 'missing' : undefined}>${value ?? 'unknown'}</dd>
          <dd class="sub">${basis}</dd>`,
    )}
  </dl>`;

/**
 * The cell.
 *
 * @param rows figures; `children`: content below them; `waits`: paths of pending answers
 */
export const Followed = ({ rows, children, waits = [] }) =>
  html`<div class="rc fo">
    <p class="lab"><b class="q">What followed before</b>history</p>
    <${Figures} rows=${rows} />
    ${children}${waits.map((path) => html`<i key=${path} data-waits=${path}></i>`)}
  </div>`;

/** Line of the scorecard; the complete scorecard is in the status view. */
export const ScoreLine = ({ text }) =>
  html`<p class="sub after"><a href="#/status">Scorecard</a>: ${text ?? 'no answer'}</p>`;

/** Paths of answers that wait for a call of the key. */
export const waiting = (...results) => results.filter(({ state }) => state === 'waiting').map(({ path }) => path);
