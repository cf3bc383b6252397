/** Cumulative taker flow of a coin: buys minus sells of a day or a week, below the price of its trades. */

import { useMemo } from '../vendor/preact-hooks.mjs';
import { useSetting } from './address.mjs';
import { QUESTIONS, useAnswer } from './ask.mjs';
import { Choice } from './controls.mjs';
import { num, pct, price, stamp, usd } from './format.mjs';
import { html, Panel } from './parts.mjs';
import { cumulativeFlow, DAY_MS, minutesOf, windowBack } from './series.mjs';
import { now } from './time.mjs';
import { Frame } from './timechart.mjs';
import { plotOptions } from './timeplot.mjs';

Object.assign(QUESTIONS, {
  // Six whole days: with the running one the week, and no more minutes than a page of the archive has.
  flowDays: [
    (coin) =>
      `backtesting/pd-trade-flow?symbol=${encodeURIComponent(coin)}&start=${windowBack(now(), 0, 7).from}&limit=10000`,
    DAY_MS,
  ],
  flowDay: [(coin) => `perpdex/trade-flow?coin=${encodeURIComponent(coin)}&minutes=1440`, 5 * 60_000],
});

const SPANS = { '1d': '1 day', '7d': '7 days' };
const BUCKETS = { '1m': 1, '5m': 5, '15m': 15, '1h': 60 };
const signed = (value) => usd(value, true);

function plotsOf(uPlot, box, shape, { x, flow, of, name }) {
  const common = { ...shape, syncKey: name, gapName: 'not watched' };
  const above = { height: 112, series: [{ name: '', tone: 'muted', y: flow.price }], format: price, of };
  const below = { height: 168, series: [{ name: '', tone: 'ink', y: flow.net }], format: signed, ruledAt: 0 };
  return [
    new uPlot(plotOptions(uPlot, { ...common, ...above, isBare: true, onCursor: undefined }), [x, flow.price], box),
    new uPlot(plotOptions(uPlot, { ...common, ...below }), [x, flow.net], box),
  ];
}

const Read = ({ flow, i }) =>
  html`<span>${stamp(flow.t[i])}</span><span>net since ${stamp(flow.t[0])} <b>${signed(flow.net[i])}</b></span
    ><span>buys ${usd(flow.buy[i])}</span><span>sells ${usd(flow.sell[i])}</span><span>price ${price(flow.price[i])}</span>`;

const tableOf = (flow) => ({
  of: 'Cumulative taker flow',
  head: ['opens, UTC', 'buys', 'sells', 'running net', 'price', 'minutes watched'],
  rows: () =>
    flow.t
      .map((ms, i) => [
        stamp(ms),
        usd(flow.buy[i]),
        usd(flow.sell[i]),
        signed(flow.net[i]),
        price(flow.price[i]),
        num(flow.watched[i]),
      ])
      .reverse(),
});

/** @param span minutes in the range */
function Totals({ flow, span }) {
  const sum = (column) => column.reduce((all, value) => all + (value ?? 0), 0);
  const [buys, sells] = [sum(flow.buy), sum(flow.sell)];
  return html`<p class="readout now">
    <span>taker buys <b>${pct((100 * buys) / (buys + sells), 1)}</b></span
    ><span>watched <b>${num(sum(flow.watched))}</b> of ${num(span)} minutes</span>
  </p>`;
}

const NAMES = { '1m': '1 min', '5m': '5 min', '15m': '15 min', '1h': '1 h' };

const NONE = [];
const NOTE =
  'Minutes count from when the service began to watch; what was not watched adds nothing. Shift moves by an hour.';

/** The flow in buckets, with notes on the archive. A week uses buckets of at least 15 minutes. */
function useFlow(symbol, isWeek, minutes) {
  const result = useAnswer('flowDay', symbol);
  const archive = useAnswer('flowDays', symbol, isWeek);
  const live = result.data?.data ?? NONE;
  const archived = isWeek ? (archive.data?.items ?? NONE) : NONE;
  const flow = useMemo(() => cumulativeFlow(minutesOf(archived, live), minutes), [archived, live, minutes]);
  const said =
    archive.state === 'ok'
      ? archived.length === 0
        ? 'The archive has no minute of the days before.'
        : 'Days before are from the archive: a minute without a row had no fills, or was not watched.'
      : (archive.message ?? 'The archive is being read.');
  return { result, flow, notes: [NOTE, isWeek && said] };
}

/** @param range `1d` or `7d`; @param timeframe length of a bucket: `1m`, `5m`, `15m` or `1h` */
export function CumulativeFlow({ symbol, range = '1d', timeframe = '5m', controls }) {
  const [chosenSpan, chooseSpan] = useSetting('flow', Object.keys(SPANS), range);
  const [chosen, choose] = useSetting('bucket', Object.keys(BUCKETS), timeframe);
  const isWeek = (controls === undefined ? chosenSpan : range) === '7d';
  const allowed = Object.keys(BUCKETS).filter((key) => !isWeek || BUCKETS[key] >= 15);
  const wanted = controls === undefined ? chosen : timeframe;
  const bucket = allowed.includes(wanted) ? wanted : allowed[0];
  const minutes = BUCKETS[bucket];
  const { result, flow, notes } = useFlow(symbol, isWeek, minutes);
  const { data } = result;
  const x = useMemo(() => flow.t.map((ms) => ms / 1000), [flow]);
  const choice = html`<${Choice} label="Time of the taker flow" of=${Object.keys(SPANS)} names=${SPANS} value=${isWeek ? '7d' : '1d'} set=${chooseSpan} />
    <${Choice} label="Length of a bucket" of=${allowed} names=${NAMES} value=${bucket} set=${choose} />`;
  const drawn = { x, flow, of: data, name: `flow ${symbol}` };
  const isShort = flow.t.length < 2;
  return html`<${Panel}
    id="cumulative"
    title="Cumulative taker flow"
    ask="buys less sells of takers; mean price of their trades above"
    result=${result}
  >
    ${data && isShort && html`<p class="missing">Too few minutes were watched for a line: ${num(data.count)}.</p>`}
    ${
      data &&
      !isShort &&
      html`<${Totals} flow=${flow} span=${isWeek ? flow.t.length * minutes : data.minutes} />
        <${Frame}
          label=${`Cumulative taker flow of ${symbol}, dollars, with the mean price of the trades.`}
          x=${x}
          draw=${(uPlot, box, shape) => plotsOf(uPlot, box, shape, drawn)}
          inputs=${[flow]}
          readout=${(i) => html`<${Read} flow=${flow} i=${i} />`}
          aDay=${60 / minutes}
          controls=${controls ?? choice}
          notes=${notes}
          table=${tableOf(flow)}
        />`
    }
  <//>`;
}
