/** Star that adds a coin to the reader's list. */

import { name24 } from './format.mjs';
import { html } from './parts.mjs';
import { toggleWatched, useWatched } from './watched.mjs';

export function Star({ symbol }) {
  const isOn = useWatched().includes(symbol);
  return html`<button
    class="star"
    type="button"
    aria-pressed=${isOn ? 'true' : 'false'}
    aria-label=${`Watch ${name24(symbol)}`}
    onClick=${() => toggleWatched(symbol)}
  >
    <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M8 1.6 9.9 6l4.8.4-3.6 3.1 1.1 4.7L8 11.7l-4.2 2.5 1.1-4.7L1.3 6.4 6.1 6z" /></svg>
  </button>`;
}
