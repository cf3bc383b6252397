/** Heat map of forced-exit prices by hour, with the price and the forced closes. */

import { useEffect, useMemo, useState } from '../vendor/preact-hooks.mjs';
import { QUESTIONS, useAnswer } from './ask.mjs';
import { name24, num, pct, price, stamp, usd } from './format.mjs';
import { OPACITY, plotsOf } from './liquidation-paint.mjs';
import { html, Panel } from './parts.mjs';
import { coin } from './paths.mjs';
import { DAY_MS, forcedByHour, heardEvents, heatSteps, HOUR_MS, largestBin, onGrid } from './series.mjs';
import { now } from './time.mjs';
import { Frame } from './timechart.mjs';

const HOURS = 24;
/** Concurrent archive reads: the service allows a caller two. */
const AT_ONCE = 2;
/** Most events of one answer. */
const MOST_EVENTS = 500;
/** A venue with less coverage of a day than this is named, percent. */
const WATCHED_PCT = 99;
/** Share of the price shown above and below it. */
const SPAN = 0.1;

Object.assign(QUESTIONS, {
  ladderAt: [
    (symbol, open) =>
      `backtesting/snapshots?snapshot_type=liquidation_map&symbol=${coin(symbol)}&start=${open}&end=${open + HOUR_MS}&limit=1`,
    DAY_MS,
  ],
  dayHours: [(symbol) => `perpdex/candles?coin=${coin(symbol)}&interval=1h&limit=${HOURS + 1}`, 5 * 60_000],
  forced: [(symbol) => `stream/recent?types=liquidation&symbols=${coin(symbol)}&limit=${MOST_EVENTS}`, 60_000],
  forcedTotals: [() => 'market-intelligence/liquidations', 60_000],
});

/** Columns of past hours: they do not change and are requested once. `null`: nothing was stored for the hour. */
const kept = new Map();

/** Forced closes received by this page, by coin. */
const heard = new Map();

function useForced(symbol) {
  const result = useAnswer('forced', symbol);
  const { data } = result;
  const known = useMemo(() => {
    if (data !== undefined) heard.set(symbol, heardEvents(heard.get(symbol), data.events, MOST_EVENTS, now()));
    return heard.get(symbol);
  }, [symbol, data]);
  return { result, known };
}

const keyOf = (symbol, open) => `${symbol} ${open}`;

/** Reads the map of one hour from the archive; draws nothing. @param done receives the answer, or the failed result */
function Reader({ symbol, open, done }) {
  const id = keyOf(symbol, open);
  const result = useAnswer('ladderAt', [symbol, open]);
  useEffect(() => {
    if (result.state === 'ok') kept.set(id, result.data.items[0]?.data.bins ?? null);
    if (!['loading', 'waiting'].includes(result.state)) done(result);
  }, [result]);
  return null;
}

/**
 * Bins of each hour: undefined until loaded, null when nothing was stored. The running hour is the published ladder.
 * Newest hours are read first, a few at a time, by `readers`, which the caller renders.
 */
function useColumns(symbol, t, newest) {
  const [last, set] = useState(undefined);
  const columns = t.map((open) => kept.get(keyOf(symbol, open)));
  columns[t.length - 1] = newest?.bins;
  const refused = last === undefined || last.state === 'ok' ? undefined : last;
  // The hours follow the host's clock, which is known after its first answer.
  const open =
    newest === undefined || refused !== undefined ? [] : t.slice(0, -1).filter((one) => !kept.has(keyOf(symbol, one)));
  const readers = open
    .slice(-AT_ONCE)
    .map((one) => html`<${Reader} key=${keyOf(symbol, one)} symbol=${symbol} open=${one} done=${set} />`);
  return { columns, refused, readers, isWhole: open.length === 0 };
}

const Legend = ({ steps }) =>
  html`<p class="legend">
    <span><span class="key c-down"></span>shorts forced out, above the price</span>
    <span><span class="key c-up"></span>longs forced out, below it</span>
    ${steps.map((least, i) => html`<span><span class="key heat" style=${{ opacity: OPACITY[i + 1] }}></span>from ${usd(least)} a bin</span>`)}
    <span>rings: closes that were forced, with a bar across for longs</span>
  </p>`;

/** All data of a coin's day. */
function useMap(symbol) {
  const ladder = useAnswer('ladder', symbol);
  const candles = useAnswer('dayHours', symbol);
  const { result: events, known } = useForced(symbol);
  const open = Math.floor(now() / HOUR_MS) * HOUR_MS;
  const t = useMemo(() => onGrid([], HOUR_MS, open - (HOURS - 1) * HOUR_MS, open).t, [open]);
  const { columns, refused, readers, isWhole } = useColumns(symbol, t, ladder.data);
  const arrived = columns.filter((bins) => bins !== undefined).length;
  const drawn = useMemo(() => {
    const bars = onGrid(candles.data?.candles ?? [], HOUR_MS, t[0], open).at;
    const closes = bars.map((bar) => bar?.close ?? null);
    const prices = [ladder.data?.mark, ...closes].filter((value) => value != null);
    const low = Math.min(...prices) * (1 - SPAN);
    const high = Math.max(...prices) * (1 + SPAN);
    const near = columns.flatMap((bins) => bins ?? []).filter((bin) => bin.price_hi > low && bin.price_lo < high);
    const most = Math.max(0, ...near.map((bin) => Math.max(bin.long_usd, bin.short_usd)));
    const list = known?.events ?? [];
    const x = t.map((ms) => ms / 1000);
    const forced = forcedByHour(list, t, known?.from ?? Infinity);
    return { t, x, columns, closes, low, high, steps: heatSteps(most), events: list, forced };
  }, [arrived, ladder.data, candles.data, known, t]);
  const notes = [
    'The stream of the service keeps forced closes for two hours; an open page adds to them. The sum of the day is that of the service.',
    events.message,
    refused && `Earlier hours are missing: ${refused.message ?? 'no answer'}`,
    !isWhole && `Reading the archive: ${num(arrived)} of ${num(HOURS)} hours.`,
    'A column is the map as it was published first in its hour. Only the perp venue says at which price it closed; closes of other venues are in the bars alone.',
  ];
  return { ladder, drawn, notes, readers };
}

const binText = (bin) => (bin === undefined ? 'nothing near' : `${usd(bin.usd)} at ${price(bin.price)}`);
const largest = ({ columns, low, high }, i, side) =>
  columns[i] == null ? 'no map' : binText(largestBin(columns[i], side, low, high));

const Read = ({ drawn, i, symbol }) =>
  html`<span>${stamp(drawn.t[i])}</span><span>${symbol} <b>${price(drawn.closes[i])}</b></span
    ><span>largest of shorts ${largest(drawn, i, 'short_usd')}</span
    ><span>largest of longs ${largest(drawn, i, 'long_usd')}</span
    ><span>forced in the hour: ${drawn.forced.n[i] === null ? 'not kept' : html`shorts <b>${usd(drawn.forced.short[i])}</b>, longs <b>${usd(drawn.forced.long[i])}</b>`}</span>`;

const tableOf = (drawn) => ({
  of: 'Liquidation map and forced closes by hour',
  head: ['hour, UTC', 'price', 'largest of longs', 'largest of shorts', 'longs forced', 'shorts forced'],
  rows: () =>
    drawn.t
      .map((ms, i) => [
        stamp(ms),
        price(drawn.closes[i]),
        largest(drawn, i, 'long_usd'),
        largest(drawn, i, 'short_usd'),
        usd(drawn.forced.long[i]),
        usd(drawn.forced.short[i]),
      ])
      .reverse(),
});

/** 24-hour forced closes on all venues, as summed by the service, and the venues without data. */
function Totals({ symbol }) {
  const { data, message } = useAnswer('forcedTotals');
  if (data === undefined) return message && html`<p class="sub note">${message}</p>`;
  const own = data.data.find((row) => row.symbol === symbol);
  const partial = data.venues.filter(({ watched_pct: watched }) => watched != null && watched < WATCHED_PCT);
  return html`<p class="readout now">
    <span>forced in 24 h, all venues <b>${usd(own?.usd ?? 0)}</b></span><span>longs ${usd(own?.long_usd ?? 0)}</span
    ><span>shorts ${usd(own?.short_usd ?? 0)}</span
    >${partial.length > 0 && html`<span class="warn">watched: ${partial.map(({ venue, watched_pct: watched }) => `${name24(venue)} ${pct(watched)}`).join(', ')} of the day</span>`}${
      data.silent.length > 0 && html`<span class="warn">not heard: ${data.silent.join(', ')}</span>`
    }
  </p>`;
}

/** A day of the map. */
export function HeatMap({ symbol }) {
  const { ladder, drawn, notes, readers } = useMap(symbol);
  const of = ladder.data;
  return html`<${Panel}
    id="heat"
    title="Liquidation map over time"
    ask="where accounts would be forced out, and where they were; a day by hour"
    result=${ladder}
    foot=${html`<span>GET /backtesting/snapshots, /stream/recent, /market-intelligence/liquidations</span>`}
  >
    ${
      of &&
      html`${readers}<${Totals} symbol=${symbol} />
        <${Frame}
          label=${`Prices at which accounts of ${symbol} would be forced out, by hour, with the price and forced closes.`}
          x=${drawn.x}
          draw=${(uPlot, box, shape) => plotsOf(uPlot, box, shape, { drawn, of, name: `heat ${symbol}` })}
          inputs=${[drawn]}
          readout=${(i) => html`<${Read} drawn=${drawn} i=${i} symbol=${symbol} />`}
          aDay=${HOURS}
          notes=${notes}
          table=${tableOf(drawn)}
        />
        <${Legend} steps=${drawn.steps} />`
    }
  <//>`;
}
