/** The sentence across horizons, above the reading of the market and the strip of a coin. */

import { across } from './across.mjs';
import { useAnswer } from './ask.mjs';
import { coinHorizons, marketHorizons } from './horizons.mjs';
import { html } from './parts.mjs';

function Sentence({ parts }) {
  const { verdict, rest } = across(parts);
  return html`<p class="across"><b>${verdict}:</b> ${rest}.</p>`;
}

/** The sentence of the market. */
export function MarketSentence() {
  const parts = marketHorizons({
    cycle: useAnswer('cycle').data,
    now: useAnswer('now24').data,
    signum: useAnswer('signum').data,
    cvi: useAnswer('cvi').data,
    health: useAnswer('marketHealth').data,
  });
  return html`<${Sentence} parts=${parts} />`;
}

/** The sentence of a coin; weeks to months come from the market. */
export function CoinSentence({ symbol }) {
  const parts = coinHorizons({
    cycle: useAnswer('cycle').data,
    now: useAnswer('coinNow', symbol).data,
    signum: useAnswer('coinSignum', symbol).data,
    volatility: useAnswer('coinVolatility', symbol).data,
    gamma: useAnswer('gamma', symbol).data?.coins[symbol],
  });
  return html`<${Sentence} parts=${parts} />`;
}
