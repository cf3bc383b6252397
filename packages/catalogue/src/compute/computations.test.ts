import { createDerivatives, createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { INDICATORS } from '../indicators.ts';
import type { ComputedColumns, IndicatorBars, PeerBars } from './computation.ts';
import { COMPUTATIONS } from './computations.ts';

const HOURS = 900;
const from = SIMULATOR_V2.start;
const to = from + HOURS * 3_600_000;
const market = createMarket();
const derivatives = createDerivatives(SIMULATOR_V2);

/** Bars of a perp with funding and open interest. */
function barsOf(symbol: string): IndicatorBars {
  const { time, open, high, low, close, volume } = market.candles(symbol, 'perpdex_perp', '1h', from, to);
  const { fundingRate, openInterest } = derivatives(symbol, from, to);
  const copy = (x: Float64Array): Float64Array => x.slice(0, HOURS);
  // Simulated opens equal the closes before them; these differ, so that spreads are visible.
  const opens = open.map((_, i) => low[i]! + ((high[i]! - low[i]!) * ((i * 7919) % 97)) / 96);
  return {
    time: copy(time),
    open: copy(opens),
    high: copy(high),
    low: copy(low),
    close: copy(close),
    volume: copy(volume),
    funding: copy(fundingRate).map((rate) => rate * 8),
    openInterest: copy(openInterest),
  };
}

const PEERS = SIMULATOR_V2.listings
  .filter(({ venue, listedAfter }) => venue === 'perpdex_perp' && listedAfter === 0)
  .map(({ symbol }) => symbol)
  .slice(0, 10);
const bars = barsOf('ETH');
const peerBars = PEERS.map(barsOf);
const peers: PeerBars = {
  symbols: PEERS,
  close: peerBars.map(({ close }) => close),
  high: peerBars.map(({ high }) => high),
  low: peerBars.map(({ low }) => low),
  volume: peerBars.map(({ volume }) => volume),
};

const cut = (x: IndicatorBars, length: number): IndicatorBars => ({
  time: x.time.slice(0, length),
  open: x.open.slice(0, length),
  high: x.high.slice(0, length),
  low: x.low.slice(0, length),
  close: x.close.slice(0, length),
  volume: x.volume.slice(0, length),
  funding: x.funding!.slice(0, length),
  openInterest: x.openInterest!.slice(0, length),
});
const cutPeers = (x: PeerBars, length: number): PeerBars => ({
  symbols: x.symbols,
  close: x.close.map((column) => column.slice(0, length)),
  high: x.high.map((column) => column.slice(0, length)),
  low: x.low.map((column) => column.slice(0, length)),
  volume: x.volume.map((column) => column.slice(0, length)),
});

/** The same bars up to an index, other ones from it on. */
function otherwise(x: IndicatorBars, at: number): IndicatorBars {
  const deviations = (column: Float64Array): Float64Array =>
    column.map((value, i) => (i < at ? value : value * (1.5 + (i % 7) / 10)));
  return {
    time: x.time,
    open: deviations(x.open),
    high: deviations(x.high),
    low: deviations(x.low),
    close: deviations(x.close),
    volume: deviations(x.volume),
    funding: deviations(x.funding!),
    openInterest: deviations(x.openInterest!),
  };
}

const first = (x: Float64Array): number => x.findIndex((value) => !Number.isNaN(value));
const same = (a: ComputedColumns, b: ComputedColumns, length: number): readonly string[] =>
  Object.keys(a).filter((name) => {
    for (let i = 0; i < length; i++) if (!Object.is(a[name]![i], b[name]![i])) return true;
    return false;
  });

describe.each(
  INDICATORS.filter(({ implementedBy }) => implementedBy.by === 'catalogue').map(
    (entry) => [entry.slug, entry] as const,
  ),
)('%s', (slug, { parameters, lookback, range }) => {
  const computation = COMPUTATIONS[slug]!;
  const columns = computation.compute(bars, parameters, peers);
  const main = columns[computation.columns[0]!]!;

  it('has its columns, each as long as the bars', () => {
    expect(Object.keys(columns)).toEqual(computation.columns);
    expect(Object.values(columns).map(({ length }) => length)).toEqual(computation.columns.map(() => HOURS));
  });

  it('begins where its entry says', () => {
    expect([computation.lookback(parameters), first(main)]).toEqual([lookback, lookback]);
  });

  it('stays in its range, and finite', () => {
    const { least = -Infinity, most = Infinity } = range;
    const outside = [...main].filter((value) => value < least || value > most || Math.abs(value) === Infinity);
    expect(outside).toEqual([]);
    expect(new Set(main.slice(lookback)).size).toBeGreaterThan(1);
  });

  it('reads nothing ahead, neither what comes nor whether it comes', () => {
    const at = Math.max(lookback + 20, 600);
    expect(same(computation.compute(otherwise(bars, at), parameters, peers), columns, at)).toEqual([]);
    expect(same(computation.compute(cut(bars, at), parameters, cutPeers(peers, at)), columns, at)).toEqual([]);
  });
});

describe('the computations', () => {
  it('differ from one another', () => {
    const seen = new Map<string, string>();
    const alike: string[] = [];
    for (const { slug, parameters, implementedBy } of INDICATORS) {
      if (implementedBy.by !== 'catalogue') continue;
      const computation = COMPUTATIONS[slug]!;
      const column = computation.compute(bars, parameters, peers)[computation.columns[0]!]!;
      const text = column.slice(-300).join(',');
      const other = seen.get(text);
      if (other !== undefined) alike.push(`${slug} = ${other}`);
      seen.set(text, slug);
    }
    expect(alike).toEqual([]);
  });
});
