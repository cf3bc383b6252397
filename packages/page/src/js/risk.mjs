/** The view at `#/book`: a pasted book stays in this browser, and its risk is computed here. */

import { useEffect, useMemo, useRef, useState } from '../vendor/preact-hooks.mjs';
import { QUESTIONS, useAnswer } from './ask.mjs';
import { DASH, name24, num, pct, prob } from './format.mjs';
import { html, Panel } from './parts.mjs';
import { BOOK_KEY, EXAMPLE, measured } from './risk-book.mjs';

Object.assign(QUESTIONS, {
  scenarios: [(horizon) => `risk/scenarios?horizon=${horizon}`, 3_600_000],
});

const HORIZONS = { '24h': 'Until tomorrow, 24 h', '4h': '4 h' };

/** Reads or writes this browser's storage. Without storage nothing is kept. */
function kept(method, ...texts) {
  try {
    return localStorage[method](...texts);
  } catch {
    return null;
  }
}

/** Full dollar amount, with the number itself for programs. */
const Usd = ({ of, sign = false }) =>
  html`<data value=${of ?? ''}>${of == null ? DASH : `${of < 0 ? '−' : sign && of > 0 ? '+' : ''}$${num(Math.abs(of))}`}</data>`;

/** Problems of the book by line; choosing one selects its line in the text. */
function Problems({ of, show }) {
  return html`<ul class="book-problems">
    ${of.map(
      ({ line, field, expected, got, hint }) =>
        html`<li>
          ${line !== undefined && html`<button class="link" type="button" onClick=${() => show(line)}>Line ${num(line)}</button>, `}<b>${field}</b>:
          expected ${expected}, got ${name24(got)}${hint && `; ${hint}`}
        </li>`,
    )}
  </ul>`;
}

function Form({ state, set, problems }) {
  const area = useRef(null);
  const change = (part) => set({ ...state, ...part });
  const show = (line) => {
    const lines = area.current.value.split(/\r\n|\r|\n/);
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    area.current.focus();
    area.current.setSelectionRange(start, start + lines[line - 1].length);
  };
  return html`<form class="book-form" onSubmit=${(event) => event.preventDefault()}>
    <label for="book-text">Positions, one a line, below a head; cells of a spreadsheet or CSV</label>
    <textarea
      id="book-text"
      ref=${area}
      rows="9"
      autocomplete="off"
      spellcheck=${false}
      aria-describedby="book-help"
      aria-invalid=${problems.length > 0 ? 'true' : undefined}
      placeholder=${EXAMPLE}
      value=${state.text}
      onInput=${(event) => change({ text: event.target.value })}
    ></textarea>
    <div class="row">
      <button class="btn" type="button" onClick=${() => change({ text: EXAMPLE })}>Example book</button>
      <button class="btn" type="button" disabled=${state.text === ''} onClick=${() => change({ text: '' })}>Clear</button>
      <label class="tick"
        ><input type="checkbox" checked=${state.isKept} onChange=${(event) => change({ isKept: event.target.checked })} />
        Keep in this browser</label
      >
    </div>
    <div class="row">
      <label for="book-horizon">Horizon</label>
      <select id="book-horizon" value=${state.horizon} onChange=${(event) => change({ horizon: event.target.value })}>
        ${Object.entries(HORIZONS).map(([value, text]) => html`<option value=${value}>${text}</option>`)}
      </select>
      <label for="book-balance">Balance of the account, USD</label>
      <input
        id="book-balance"
        inputmode="decimal"
        autocomplete="off"
        placeholder="if known"
        value=${state.balance}
        onInput=${(event) => change({ balance: event.target.value })}
      />
    </div>
    <div role="status">${problems.length > 0 && html`<${Problems} of=${problems} show=${show} />`}</div>
    <p class="sub" id="book-help">
      Columns: coin, side (long or short), size in coins or notional in USD; where known entry, leverage, mode (cross or
      isolated), margin (USD behind an isolated position). The book is sent nowhere: the page asks for the returns of
      all perps and computes here.
    </p>
  </form>`;
}

/** A figure with its label and note. */
const Figure = ({ lab, children, note }) =>
  html`<div class="book-figure">
    <p class="sub">${lab}</p>
    <p class="big">${children}</p>
    <p class="sub">${note}</p>
  </div>`;

/** Result of the check in docs/chapters/stress-and-news.md, for the rules that the host still has. */
const CHECKED =
  'On prices of 2024-07 to 2025-07, 200 random books lost more than their 1 in 20 level on 5.8\u00a0% of the days; long-only books on 7.0\u00a0%. ';

const TIMES = { 0.05: '1 time in 20', 0.01: '1 time in 100' };

function Losses({ risk, hours }) {
  const { tails, volatility, gross, liquidation } = risk;
  const worst = [...tails].reverse();
  const share = (x) => (gross > 0 ? `${pct((100 * x) / gross, 1)} of the notional` : '');
  const chance = liquidation.any ?? liquidation.account;
  return html`<div class="book-figures">
    ${worst.map(
      ({ level, valueAtRisk, expectedShortfall }) =>
        html`<${Figure}
          key=${level}
          lab=${`${TIMES[level] ?? pct(100 * level)}, more than`}
          note=${html`then <${Usd} of=${expectedShortfall} /> on average (${pct(100 * level)} value at risk, expected
            shortfall)`}
          ><span class=${`var-${100 * level}`}><${Usd} of=${valueAtRisk} /></span
        ><//>`,
    )}
    <${Figure} lab=${`Volatility, ${hours}`} note=${share(volatility)}
      ><span class="vol"><${Usd} of=${volatility} /></span
    ><//>
    <${Figure}
      lab="Chance of a liquidation"
      note=${
        chance === null
          ? 'Not known: give leverages, or the balance of the account.'
          : `at the end of ${hours}, of any position; on the way it can be higher`
      }
      ><data class="liq" value=${chance ?? ''}>${chance === null ? DASH : prob(chance)}</data><//>
  </div>`;
}

/** Contributions to the loss, largest first; a negative one reduces the loss. */
function Responsible({ risk }) {
  const level = risk.tails.length - 1;
  const rows = risk.positions
    .map(({ toShortfall, ...rest }) => ({ ...rest, part: toShortfall[level] }))
    .sort((a, b) => b.part.component - a.part.component);
  const most = Math.max(...rows.map(({ part }) => Math.abs(part.component)), Number.MIN_VALUE);
  const [first] = rows;
  return html`${
    first.part.component > 0 &&
    first.part.share !== null &&
    html`<p class="book-who">
        <b>${name24(first.coin)} ${first.notional < 0 ? 'short' : 'long'}</b> has ${prob(first.part.share)} of the loss in
        the worst 5${'\u00a0'}%.
      </p>`
  }
    <div class="scroll" tabindex="0" role="region" aria-label="Positions by their part of the loss">
      <table class="tb book-parts">
        <thead>
          <tr>
            <th scope="col">position</th>
            <th scope="col" class="r">notional</th>
            <th scope="col" class="r">of the loss</th>
            <th scope="col" class="r narrow">share</th>
            <th scope="col" class="r">liquidation</th>
            <th scope="col" class="bars">lowers · adds</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(({ coin, notional, part, liquidation }) => {
            const width = (50 * Math.abs(part.component)) / most;
            const isLower = part.component < 0;
            return html`<tr>
              <td>${name24(coin)} <span class="sub">${notional < 0 ? 'short' : 'long'}</span></td>
              <td class="r"><${Usd} of=${notional} /></td>
              <td class="r part"><${Usd} of=${part.component} sign /></td>
              <td class="r narrow">${part.share === null ? DASH : pct(100 * part.share)}</td>
              <td class="r">${liquidation === null ? DASH : prob(liquidation)}</td>
              <td class="bars">
                <span class="two-way" aria-hidden="true"
                  ><i
                    class=${isLower ? 'lower' : 'adds'}
                    style=${{ width: `${width}%`, left: `${isLower ? 50 - width : 50}%` }}
                  ></i
                ></span>
              </td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>`;
}

function initial() {
  const text = kept('getItem', BOOK_KEY);
  return { text: text ?? '', isKept: text !== null, horizon: '24h', balance: '' };
}

/** The whole view. */
export function Book() {
  const [state, set] = useState(initial);
  const { text, isKept, horizon, balance } = state;
  useEffect(() => {
    if (isKept) kept('setItem', BOOK_KEY, text);
    else kept('removeItem', BOOK_KEY);
  }, [text, isKept]);
  const result = useAnswer('scenarios', horizon);
  const { data } = result;
  const { risk, problems, ms } = useMemo(() => measured(text, balance, data), [text, balance, data]);
  const hours = horizon === '24h' ? '24 hours' : '4 hours';
  const waits =
    text.trim() === '' ? 'Paste a book, or take the example.' : 'No number is shown before the host has answered.';
  const empty = html`<p class="missing">
    ${problems.length > 0 ? 'No number is shown before every line is read.' : waits}
  </p>`;
  return html`<main id="main" tabindex="-1">
    <h1 class="vh">Risk of a book</h1>
    <div class="sheet">
      <${Panel} id="book" title="Your book" ask="it stays in this browser"
        ><${Form} state=${state} set=${set} problems=${problems}
      /><//>
      <${Panel}
        id="loss"
        title=${horizon === '24h' ? 'What it can lose by tomorrow' : 'What it can lose in 4 hours'}
        result=${result}
        foot=${
          data &&
          html`<span>${data.rules_version}, ${num(data.scenarios)} scenarios of ${num(data.perps.length)} perps</span
            >${risk && html`<span>computed here in ${num(ms)} ms</span>`}`
        }
      >
        ${risk ? html`<${Losses} risk=${risk} hours=${hours} />` : empty}
        <p class="sub after">
          ${horizon === '24h' && CHECKED}<a href="api/v1/quant/scorecard?format=markdown"
            >How often published forecasts were right</a
          >
        </p>
      <//>
      <${Panel} id="who" title="Which position is responsible" ask="part of the mean loss in the worst 5 % of scenarios">
        ${risk && risk.positions.length > 0 ? html`<${Responsible} risk=${risk} />` : empty}
      <//>
    </div>
  </main>`;
}
