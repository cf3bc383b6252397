/** Event tape: live events, and times without coverage. */

import { useEffect, useMemo, useReducer, useRef, useState } from '../vendor/preact-hooks.mjs';
import { access } from './access.mjs';
import { foreseen, useAnswer } from './ask.mjs';
import { age, clock, name24, num, pct, price, say, usd } from './format.mjs';
import { Glyph, html, Panel } from './parts.mjs';
import { fits, queryOf } from './event-filter.mjs';
import { follow } from './stream.mjs';
import { TapeFilter, useFilter } from './tape-filter.mjs';
import { now } from './time.mjs';
import { EVENTS } from './words.mjs';

const KEPT = 300;

/** Text of an event, and its size. */
const TELL = {
  price_move: (e) => [`${pct(e.pct, 2, true)} in ${age(1000 * e.window_s)}`, price(e.price)],
  funding: (e) => [`${pct(100 * e.rate_1h, 4)} an hour, was ${pct(100 * e.prev_rate_1h, 4)}`, ''],
  oi_delta: (e) => [`${pct(e.pct, 2, true)} in ${age(1000 * e.window_s)}`, usd(e.usd, true)],
  liquidation: (e) => [`${e.side} forced out at ${price(e.px)}`, usd(e.usd)],
  whale_position: (e) => [
    `${e.side} ${e.action}${e.change_pct == null ? '' : `, ${pct(e.change_pct, 0, true)}`}`,
    usd(e.usd),
  ],
  whale_transfer: (e) => [
    `${num(e.amount)} ${e.direction === 'inflow' ? 'into' : 'out of'} ${name24(e.exchange)}, on ${name24(e.chain)}`,
    usd(e.usd),
  ],
};

const newestFirst = (a, b) => b.ts - a.ts || b.id - a.id;

/** Merges events that are not in the rows yet. */
function united(rows, events) {
  const known = new Set(rows.map(({ id }) => id));
  const fresh = events.filter(({ id }) => !known.has(id));
  return fresh.length === 0 ? rows : [...fresh, ...rows].sort(newestFirst);
}

/** Rows of the tape: events by id, with gaps and drops between them. */
function reduce(rows, action) {
  switch (action.kind) {
    case 'events': {
      const next = united(rows, action.events);
      return next === rows ? rows : next.slice(0, KEPT);
    }
    case 'note':
      return [...rows.filter(({ id }) => id !== action.note.id), action.note].sort(newestFirst).slice(0, KEPT);
    case 'reset':
      return [];
    default:
      return rows;
  }
}

const Row = ({ of, coins }) => {
  if (of.note !== undefined)
    return html`<tr class=${`gap ${of.tone}`}>
      <td colspan="5">${of.note}</td>
    </tr>`;
  const [what, size] = (TELL[of.type] ?? (() => ['', '']))(of);
  return html`<tr>
    <td class="ti"><time datetime=${new Date(of.ts).toISOString()}>${clock(of.ts)}</time></td>
    <td class="ty">${EVENTS[of.type] ?? name24(of.type)}</td>
    <td class="sy">
      ${
        // A token on a chain need not have a perp: a dollar coin has no page.
        of.type === 'whale_transfer' && !coins.has(of.symbol)
          ? html`<span class="name">${name24(of.symbol)}</span>`
          : html`<a class="name" href=${`#/coin/${encodeURIComponent(of.symbol)}`}>${name24(of.symbol)}</a>`
      }
    </td>
    <td>${what}${of.data_source === 'simulated' && html` <span class="sim-word">sim</span>`}</td>
    <td class="am">${size}</td>
  </tr>`;
};

const were = (count) => (count === 1 ? '1 event was' : `${num(count)} events were`);

/** A dropped stream as a row: its duration, and whether its events were recovered. */
function dropNote({ from, to, missed, lost }) {
  const id = `drop ${from}`;
  const span = `${clock(from)} to ${to === undefined ? 'now' : clock(to)}`;
  if (to === undefined)
    return { id, ts: from, tone: 'open', note: `${span} not connected; it is asked for afterwards` };
  if (lost > 0)
    return { id, ts: to, tone: 'lost', note: `${span} not observed: ${were(lost)} no longer kept by the service` };
  const made = missed === 0 ? 'nothing happened meanwhile' : `${were(missed)} made up for by id`;
  return { id, ts: to, tone: 'closed', note: `${span} not connected; ${made}` };
}

/** A time in which the service itself had no data from a source. */
function gapNote({ source, feed, from, to }) {
  const span = `${clock(from)} to ${to === null ? 'now' : clock(to)}`;
  const note = `${span} not heard by the service: ${say(feed)} of ${name24(source)}; what happened then may be missing`;
  return { id: `gap ${source} ${feed} ${from}`, ts: from, tone: to === null ? 'open' : 'lost', note };
}

/** Live stream after the last known event. */
function useLive(dispatch, lastId, isOn) {
  const [state, setState] = useState({ word: 'connecting' });
  useEffect(() => {
    if (!isOn) return undefined;
    let drop;
    const note = () => dispatch({ kind: 'note', note: dropNote(drop) });
    return follow(
      {
        event: (event) => {
          if (drop !== undefined && drop.to !== undefined && event.ts <= drop.to) {
            drop.missed++;
            note();
          }
          dispatch({ kind: 'events', events: [event] });
        },
        gap: ({ afterId, resumedAfterId }) => {
          drop ??= { from: now(), missed: 0, lost: 0 };
          drop.to ??= now();
          drop.lost += resumedAfterId - afterId;
          note();
        },
        state: (word, reason) => {
          if (word === 'dropped' && (drop === undefined || drop.to !== undefined))
            drop = { from: now(), missed: 0, lost: 0 };
          if (word === 'connected' && drop !== undefined) drop.to ??= now();
          if (drop !== undefined && word !== 'connecting') note();
          setState({ word, reason });
        },
      },
      lastId,
    );
  }, [isOn, lastId === undefined]);
  return state;
}

/** Rows that pass the filter, below its controls; gaps are always shown. */
function Filtered({ rows, filter }) {
  const fitting = rows.filter((row) => row.note !== undefined || fits(row, filter));
  const events = (some) => some.filter(({ note }) => note === undefined).length;
  return html`<${TapeFilter} of=${filter} count=${events(fitting)} all=${events(rows)} />
    ${fitting.length === 0 ? html`<p class="missing">No event fits.</p>` : html`<${Rows} rows=${fitting} />`}`;
}

/** Rows do not move while the reader reads; new ones are counted. */
function Rows({ rows }) {
  const box = useRef(null);
  const coins = new Set(useAnswer('signum').data?.items.map(({ symbol }) => symbol));
  const [held, hold] = useState(undefined);
  const shown = held === undefined ? rows : rows.filter(({ id, ts }) => held.has(id) || ts < held.since);
  const scrolled = () => {
    const isTop = box.current.scrollTop < 8;
    if (isTop) hold(undefined);
    else if (held === undefined)
      hold(Object.assign(new Set(rows.map(({ id }) => id)), { since: rows.at(-1)?.ts ?? 0 }));
  };
  const waiting = rows.length - shown.length;
  const toTop = () => {
    box.current.scrollTop = 0;
    hold(undefined);
  };
  return html`<div class="tape-box">
    ${waiting > 0 && html`<button class="btn newer" type="button" onClick=${toTop}>${num(waiting)} new</button>`}
    <div class="tape" ref=${box} onScroll=${scrolled} tabindex="0" role="region" aria-label="Event tape, newest first">
      <table>
        <thead class="vh">
          <tr>
            <th scope="col">time</th>
            <th scope="col">type</th>
            <th scope="col">coin</th>
            <th scope="col">what</th>
            <th scope="col">size</th>
          </tr>
        </thead>
        <tbody>
          ${shown.map((row) => html`<${Row} key=${row.id} of=${row} coins=${coins} />`)}
        </tbody>
      </table>
    </div>
  </div>`;
}

const LIVE_GLYPH = { connected: 'fresh', connecting: 'warming', dropped: 'alert' };

/** The tape of a caller with a key: the tail, then live. */
function LiveTape() {
  const [rows, dispatch] = useReducer(reduce, []);
  const result = useAnswer('recent');
  const { data } = result;
  const filter = useFilter();
  const coins = useAnswer('signum').data?.items.map(({ symbol }) => symbol);
  const query = queryOf(filter, coins);
  // The newest hundred matches are requested: among all events they may be long gone.
  const older = useAnswer('recentOf', query ?? '', query !== undefined);
  const closed = foreseen('stream');
  const live = useLive(dispatch, data?.last_id, data !== undefined && closed === undefined);
  useEffect(() => {
    if (data === undefined) return;
    dispatch({ kind: 'events', events: data.events });
    for (const gap of data.gaps ?? []) dispatch({ kind: 'note', note: gapNote(gap) });
  }, [data]);
  const all = useMemo(
    () => (query !== undefined && older.state === 'ok' ? united(rows, older.data.events) : rows),
    [rows, query, older],
  );
  const last = rows.find(({ note }) => note === undefined)?.ts;
  const extra =
    result.state === 'ok' &&
    (closed === undefined
      ? html`<span class=${`live v-${live.word}`} role="status" title=${live.reason}
          ><${Glyph} kind=${LIVE_GLYPH[live.word]} />${live.word}</span
        >`
      : html`<span class="live">${closed.tier ? `live with a key of tier ${say(closed.tier)}` : 'not live'}</span>`);
  return html`<${Panel}
    id="tape"
    title="Events"
    ask="newest first"
    result=${closed === undefined && result.state === 'ok' ? { ...result, path: 'GET /stream' } : result}
    at=${last}
    extra=${extra}
  >
    ${rows.length === 0 ? html`<p class="missing">Nothing has happened yet that is an event; moves, funding, forced closes and large positions come here.</p>` : html`<${Filtered} rows=${all} filter=${filter} />`}
  <//>`;
}

/** Preview for a caller without a key: three minutes, half an hour late. */
function DelayedTape() {
  const result = useAnswer('delayed');
  const { data } = result;
  const filter = useFilter();
  return html`<${Panel}
    id="tape"
    title="Events"
    ask=${data ? `${age(data.delay_ms)} late, without a key` : 'without a key'}
    result=${result}
    at=${data?.window_end}
  >
    ${
      data &&
      (data.events.length === 0
        ? html`<p class="missing">
            Nothing happened from ${clock(data.window_start)} to ${clock(data.window_end)} UTC.${' '}<a href="#/key">With a key</a> the tape is live.
          </p>`
        : html`<${Filtered} rows=${data.events.map((event, i) => ({ id: i, ...event })).sort(newestFirst)} filter=${filter} />`)
    }
  <//>`;
}

/** The tape. @param by current access, `nobody` when anonymous */
export const Tape = ({ by = access().by }) => (by === 'nobody' ? html`<${DelayedTape} />` : html`<${LiveTape} />`);
