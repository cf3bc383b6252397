/** The reading: two regimes, each with confidence, evidence, history and exits. */

import { html } from './parts.mjs';
import { CycleRow } from './reading-cycle.mjs';
import { NowRow } from './reading-now.mjs';

const QUESTIONS = ['Regime', 'How sure', 'Why', 'What followed before', 'What would change it'];

/** Both rows under their five questions. */
export const Reading = () =>
  html`<section class="reading" aria-label="The reading">
    ${QUESTIONS.map((text) => html`<div class="rh" aria-hidden="true">${text}</div>`)}
    <${CycleRow} /><${NowRow} />
  </section>`;
