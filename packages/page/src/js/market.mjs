/** Market view: the sentence and the reading first, then panels in groups, so that nothing moves once it is visible. */

import { useEffect, useMemo, useState } from '../vendor/preact-hooks.mjs';
import { html } from './parts.mjs';
import { Reading } from './reading.mjs';
import { MarketSentence } from './sentence.mjs';
import { Settling } from './settling.mjs';

/** Answers of the sentence and the reading. */
const FIRST = [
  ['cycle'],
  ['now24'],
  ['regimes'],
  ['labels'],
  ['model'],
  ['scorecard'],
  ['baskets'],
  ['signum'],
  ['cvi'],
  ['marketHealth'],
];
/** Longest wait for a slow answer before the rest is shown, ms. */
const PATIENCE = { first: 2500, panels: 2000 };

const GROUPS = {
  // Its charts are drawn before it is visible.
  first: async () => (await Promise.all([import('./below-first.mjs'), import('../vendor/uplot.mjs')]))[0],
  rest: async () => import('./below-rest.mjs'),
};

/** Single-column widths, where the remaining panels are behind a button. */
const NARROW = matchMedia('(max-width: 719px)');

/** A group of panels; visible once its script and answers are loaded, at its full height. */
function Group({ name, by, done }) {
  const [module, set] = useState(undefined);
  const [hasFailed, fail] = useState(false);
  const [isShown, show] = useState(false);
  useEffect(() => {
    let isGone = false;
    GROUPS[name]().then(
      (loaded) => isGone || set(loaded),
      () => isGone || fail(true),
    );
    return () => {
      isGone = true;
    };
  }, []);
  // Settings changed while loading trigger their own requests.
  const questions = useMemo(() => module?.questions(), [module]);
  if (hasFailed) return html`<p class="boot" role="alert">Panels could not be loaded; load the page again.</p>`;
  if (module === undefined) return null;
  const { Panels } = module;
  const finish = () => {
    show(true);
    done?.();
  };
  return html`${!isShown && html`<${Settling} questions=${questions} patience=${PATIENCE.panels} done=${finish} />`}
    <div class=${isShown ? 'group' : 'group filling'}><${Panels} by=${by} /></div>`;
}

function useNarrow() {
  const [isNarrow, set] = useState(NARROW.matches);
  useEffect(() => {
    const changed = () => set(NARROW.matches);
    NARROW.addEventListener('change', changed);
    return () => NARROW.removeEventListener('change', changed);
  }, []);
  return isNarrow;
}

/** The remaining panels; a narrow window loads them on request. */
function Rest({ by }) {
  const isNarrow = useNarrow();
  const [isWanted, want] = useState(false);
  if (isNarrow && !isWanted)
    return html`<p class="more"><button class="btn" type="button" onClick=${() => want(true)}>More panels: health, stress, liquidity, news, events</button></p>`;
  return html`<${Group} name="rest" by=${by} />`;
}

/** The view at `#/`. */
export function Market({ by }) {
  const [step, set] = useState(0);
  return html`<main id="main" tabindex="-1">
    <h1 class="vh">The market at a glance</h1>
    <div class="sheet">
      <${Settling} questions=${FIRST} patience=${PATIENCE.first} done=${() => set((now) => Math.max(now, 1))} />
      ${step === 0 && html`<p class="boot" role="status">Reading the market.</p>`}
      ${step > 0 && html`<${MarketSentence} /><${Reading} /><${Group} name="first" by=${by} done=${() => set(2)} />`}
      ${step > 1 && html`<${Rest} by=${by} />`}
    </div>
  </main>`;
}
