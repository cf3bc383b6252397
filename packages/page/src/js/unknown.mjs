/** View of a coin that the host does not know: similar names, or the largest coins. */

import { useAnswer } from './ask.mjs';
import { name24 } from './format.mjs';
import { nearest } from './nearest.mjs';
import { html, Panel } from './parts.mjs';

const LARGEST = 8;

const Links = ({ symbols }) =>
  symbols.map(
    (symbol, i) =>
      html`${i > 0 && ', '}<a class="name" href=${`#/coin/${encodeURIComponent(symbol)}`}>${name24(symbol)}</a>`,
  );

/** The view. @param result the 404, with the host's suggestions if it has any */
export function Unknown({ symbol, result }) {
  const rows = useAnswer('signum').data?.items ?? [];
  const near = [
    ...new Set([
      ...(result.suggestions ?? []),
      ...nearest(
        symbol,
        rows.map((one) => one.symbol),
      ),
    ]),
  ].slice(0, LARGEST);
  const largest = rows
    .toSorted((a, b) => (b.quote_volume_24h ?? 0) - (a.quote_volume_24h ?? 0))
    .slice(0, LARGEST)
    .map((one) => one.symbol);
  return html`<main id="main" tabindex="-1">
    <div class="sheet">
      <div class="coin-h"><h1 class="name">${name24(symbol)}</h1></div>
      <${Panel} id="unknown" title="No such coin">
        <p role="status">${result.message}</p>
        ${near.length > 0 && html`<p>Near names: <${Links} symbols=${near} />.</p>`}
        ${near.length === 0 && largest.length > 0 && html`<p>No name is near. Most traded: <${Links} symbols=${largest} />.</p>`}
      <//>
    </div>
  </main>`;
}
