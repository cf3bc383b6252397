/** News that could move a coin: first report, confirmations, and the market's reaction. */

import { useAnswer } from './ask.mjs';
import { age, clock, cut, day, name24, num, say } from './format.mjs';
import { AsTable, Bar, Block, Glyph, html, Panel } from './parts.mjs';

const MINUTE = 60_000;
/** Horizons of a reaction: field, words and length. */
const HORIZONS = [
  ['15m', '15 min', 15 * MINUTE],
  ['1h', '1 h', 60 * MINUTE],
  ['4h', '4 h', 240 * MINUTE],
];
/** Readings of a reaction: the first ones next to a story, all in the table. A funding shift is a fraction per hour. */
const READINGS = [
  ['price, %', ({ ret_pct: by }) => num(by, 2, true)],
  ['price, σ of a day', ({ abnormality: times }) => num(times, 1)],
  ['open interest, %', ({ oi_change_pct: by }) => num(by, 2, true)],
  ['funding, bp/h', ({ funding_shift: by }) => num(by === null ? null : 1e4 * by, 3, true)],
  ['volume, × usual', ({ volume_multiplier: times }) => num(times, 1)],
];
const BESIDE = READINGS.slice(0, 4);
/** Time after their horizon within which reactions are measured; later, data are missing or a host catches up. */
const MEASURED_WITHIN = 10 * MINUTE;
/** Longest title, characters. */
const TITLE = 160;

/** Reason for a missing reaction. */
const unmeasured = (story, length, at) =>
  at > story.published_at + length + MEASURED_WITHIN ? 'not known' : 'not matured';

function Reaction({ story, at }) {
  const found = story.market_response;
  return html`<table class="react">
    <caption class="vh">
      Market after the report
    </caption>
    <thead>
      <tr>
        <td></td>
        ${HORIZONS.map(([, words]) => html`<th scope="col">${words}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${BESIDE.map(
        ([name, tell], row) =>
          html`<tr>
            <th scope="row">${name}</th>
            ${HORIZONS.map(([key, , length]) => {
              if (found[key] !== null) return html`<td class=${row === 0 ? 'b' : undefined}>${tell(found[key])}</td>`;
              return (
                row === 0 && html`<td class="missing" rowspan=${BESIDE.length}>${unmeasured(story, length, at)}</td>`
              );
            })}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** URLs come from feeds: only http and https become links. */
const isWeb = (url) => /^https?:\/\//i.test(url ?? '');
const Title = ({ of: { title, url } }) => {
  const text = cut(title, TITLE);
  return isWeb(url)
    ? html`<a class="title" href=${url} rel="noreferrer">${text}</a>`
    : html`<b class="title">${text}</b>`;
};

const Coin = ({ symbol }) =>
  symbol === 'MARKET'
    ? html`<b>Market</b>`
    : html`<a class="name coin" href=${`#/coin/${encodeURIComponent(symbol)}`}>${name24(symbol)}</a>`;

const direction = (x) => (x > 0 ? 'up' : x < 0 ? 'down' : 'flat');
const riskOf = (x) => (x > 0 ? 'risk on' : x < 0 ? 'risk off' : 'neutral');

const others = (corroboration) =>
  corroboration === 1 ? 'nobody else yet' : `${num(corroboration - 1)} more independent`;

function Story({ of: story, at }) {
  const { published_at: time, impact_score: impact, bias } = story;
  return html`<li>
    <div class="story">
      <p class="sub">
        <${Coin} symbol=${story.symbol} />
        <time datetime=${new Date(time).toISOString()}>${day(time)} ${clock(time)}</time>
        <span>${age(at - time)} ago</span><span>${say(story.category)}</span>
        <span><${Glyph} kind=${direction(bias)} /> ${riskOf(bias)}</span>
      </p>
      <h3><${Title} of=${story} /></h3>
      <p class="sub">
        <span>first: <b>${cut(story.source, 40)}</b></span> <span>${others(story.corroboration)}</span>
      </p>
      <p class="sub imp">
        impact <${Bar} value=${impact} max=${1} label=${`impact ${num(impact, 2)} of 1`} /><b>${num(impact, 2)}</b>
      </p>
    </div>
    ${story.market_response && html`<${Reaction} story=${story} at=${at} />`}
  </li>`;
}

const allRows = (items) =>
  items.map((story) => [
    `${day(story.published_at)} ${clock(story.published_at)}`,
    name24(story.symbol),
    say(story.category),
    num(story.impact_score, 2),
    num(story.corroboration),
    ...HORIZONS.flatMap(([key]) => READINGS.map(([, tell]) => tell(story.market_response?.[key] ?? {}))),
    html`<span class="name">${cut(story.title, 60)}</span>`,
  ]);
const HEAD = [
  'published, UTC',
  'coin',
  'kind',
  'impact',
  'sources',
  ...HORIZONS.flatMap(([, words]) => READINGS.map(([name]) => [name, words].join(', '))),
  'title',
];

/** Stories with the market's reaction, and the whole answer as a table. */
export function Stories({ data, items }) {
  const at = data.as_of;
  const isPart = data.items.some((story) => story.market_response === undefined);
  return html`<ol class="stories">
      ${items.map((story) => html`<${Story} key=${story.id} of=${story} at=${at} />`)}
    </ol>
    ${isPart && html`<p class="sub after">What price, open interest and funding did afterwards needs a key of tier pro plus.</p>`}
    ${data.count > items.length && html`<p class="sub after">${num(items.length)} of ${num(data.total ?? data.count)} reports; the table has ${num(data.count)}.</p>`}
    <${AsTable} of="All reports, newest first" head=${HEAD} rows=${() => allRows(data.items)} />`;
}

const SHOWN = 6;
const PULSE_SHOWN = 8;

/** Pressure and tilt of coins, and of the market. */
function Pulse({ data }) {
  const rows = data.items.filter(({ event_count: count }) => count > 0).slice(0, PULSE_SHOWN);
  const { market, universe_size: all } = data;
  return html`<table class="tb pulse">
      <thead>
        <tr>
          <th scope="col">coin</th>
          <th scope="col">pressure</th>
          <th scope="col" class="r">0 to 1</th>
          <th scope="col" class="r">tilt</th>
        </tr>
      </thead>
      <tbody>
        ${[{ ...market, symbol: 'MARKET' }, ...rows].map(
          ({ symbol, news_pressure: pressure, news_tilt: tilt }) =>
            html`<tr key=${symbol}>
              <td><${Coin} symbol=${symbol} /></td>
              <td><${Bar} value=${pressure} max=${1} tone=${tilt > 0 ? 'up' : tilt < 0 ? 'down' : 'muted'} /></td>
              <td class="r">${num(pressure, 2)}</td>
              <td class="r">${num(tilt, 2, true)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="sub after">
      ${num(all - data.items.filter(({ event_count: count }) => count > 0).length)} of ${num(all)} coins are without news. Half of a report's weight is gone after 12 h; tilt is −1 risk off to +1 risk on.
    </p>`;
}

const byImpact = (a, b) => b.impact_score - a.impact_score || b.published_at - a.published_at;

/** Largest stories of a day, and the coins they affect. */
export function News() {
  const result = useAnswer('news');
  const pulse = useAnswer('pulse');
  const { data } = result;
  const items = data?.items.toSorted(byImpact).slice(0, SHOWN);
  return html`<${Panel} id="news" title="News" ask="catalysts of 24 hours, largest impact first, and what followed" result=${result}>
    ${
      data &&
      html`<div class="news">
        <div>
          ${
            items.length === 0
              ? html`<p class="missing">
                  Nothing was reported in 24 hours that could move a coin; what is below an impact of${' '}${num(data.min_impact, 2)} is
                  not kept.
                </p>`
              : html`<${Stories} data=${data} items=${items} />`
          }
        </div>
        <${Block} title="Pressure" result=${pulse}>${(known) => html`<${Pulse} data=${known} />`}<//>
      </div>`
    }
  <//>`;
}
