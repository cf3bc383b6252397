/** Candles with the regime ribbon, and ADX with both directional indicators below, on one time axis. */

import { useEffect, useRef, useState } from '../vendor/preact-hooks.mjs';
import { BAR_HOURS } from './bars.mjs';
import { num, price, stamp } from './format.mjs';
import { useZoom, Zoom } from './controls.mjs';
import { AsTable, html, kindOf, token, useTheme, useWidth } from './parts.mjs';
import { FAMILY, moved, runsOf } from './plots.mjs';
import { NOWCAST } from './words.mjs';

const DAY_S = 86_400;
const HEIGHT = 512;
const ADX_SHARE = 0.27;
/** ADX below which there is no trend. */
const ADX_TREND = 25;

const seconds = (ms) => ms / 1000;

function look() {
  const muted = token('muted');
  return {
    layout: {
      attributionLogo: false, // it injects a style, which the policy blocks; the footer has the link
      background: { color: token('paper') },
      textColor: muted,
      fontSize: 12,
      fontFamily: FAMILY,
      panes: { separatorColor: token('rule'), enableResize: false },
    },
    grid: { vertLines: { color: token('grid') }, horzLines: { color: token('grid') } },
    rightPriceScale: { borderVisible: false, minimumWidth: 64 },
    timeScale: { borderColor: token('rule'), timeVisible: true, secondsVisible: false, minBarSpacing: 0.01 },
    crosshair: {
      mode: 0,
      vertLine: { color: muted, labelBackgroundColor: token('ink') },
      horzLine: { color: muted, labelBackgroundColor: token('ink') },
    },
    handleScroll: { vertTouchDrag: false, mouseWheel: false },
    handleScale: { mouseWheel: false },
  };
}

/** Maps runs of labels to the positions of their bars. */
function placed(bars, rows, barS) {
  const times = bars.map((bar) => seconds(bar.timestamp));
  const near = (t) => {
    const i = times.findIndex((time) => time + barS > t);
    return i < 0 ? times.length - 1 : i;
  };
  // Labels of hours before the first bar have no position.
  const shown = rows.filter(({ timestamp }) => seconds(timestamp) + 3600 > times[0]);
  return runsOf(shown).map(({ first, last }) => ({
    state: NOWCAST[shown[first].regime_id],
    from: near(seconds(shown[first].timestamp)),
    to: near(seconds(shown[last].timestamp)) + 1,
  }));
}

/** Ribbon of published labels at the bottom of the pane. @param newest returns the drawn bars */
function ribbonOf(chart, newest, rows, barS) {
  let of;
  let runs;
  const draw = ({ context, bitmapSize, horizontalPixelRatio: x, verticalPixelRatio: y }) => {
    const height = 18 * y;
    const top = bitmapSize.height - height - 2 * y;
    context.font = `600 ${Math.round(11 * y)}px ${FAMILY}`;
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    if (of !== newest()) runs = placed((of = newest()), rows, barS);
    for (const { state, from, to } of runs) {
      const a = chart.timeScale().logicalToCoordinate(from);
      const b = chart.timeScale().logicalToCoordinate(to);
      if (a === null || b === null) continue;
      const half = chart.timeScale().options().barSpacing / 2;
      const left = Math.max(0, (a - half) * x);
      const right = Math.min(bitmapSize.width, (b - half) * x);
      if (right - left < 1) continue;
      context.fillStyle = token(state.tone);
      context.fillRect(left, top, right - left - x, height);
      const fits = (text, room) => context.measureText(text).width + room * x < right - left;
      const text = fits(state.name, 14) ? state.name : fits(state.code, 6) ? state.code : undefined;
      if (text === undefined) continue;
      context.fillStyle = token(`on-${state.tone}`);
      context.fillText(text, left + 5 * x, top + height / 2 + y);
    }
  };
  return {
    paneViews: () => [{ zOrder: () => 'top', renderer: () => ({ draw: (g) => g.useBitmapCoordinateSpace(draw) }) }],
  };
}

function addAdx(chart, library, adx) {
  const line = (key, title, color, lineWidth) => {
    const series = chart.addSeries(
      library.LineSeries,
      {
        color,
        lineWidth,
        title,
        priceLineVisible: false,
        lastValueVisible: true,
        crosshairMarkerRadius: 3,
        priceFormat: { type: 'custom', minMove: 0.1, formatter: (value) => num(value, 1) },
      },
      1,
    );
    series.setData(
      adx.filter((row) => row[key] != null).map((row) => ({ time: seconds(row.timestamp), value: row[key] })),
    );
    return series;
  };
  const trend = line('adx', 'ADX', token('ink'), 2);
  line('plus_di', '+DI', token('up'), 1);
  line('minus_di', '−DI', token('down'), 1);
  trend.createPriceLine({
    price: ADX_TREND,
    color: token('muted'),
    lineStyle: 1,
    lineWidth: 1,
    axisLabelVisible: false,
    title: '',
  });
  chart.panes()[1]?.setHeight(Math.round(HEIGHT * ADX_SHARE));
}

/** Range of all bars, with room for the labels of the last. */
const wholeOf = (bars) => ({ from: -0.5, to: bars.length + Math.max(1, bars.length / 30) });

const ohlc = (bars) =>
  bars.map(({ timestamp, open, high, low, close }) => ({ time: seconds(timestamp), open, high, low, close }));

function build(library, box, { width, newest, rows, adx, barS, isSimulated }) {
  const bars = newest();
  const chart = library.createChart(box, { width, height: HEIGHT, ...look() });
  const series = chart.addSeries(library.CandlestickSeries, {
    upColor: token('paper'),
    borderUpColor: token('up'),
    wickUpColor: token('up'),
    downColor: token('down'),
    borderDownColor: token('down'),
    wickDownColor: token('down'),
    priceLineColor: token('ink'),
    priceLineStyle: 2,
    priceFormat: { type: 'custom', minMove: 1e-9, formatter: price },
  });
  series.setData(ohlc(bars));
  series.priceScale().applyOptions({ scaleMargins: { top: 0.06, bottom: 0.12 } });
  if (rows.length > 0) series.attachPrimitive(ribbonOf(chart, newest, rows, barS));
  if (adx.length > 0) addAdx(chart, library, adx);
  if (isSimulated) {
    const text = { text: 'SIMULATED', color: token('muted'), fontSize: 13, fontFamily: FAMILY, fontStyle: 'bold' };
    library.createTextWatermark(chart.panes()[0], { horzAlign: 'left', vertAlign: 'top', lines: [text] });
  }
  chart.timeScale().setVisibleLogicalRange(wholeOf(bars));
  return { chart, series };
}

function Readout({ bar, rows, barS }) {
  const row = rows.findLast(({ timestamp }) => timestamp <= bar.timestamp + 1000 * (barS - 3600));
  // A label does not apply to bars long after it.
  const state = row && row.timestamp >= bar.timestamp - 3_600_000 && NOWCAST[row.regime_id];
  return html`<span>${stamp(bar.timestamp)}</span><span>O ${price(bar.open)}</span><span>H ${price(bar.high)}</span>
    <span>L ${price(bar.low)}</span>
    <span>C <b>${price(bar.close)}</b></span>
    ${state && html`<span><span class=${`key c-${state.tone}`}></span>${state.name}</span>`}`;
}

/** Time axis of the chart for a zoom, in bars. */
const axisOf = (drawn, newest, box) => ({
  least: 10,
  view: () => {
    const range = drawn.current?.chart.timeScale().getVisibleLogicalRange();
    return range ? { min: range.from, max: range.to } : undefined;
  },
  whole: () => ({ min: wholeOf(newest.current).from, max: wholeOf(newest.current).to }),
  set: ({ min, max }) => drawn.current.chart.timeScale().setVisibleLogicalRange({ from: min, to: max }),
  share: ({ clientX }) => {
    const { left } = box.current.getBoundingClientRect();
    return Math.min(1, Math.max(0, (clientX - left) / drawn.current.chart.timeScale().width()));
  },
});

/** The bars as a table, newest first. */
const Bars = ({ of, timeframe }) =>
  html`<${AsTable}
    of=${`Bars of ${timeframe}`}
    head=${['opens, UTC', 'open', 'high', 'low', 'close']}
    rows=${() => of.toReversed().map((bar) => [stamp(bar.timestamp), price(bar.open), price(bar.high), price(bar.low), price(bar.close)])}
  />`;

/**
 * Chart of a coin.
 *
 * @param bars of a `timeframe`; @param rows of `/quant/history`, hourly, may be empty; @param adx of the bars, may be empty
 */
export function Candles({ bars, rows, adx, of, timeframe = '4h' }) {
  const barS = 3600 * BAR_HOURS[timeframe];
  const [ref, width] = useWidth();
  const theme = useTheme();
  const box = useRef(null);
  const drawn = useRef(undefined);
  const newest = useRef(bars);
  const [at, setAt] = useState(undefined);
  const [failed, fail] = useState(false);
  useEffect(() => {
    if (width === 0) return undefined;
    let isGone = false;
    const draw = async () => {
      const library = await import('../vendor/lightweight-charts.mjs');
      if (isGone) return;
      const isSimulated = kindOf(of) === 'simulated';
      drawn.current = build(library, box.current, {
        width,
        newest: () => newest.current,
        rows,
        adx,
        barS,
        isSimulated,
      });
      drawn.current.chart.subscribeCrosshairMove(({ time }) => {
        const i = newest.current.findIndex((bar) => seconds(bar.timestamp) === time);
        setAt(i < 0 ? undefined : i);
      });
      drawn.current.chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
        const all = wholeOf(newest.current);
        if (range !== null) zoom.told(range.from <= all.from + 0.5 && range.to >= all.to - 0.5);
      });
    };
    draw().catch(() => fail(true));
    return () => {
      isGone = true;
      drawn.current?.chart.remove();
      drawn.current = undefined;
    };
  }, [width, theme, rows, adx, barS]);
  const zoom = useZoom(axisOf(drawn, newest, box), [barS]);
  // New bars go into the existing chart, which keeps the reader's range.
  useEffect(() => {
    const isOtherRange = Math.abs(bars.length - newest.current.length) > 2;
    newest.current = bars;
    drawn.current?.series.setData(ohlc(bars));
    if (isOtherRange || zoom.isWhole) drawn.current?.chart.timeScale().setVisibleLogicalRange(wholeOf(bars));
  }, [bars]);
  const i = Math.min(at ?? bars.length - 1, bars.length - 1);
  const onKeyDown = (event) => {
    const to = moved(event, i, bars.length, Math.max(1, DAY_S / barS));
    if (to === undefined || drawn.current === undefined) return;
    event.preventDefault();
    const { chart, series } = drawn.current;
    const range = chart.timeScale().getVisibleLogicalRange();
    if (range !== null && (to < range.from || to > range.to)) {
      const span = range.to - range.from;
      chart.timeScale().setVisibleLogicalRange({ from: to - span / 2, to: to + span / 2 });
    }
    chart.setCrosshairPosition(bars[to].close, seconds(bars[to].timestamp), series);
    setAt(to);
  };
  return html`<div ref=${ref}>
    <${Zoom} of=${zoom} />
    <p class="readout" aria-live="polite"><${Readout} bar=${bars[i]} rows=${rows} barS=${barS} /></p>
    ${failed && html`<p class="missing">The chart could not be drawn; the table below has its numbers.</p>`}
    <div ref=${zoom.ref}>
      <div
        ref=${box}
        class="lwc"
        role="img"
        tabindex="0"
        onKeyDown=${onKeyDown}
        aria-label=${`${bars.length} candles of ${timeframe} with the regime below them, and ADX with both directional indicators. Arrow keys read them bar by bar, with Shift day by day; + and − zoom.`}
      ></div>
    </div>
    <${Bars} of=${bars} timeframe=${timeframe} />
  </div>`;
}
