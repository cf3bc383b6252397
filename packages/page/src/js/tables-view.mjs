/** The view at `#/tables/NAME`: every table of coins. Sorting and filter are in the address. */

import { setSettings, useSetting } from './address.mjs';
import { useAnswer } from './ask.mjs';
import { CoinTable } from './coin-table.mjs';
import { html, Panel } from './parts.mjs';
import { columnsOf, TABLES } from './tables.mjs';

/** Columns by table, created once. */
const COLUMNS = Object.fromEntries(Object.entries(TABLES).map(([name, table]) => [name, columnsOf(table)]));

function Shown({ name }) {
  const table = TABLES[name];
  const columns = COLUMNS[name];
  const result = useAnswer(table.ask);
  const keys = columns.flatMap(({ key }) => [key, `-${key}`]);
  const first = columns.find(({ isNumber }) => isNumber) ?? columns[0];
  const [order] = useSetting('sort', keys, `-${first.key}`);
  const [text] = useSetting('q', (one) => one.slice(0, 60), '');
  const [watch] = useSetting('watched', ['1'], '');
  const sort = { key: order.replace(/^-/, ''), isDescending: order.startsWith('-') };
  const set = ({ sort: next, text: typed, isWatched }) => {
    const changes = {};
    if (next !== undefined) changes.sort = `${next.isDescending ? '-' : ''}${next.key}`;
    if (typed !== undefined) changes.q = typed === '' ? undefined : typed;
    if (isWatched !== undefined) changes.watched = isWatched ? '1' : undefined;
    setSettings(changes);
  };
  const rows = result.data && table.rows(result.data);
  return html`<${Panel}
    id="table"
    title=${table.title}
    result=${rows?.length === 0 ? { ...result, state: 'empty' } : result}
  >
    ${rows && html`<${CoinTable} name=${name} alert=${table.alert} rows=${rows} columns=${columns} total=${result.data.total} state=${{ sort, text, isWatched: watch === '1' }} set=${set} />`}
  <//>`;
}

/** The whole view. @param detail name of the table */
export function Tables({ detail }) {
  const name = Object.hasOwn(TABLES, detail ?? '') ? detail : 'signum';
  return html`<main id="main" tabindex="-1">
    <h1 class="vh">Tables of coins</h1>
    <nav class="subnav" aria-label="Tables">
      ${Object.entries(TABLES).map(([id, { title }]) => html`<a key=${id} href=${`#/tables/${id}`} aria-current=${id === name ? 'page' : undefined}>${title}</a>`)}
    </nav>
    <div class="sheet"><${Shown} key=${name} name=${name} /></div>
  </main>`;
}
