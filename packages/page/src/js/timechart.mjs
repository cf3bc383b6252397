/** Frame of a time chart: controls, readout, plot, notes and table; and line charts in it. */

import { useMemo } from '../vendor/preact-hooks.mjs';
import { useZoom, Zoom } from './controls.mjs';
import { num, stamp } from './format.mjs';
import { AsTable, html } from './parts.mjs';
import { axisOf, readByKey, redrawn, useReading } from './plot-zoom.mjs';
import { Failed, moved, usePlot } from './plots.mjs';
import { NARROW, plotOptions } from './timeplot.mjs';

/** Fewest slots that a zoom shows. */
const LEAST = 4;

/**
 * A time chart in its frame.
 *
 * @param label description for screen readers; @param x epoch s of every slot
 * @param draw `(uPlot, box, shape)` returns the plots, synchronised; the last one has the time axis
 * @param inputs dependencies of the drawing
 * @param readout text for the slot at the cursor; @param controls shown above the plot, before the zoom
 * @param table `{ of, head, rows }` of {@link AsTable}; @param notes texts below the plot
 * @param aDay slots per day, the step with Shift
 */
export function Frame({
  label: name,
  x,
  draw,
  inputs,
  readout,
  controls,
  table,
  notes = [],
  aDay = 1,
  className = '',
}) {
  const reading = useReading(x);
  const { i } = reading;
  const plot = usePlot(
    (uPlot, box, width) => {
      const shape = { width, x, isNarrow: width < NARROW, right: 112, left: 62, zoom, onCursor: reading.read };
      return redrawn(x, { zoom, reading }, () => draw(uPlot, box, shape));
    },
    [x, ...inputs],
  );
  const slot = x.length > 1 ? x[1] - x[0] : 0;
  const axis = axisOf(plot.plots, x, 0, LEAST * slot);
  const zoom = useZoom(axis, [x, ...inputs]);
  const onKeyDown = (event) =>
    readByKey(event, moved(event, i, x.length, aDay), { x, reading, plots: plot.plots, axis });
  return html`<div class=${`frame ${className}`} ref=${plot.ref}>
    ${controls ? html`<div class="controls">${controls}<${Zoom} of=${zoom} /></div>` : html`<${Zoom} of=${zoom} />`}
    <p class="readout" aria-live="polite">${readout(i)}</p>
    ${plot.failed && html`<${Failed} />`}
    <div ref=${zoom.ref}>
      <div
        class="plot"
        ref=${plot.box}
        tabindex="0"
        role="img"
        onKeyDown=${onKeyDown}
        aria-label=${`${name} Arrow keys read it value by value, with Shift day by day; + and − zoom.`}
      ></div>
    </div>
    ${notes.filter(Boolean).map((text) => html`<p class="sub note">${text}</p>`)}
    <${AsTable} ...${table} />
  </div>`;
}

/**
 * Lines over time.
 *
 * @param t epoch ms of every slot
 * @param series `{ name, tone, y, dash, isStepped, hasPoints }`, y by slot, null when unknown
 * @param format of a value; @param ruledAt value with a horizontal line, such as zero
 */
export function TimeLines({
  label: name,
  t,
  series,
  format = num,
  ruledAt,
  of,
  gapName = 'no data',
  height = 176,
  head = 'time, UTC',
  when = stamp,
  ...frame
}) {
  const x = useMemo(() => t.map((ms) => ms / 1000), [t]);
  const draw = (uPlot, box, shape) => [
    new uPlot(
      plotOptions(uPlot, { ...shape, height, series, format, of, ruledAt, gapName }),
      [x, ...series.map(({ y }) => y)],
      box,
    ),
  ];
  const readout = (i) =>
    html`<span>${when(t[i])}</span>${series.map((one) => html`<span>${one.name} <b>${format(one.y[i])}</b></span>`)}`;
  const table = {
    of: name,
    head: [head, ...series.map((one) => one.name)],
    rows: () => t.map((ms, i) => [when(ms), ...series.map((one) => format(one.y[i]))]).reverse(),
  };
  return html`<${Frame} label=${name} x=${x} draw=${draw} inputs=${[series]} readout=${readout} table=${table} ...${frame} />`;
}
