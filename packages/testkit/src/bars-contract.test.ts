import { barClock, checkNextBar, clockTime, type Bar, type Candles, type Mutable, type Stream } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { barsContract, barsLaws } from './bars-contract.ts';
import { causalityContract, causalityLaws } from './causality-contract.ts';
import type { Law } from './law.ts';
import { scaleContract, scaleLaws } from './scale-contract.ts';

/** Message of a broken law. */
function complaint(laws: readonly Law[]): string {
  for (const law of laws) {
    try {
      law.check();
    } catch (error) {
      return String((error as Error).cause ?? error);
    }
  }
  return 'every law holds';
}

interface ChangePoint {
  readonly change: number;
  readonly seen: number;
}

interface ChangeSnapshot {
  readonly last: number | null;
  readonly seen: number;
  readonly time: number | null;
}

/** Close against the previous close; `seen` has no column. */
function createChange(resume?: ChangeSnapshot): Stream<Bar, ChangePoint, ChangeSnapshot> {
  let { last, seen } = resume ?? { last: null, seen: 0 };
  const clock = barClock(resume?.time);
  const say = (bar: Bar, into: Mutable<ChangePoint> = { change: NaN, seen: 0 }): ChangePoint => {
    checkNextBar(bar, clock);
    into.change = last === null ? NaN : bar.close - last;
    into.seen = seen + 1;
    return into;
  };
  return {
    next(bar, into) {
      const out = say(bar, into);
      last = bar.close;
      seen++;
      clock[0] = bar.time;
      return out;
    },
    peek: (bar, into) => say(bar, into),
    snapshot: () => ({ last, seen, time: clockTime(clock) }),
  };
}

const change = (bars: Candles): Float64Array =>
  bars.close.map((close, i) => (i === 0 ? NaN : close - bars.close[i - 1]!));

barsContract({
  name: 'change of close',
  create: createChange,
  columns: (bars) => ({ change: change(bars) }),
  lookback: 1,
});
causalityContract({ name: 'change of close', columns: (bars) => ({ change: change(bars) }) });
scaleContract({
  name: 'change of close',
  degree1: (bars) => ({ change: change(bars) }),
  degree0: (bars) => ({ rose: change(bars).map((x) => Math.sign(x)) }),
});

describe('the bars contract refuses', () => {
  const base = { name: 'x', create: createChange };

  it('a batch face that differs from the stream in one bit', () => {
    const columns = (bars: Candles) => ({ change: change(bars).map((x) => x * (1 + Number.EPSILON)) });
    expect(complaint(barsLaws({ ...base, columns }))).toMatch(/stream against batch at output \d+: \$\.change/);
  });

  it('a column of another length', () => {
    const columns = (bars: Candles) => ({ change: change(bars).subarray(1) });
    expect(complaint(barsLaws({ ...base, columns }))).toMatch(/column "change" has \d+ values for \d+ bars/);
  });

  it('a batch face that writes into its input', () => {
    const columns = (bars: Candles) => {
      const out = change(bars);
      if (bars.length > 0) bars.volume[0] = 12_345.678;
      return { change: out };
    };
    expect(complaint(barsLaws({ ...base, columns }))).toMatch(/an input was written to at \$\.volume\[0\]/);
  });

  it('a batch face that gives the same memory twice', () => {
    const shared = new Float64Array(1_000);
    const columns = (bars: Candles) => {
      const out = shared.subarray(0, bars.length);
      out.set(change(bars));
      return { change: out };
    };
    expect(complaint(barsLaws({ ...base, columns }))).toMatch(/column "change" is shared by two calls/);
  });

  it('a stream that takes a bar twice', () => {
    const forgetful = (resume?: ChangeSnapshot) => {
      const stream = createChange(resume);
      return { ...stream, snapshot: () => ({ ...stream.snapshot(), time: null }) };
    };
    const columns = (bars: Candles) => ({ change: change(bars) });
    expect(complaint(barsLaws({ name: 'x', create: forgetful, columns }))).toMatch(
      /next took an input of \d+ after \d+/,
    );
  });

  it('a wrong lookback', () => {
    const columns = (bars: Candles) => ({ change: change(bars) });
    expect(complaint(barsLaws({ ...base, columns, lookback: 2 }))).toMatch(/lookback (2|-1) promised, 1 found/);
  });
});

describe('the causality contract refuses', () => {
  it('a centred average', () => {
    const columns = (bars: Candles) => ({ mean: bars.close.map((x, i) => (x + (bars.close[i + 1] ?? x)) / 2) });
    expect(complaint(causalityLaws({ name: 'x', columns }))).toMatch(
      /looks ahead: with garbage from bar \d+ on, \$\.mean/,
    );
  });

  it('a rank within the whole series', () => {
    const columns = (bars: Candles) => ({ share: bars.close.map(() => bars.length) });
    expect(complaint(causalityLaws({ name: 'x', columns }))).toMatch(/looks ahead: with nothing from bar \d+ on/);
  });
});

describe('the scale contract refuses', () => {
  it('an absolute epsilon in a denominator', () => {
    const columns = (bars: Candles) => ({
      share: bars.close.map((close, i) => (Math.abs(close) < 1e-8 ? 0 : bars.high[i]! / close)),
    });
    expect(complaint(scaleLaws({ name: 'x', degree0: columns }))).toMatch(/prices × 2\^-?\d+: \$\.share\[\d+\]/);
  });

  it('a level that does not follow the price', () => {
    const columns = (bars: Candles) => ({ level: bars.close.map((close) => close + 1) });
    expect(complaint(scaleLaws({ name: 'x', degree1: columns }))).toMatch(/prices × 2\^-?\d+: \$\.level/);
  });
});
