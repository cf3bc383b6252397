/** Table of coins with sorting, filter, download and its request as a terminal command. */

import { useMemo } from '../vendor/preact-hooks.mjs';
import { Bell } from './bell.mjs';
import { name24, num } from './format.mjs';
import { html } from './parts.mjs';
import { Star } from './star.mjs';
import { csvOf, filtered, sorted } from './table-model.mjs';
import { now } from './time.mjs';
import { useWatched } from './watched.mjs';

/** Saves a text as a file. */
function save(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const ARROWS = { ascending: '▴', descending: '▾', none: '' };

function Head({ column, sort, set }) {
  const isSorted = sort.key === column.key;
  const order = !isSorted ? 'none' : sort.isDescending ? 'descending' : 'ascending';
  // First press: numbers descending, words ascending.
  const press = () => set({ key: column.key, isDescending: isSorted ? !sort.isDescending : column.isNumber === true });
  return html`<th scope="col" aria-sort=${order} class=${column.isNumber ? 'r' : undefined}>
    <button class="sort" type="button" onClick=${press}>${column.name} <span aria-hidden="true">${ARROWS[order]}</span></button>
  </th>`;
}

const Cell = ({ column, row }) => {
  const value = column.value(row);
  return html`<td class=${column.isNumber ? 'r' : undefined}>${value === null ? '–' : column.text(value)}</td>`;
};

/**
 * The table.
 *
 * @param name of its file; @param alert number that a row's bell watches; @param rows all rows; @param columns see
 * `tables.mjs`, the symbol first
 * @param state `{ sort: { key, isDescending }, text, isWatched }`; @param set merges changed parts into it
 */
export function CoinTable({ name, alert, rows, columns, state, set, total = rows.length }) {
  const watched = useWatched();
  const [symbol] = columns;
  const { sort, text, isWatched } = state;
  const shown = useMemo(() => {
    const column = columns.find(({ key }) => key === sort.key) ?? columns[0];
    const mine = isWatched ? rows.filter((row) => watched.includes(symbol.value(row))) : rows;
    return sorted(filtered(mine, columns, text), column, sort.isDescending);
  }, [rows, columns, sort.key, sort.isDescending, text, isWatched, watched]);
  const download = () =>
    save(
      `barograph-${name}-${new Date(now()).toISOString().slice(0, 16).replace(':', '')}Z.csv`,
      csvOf(columns, shown),
    );
  return html`<div class="table-bar">
      <label for="table-text">Filter</label>
      <input
        id="table-text"
        value=${text}
        maxlength="60"
        autocomplete="off"
        spellcheck=${false}
        placeholder=${`part of a name, or ${columns.find(({ isNumber }) => isNumber)?.key ?? 'x'}>10`}
        onInput=${(event) => set({ text: event.target.value })}
      />
      <label class="tick"
        ><input type="checkbox" checked=${isWatched} onChange=${(event) => set({ isWatched: event.target.checked })} />
        Watched only</label
      >
      <button class="btn" type="button" disabled=${shown.length === 0} onClick=${download}>CSV of ${num(shown.length)} rows</button>
      <span class="sub" role="status">${num(shown.length)} of ${num(rows.length)}${total > rows.length && ` (the host has ${num(total)})`}</span>
    </div>
    <div class="scroll coin-table" tabindex="0" role="region" aria-label="Rows of the table">
      <table class="tb">
        <thead>
          <tr>
            <th scope="col"><span class="vh">watched</span></th>
            ${columns.map((column) => html`<${Head} key=${column.key} column=${column} sort=${sort} set=${(next) => set({ sort: next })} />`)}
          </tr>
        </thead>
        <tbody>
          ${shown.map((row, i) => {
            const coin = symbol.value(row);
            return html`<tr key=${`${coin} ${row.venue ?? row.source ?? i}`}>
              <td><${Star} symbol=${coin} />${alert && html`<${Bell} of=${alert} coin=${coin} />`}</td>
              <td><a class="name" href=${`#/coin/${encodeURIComponent(coin)}`}>${name24(coin)}</a></td>
              ${columns.slice(1).map((column) => html`<${Cell} key=${column.key} column=${column} row=${row} />`)}
            </tr>`;
          })}
        </tbody>
      </table>
      ${shown.length === 0 && html`<p class="missing">No row fits.</p>`}
    </div>`;
}
