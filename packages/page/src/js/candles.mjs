/** Candles with the regime ribbon, and ADX with both directional indicators below, on one time axis. */

import { useEffect, useRef, useState } from '../vendor/preact-hooks.mjs';
import { num, price, stamp } from './format.mjs';
import { AsTable, html, kindOf, token, useTheme, useWidth } from './parts.mjs';
import { FAMILY, moved, runsOf } from './plots.mjs';
import { NOWCAST } from './words.mjs';

const BAR_S = 4 * 3600;
const BARS_A_DAY = 6;
const HEIGHT = 512;
const ADX_SHARE = 0.27;
/** Below it there is no trend. */
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
    timeScale: { borderColor: token('rule'), timeVisible: true, secondsVisible: false, rightOffset: 6 },
    crosshair: {
      mode: 0,
      vertLine: { color: muted, labelBackgroundColor: token('ink') },
      horzLine: { color: muted, labelBackgroundColor: token('ink') },
    },
    handleScroll: { vertTouchDrag: false, mouseWheel: false },
    handleScale: { mouseWheel: false },
  };
}

/** The ribbon of published labels at the foot of the pane. */
function ribbonOf(chart, bars, rows) {
  const times = bars.map((bar) => seconds(bar.timestamp));
  const near = (t) => {
    const i = times.findIndex((time) => time + BAR_S > t);
    return i < 0 ? times.length - 1 : i;
  };
  const runs = runsOf(rows).map(({ first, last }) => ({
    state: NOWCAST[rows[first].regime_id],
    from: near(seconds(rows[first].timestamp)),
    to: near(seconds(rows[last].timestamp)) + 1,
  }));
  const draw = ({ context, bitmapSize, horizontalPixelRatio: x, verticalPixelRatio: y }) => {
    const height = 18 * y;
    const top = bitmapSize.height - height - 2 * y;
    context.font = `600 ${Math.round(11 * y)}px ${FAMILY}`;
    context.textBaseline = 'middle';
    context.textAlign = 'left';
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

const ohlc = (bars) =>
  bars.map(({ timestamp, open, high, low, close }) => ({ time: seconds(timestamp), open, high, low, close }));

function build(library, box, { width, bars, rows, adx, isSimulated }) {
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
  if (rows.length > 0) series.attachPrimitive(ribbonOf(chart, bars, rows));
  if (adx.length > 0) addAdx(chart, library, adx);
  if (isSimulated) {
    const text = { text: 'SIMULATED', color: token('muted'), fontSize: 13, fontFamily: FAMILY, fontStyle: 'bold' };
    library.createTextWatermark(chart.panes()[0], { horzAlign: 'left', vertAlign: 'top', lines: [text] });
  }
  const shown = Math.min(bars.length, Math.max(40, Math.round(width / 10)));
  chart.timeScale().setVisibleLogicalRange({ from: bars.length - shown, to: bars.length + 5 });
  return { chart, series };
}

function Readout({ bar, rows }) {
  const row = rows.findLast(({ timestamp }) => timestamp <= bar.timestamp + 1000 * (BAR_S - 3600));
  const state = row && NOWCAST[row.regime_id];
  return html`<span>${stamp(bar.timestamp)}</span><span>O ${price(bar.open)}</span><span>H ${price(bar.high)}</span>
    <span>L ${price(bar.low)}</span>
    <span>C <b>${price(bar.close)}</b></span>
    ${state && html`<span><span class=${`key c-${state.tone}`}></span>${state.name}</span>`}`;
}

/**
 * The chart of a coin.
 *
 * @param bars of 4 hours; @param rows of `/quant/history`, hourly, may be empty; @param adx of 4 hours, may be empty
 */
export function Candles({ bars, rows, adx, of }) {
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
      drawn.current = build(library, box.current, { width, bars: newest.current, rows, adx, isSimulated });
      drawn.current.chart.subscribeCrosshairMove(({ time }) => {
        const i = newest.current.findIndex((bar) => seconds(bar.timestamp) === time);
        setAt(i < 0 ? undefined : i);
      });
    };
    draw().catch(() => fail(true));
    return () => {
      isGone = true;
      drawn.current?.chart.remove();
      drawn.current = undefined;
    };
  }, [width, theme, rows, adx]);
  // New bars go into the chart that is there: whoever moved it finds it where it was.
  useEffect(() => {
    newest.current = bars;
    drawn.current?.series.setData(ohlc(bars));
  }, [bars]);
  const i = Math.min(at ?? bars.length - 1, bars.length - 1);
  const onKeyDown = (event) => {
    const to = moved(event, i, bars.length, BARS_A_DAY);
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
    <p class="readout" aria-live="polite"><${Readout} bar=${bars[i]} rows=${rows} /></p>
    ${failed && html`<p class="missing">The chart could not be drawn; the table below has its numbers.</p>`}
    <div
      ref=${box}
      class="lwc"
      role="img"
      tabindex="0"
      onKeyDown=${onKeyDown}
      aria-label="Candles of 4 hours with the regime below them, and ADX with both directional indicators. Arrow keys read them bar by bar, with Shift day by day."
    ></div>
    <${AsTable}
      of="Bars of 4 hours"
      head=${['opens, UTC', 'open', 'high', 'low', 'close']}
      rows=${() => bars.toReversed().map((bar) => [stamp(bar.timestamp), price(bar.open), price(bar.high), price(bar.low), price(bar.close)])}
    />
  </div>`;
}
