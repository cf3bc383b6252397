/** Button next to a number that sets an alert on it. */

import { say } from './format.mjs';
import { html } from './parts.mjs';

/** @param of name of the number in `alert-numbers.mjs`; @param coin its coin, for a number of a coin */
export function Bell({ of, coin }) {
  const open = async () => (await import('./alert-dialog.mjs')).openAlert({ number: of, coin });
  return html`<button class="bell" type="button" aria-label=${`Alert on ${say(of)}${coin ? ` of ${coin}` : ''}`} title="Set an alert" onClick=${open}>
    <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M8 2a4 4 0 0 0-4 4v3.2L2.6 12h10.8L12 9.2V6a4 4 0 0 0-4-4zM6.6 13.6h2.8" /></svg>
  </button>`;
}
