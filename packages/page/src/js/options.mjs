/** Options of a coin: implied volatility by expiry, and its index over a year. */

import { useMemo } from '../vendor/preact-hooks.mjs';
import { QUESTIONS, useAnswer } from './ask.mjs';
import { day, full, num, pct, price } from './format.mjs';
import { AsTable, html, kindOf, Panel, token } from './parts.mjs';
import { axis, CURSOR, Failed, label, simulatedMark, usePlot } from './plots.mjs';
import { DAY_MS, daysOf, logSplits, onGrid } from './series.mjs';
import { TimeLines } from './timechart.mjs';

Object.assign(QUESTIONS, { implied: [() => 'volatility/implied?detail=true', 15 * 60_000] });

const percent = (value) => pct(value, 1);
const NO_SKEW = 'Skew is not shown: of each expiry the service has the volatility at the money alone.';

/** At-the-money implied volatility by days to expiry, on a logarithmic axis. */
function Term({ symbol, term, of }) {
  const x = useMemo(() => term.map(({ days }) => days), [term]);
  const y = useMemo(() => term.map(({ atm_iv: implied }) => implied), [term]);
  const plot = usePlot(
    (uPlot, box, width) => {
      const ends = (u) => {
        label(u, percent(y.at(-1)), u.valToPos(y.at(-1), 'y', true), token('ink'), '600');
        if (kindOf(of) === 'simulated') simulatedMark(u);
      };
      const options = {
        width,
        height: 168,
        legend: { show: false },
        cursor: { ...CURSOR, drag: { x: false, y: false, setScale: false }, points: { size: 6 } },
        padding: [22, 64, 0, 0],
        scales: {
          x: { time: false, distr: 3, range: () => [Math.min(...x) / 1.15, Math.max(...x) * 1.15] },
          y: { range: (_, low, high) => [low - (high - low || 1) * 0.12, high + (high - low || 1) * 0.12] },
        },
        axes: [
          axis({
            size: 26,
            splits: (_, __, low, high) => logSplits(low, high),
            filter: (_, splits) => splits,
            values: (_, splits) => splits.map((days) => `${num(days)} d`),
          }),
          axis({ size: 48, space: 34, values: (_, splits) => splits.map((value) => pct(value)) }),
        ],
        series: [{}, { stroke: token('ink'), width: 1.5, points: { show: true, size: 6, fill: token('ink') } }],
        hooks: { draw: [ends] },
      };
      return [new uPlot(options, [x, y], box)];
    },
    [x, y],
  );
  const [near, far] = [term[0], term.at(-1)];
  const name = `Implied volatility at the money of ${symbol} by expiry: ${num(near.days)} days ${percent(near.atm_iv)}, ${num(far.days)} days ${percent(far.atm_iv)}`;
  return html`<div ref=${plot.ref}>
    ${plot.failed && html`<${Failed} />`}
    <div ref=${plot.box} class="plot" role="img" aria-label=${name}></div>
    <${AsTable}
      of="Implied volatility by expiry"
      head=${['expires', 'days', 'volatility', 'strike', 'forward']}
      rows=${() => term.map((one) => [full(one.expiry).slice(0, 10), num(one.days, 1), percent(one.atm_iv), price(one.strike), price(one.forward)])}
    />
  </div>`;
}

/** Index of 30-day implied volatility, one value per day. */
function Index({ symbol, history, realized, range, of, ...frame }) {
  const shown = useMemo(() => {
    const last = history.at(-1).timestamp;
    const { t, at } = onGrid(
      history,
      DAY_MS,
      Math.max(history[0].timestamp, last - (daysOf(range) - 1) * DAY_MS),
      last,
    );
    return { t, series: [{ name: 'implied', tone: 'ink', y: at.map((row) => row?.implied ?? null) }] };
  }, [history, range]);
  return html`<${TimeLines}
    label=${`Implied volatility of ${symbol} for 30 days, by day.`}
    t=${shown.t}
    series=${shown.series}
    format=${percent}
    ruledAt=${realized}
    of=${of}
    when=${(ms) => full(ms).slice(0, 10)}
    aDay=${30}
    notes=${[`Line: realised volatility of the last 30 days, ${percent(realized)}.`, NO_SKEW]}
    ...${frame}
  />`;
}

/** Term structure and index. @param range of the index: `30d` to `365d`, or `all` */
export function Options({ symbol, range = '365d', ...frame }) {
  const result = useAnswer('implied');
  const { data } = result;
  const own = data?.coins[symbol];
  const term = data?.term_structure?.[symbol] ?? [];
  const history = data?.history?.[symbol] ?? [];
  const body = () => {
    if (data.status !== 'ok')
      return html`<p class="missing">${data.reason} Start the host with <code>--derivatives</code> or <code>--live</code>.</p>`;
    if (own === undefined)
      return html`<p class="missing">No source has options of ${symbol}: the options venue is read for ${Object.keys(data.coins).join(' and ')}.</p>`;
    return html`<p class="readout now">
        <span>implied, 30 days <b>${percent(own.implied)}</b></span><span>realised <b>${percent(own.realized)}</b></span
        ><span>premium <b>${num(own.vrp, 1, true)}</b> points</span>
      </p>
      ${data.term_structure === undefined && html`<p class="missing">Expiries and the past of the index need a key of tier pro plus.</p>`}
      ${term.length > 1 && html`<h3>By expiry, at the money</h3><${Term} symbol=${symbol} term=${term} of=${data} />`}
      ${history.length > 1 && html`<h3>Index for 30 days, since ${day(history[0].timestamp)}</h3><${Index} symbol=${symbol} history=${history} realized=${own.realized} range=${range} of=${data} ...${frame} />`}`;
  };
  return html`<${Panel} id="options" title="Options" ask="implied volatility by expiry, and over a year" result=${result}>
    ${data && body()}
  <//>`;
}
