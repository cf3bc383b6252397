/** Coins on the reader's watch list, on the market view. */

import { useAnswer } from './ask.mjs';
import { DASH, name24, num, pct, price, prob, usd } from './format.mjs';
import { Code, Glyph, html, Panel } from './parts.mjs';
import { Star } from './star.mjs';
import { useWatched, watchedNow } from './watched.mjs';
import { SIGNUM, stateOf } from './words.mjs';

const HEAD = ['price', '24 h', 'SIGNUM', 'ADX', 'next hours', 'sure', 'open interest'];

function Row({ symbol, signum, move, now }) {
  const state = now?.regime && stateOf(now.regime);
  return html`<tr>
    <td><${Star} symbol=${symbol} /></td>
    <td><a class="name" href=${`#/coin/${encodeURIComponent(symbol)}`}>${name24(symbol)}</a></td>
    <td class="r">${price(move?.price ?? signum?.price)}</td>
    <td class="r">${pct(move?.pct_24h ?? signum?.pct_change_24h, 1, true)}</td>
    <td class="r">${signum ? html`<${Glyph} kind=${SIGNUM[signum.color]?.glyph} /> ${signum.color} ${num(signum.days_in_color)} d` : DASH}</td>
    <td class="r">${num(signum?.adx)}</td>
    <td class="r">${state ? html`<${Code} of=${state} /> ${state.name}` : DASH}</td>
    <td class="r">${prob(now?.confidence)}</td>
    <td class="r">${usd(now?.oi_usd)}</td>
  </tr>`;
}

/** Questions of the panel; empty without a watched coin. */
export const watchedQuestions = () => (watchedNow().length > 0 ? [['signum'], ['heatmap'], ['coinRows']] : []);

/** The panel. */
export function Watched() {
  const names = useWatched();
  const signum = useAnswer('signum');
  const moves = useAnswer('heatmap');
  const now = useAnswer('coinRows');
  const find = (result, symbol) => result.data?.items.find((row) => row.symbol === symbol);
  return html`<${Panel} id="watched" title="Watchlist" ask="kept in this browser" result=${now.state === 'ok' ? now : signum}>
    <div class="scroll" tabindex="0" role="region" aria-label="Watched coins">
      <table class="tb">
        <thead>
          <tr>
            <th scope="col"><span class="vh">watched</span></th>
            <th scope="col">coin</th>
            ${HEAD.map((name) => html`<th scope="col" class="r" key=${name}>${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${names.map((symbol) => html`<${Row} key=${symbol} symbol=${symbol} signum=${find(signum, symbol)} move=${find(moves, symbol)} now=${find(now, symbol)} />`)}
        </tbody>
      </table>
    </div>
  <//>`;
}
