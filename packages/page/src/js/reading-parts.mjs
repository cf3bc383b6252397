/** Parts of both rows of the reading. */

import { html, State } from './parts.mjs';

/** Label of a cell; narrow windows also show its question, because they have no column heads. */
export const Label = ({ question, children }) => html`<p class="lab"><b class="q">${question}</b>${children}</p>`;

/** A cell over the whole row for a regime without an answer. */
export const NoRow = ({ title, result }) =>
  html`<div class="rc whole">
    <${Label}><b>${title}</b><//
    ><${State} result=${result} what=${title} />
  </div>`;
