/** Parts of the sentence, from answers as the service gives them. */

import { describe, expect, it } from 'vitest';
import { script } from './script.ts';

type Answers = Readonly<Record<string, unknown>>;
interface Horizons {
  readonly marketHorizons: (answers: Answers) => Answers;
  readonly coinHorizons: (answers: Answers) => Answers;
}
interface Words {
  readonly CYCLE: readonly { readonly id: number; readonly name: string }[];
  readonly NOWCAST: readonly { readonly id: string }[];
}
const { marketHorizons, coinHorizons } = await script<Horizons>('horizons');
const { CYCLE, NOWCAST } = await script<Words>('words');

const now = (label: string, shock: object = { active: false, kind: null }) => ({ regime: { label }, shock });
const breadth = (green: number, red: number, grey: number) => ({
  breadth: { total: green + red + grey, green, red, grey, pct_green: (100 * green) / (green + red + grey), pct_red: (100 * red) / (green + red + grey) }, // prettier-ignore
});

describe('horizons of the market', () => {
  it('knows nothing without answers', () => {
    expect(marketHorizons({})).toEqual({ weeks: null, hours: null, shock: null, days: null, volatility: null, positioning: null }); // prettier-ignore
  });

  it('has a direction for each of the ten regimes, and for none but the two trends of the hours', () => {
    const sides = CYCLE.map(({ id, name }) => (marketHorizons({ cycle: { id, name } })['weeks'] as { side?: string }).side); // prettier-ignore
    expect(sides).toEqual(['down', 'down', 'down', undefined, 'up', 'up', 'up', 'up', 'up', 'down']);
    const hours = NOWCAST.map(
      ({ id }) => marketHorizons({ now: now(id) })['hours'] as { side?: string; energy?: string },
    );
    expect(hours.map((one) => one.side)).toEqual(['up', 'down', undefined, undefined, undefined, undefined]);
    expect(hours.map((one) => one.energy)).toEqual([undefined, undefined, 'quiet', 'wild', 'wild', 'quiet']);
  });

  it.each([
    [{ active: null, kind: null }, null],
    [{ active: false, kind: null }, false],
    [{ active: true, kind: 'down' }, { side: 'down' }],
    [{ active: true, kind: 'swing' }, { side: 'swing' }],
  ])('reads the shock %o', (shock, part) => {
    expect(marketHorizons({ now: now('squeeze', shock) })['shock']).toEqual(part);
  });

  it.each([
    [breadth(29, 5, 1), { side: 'up', text: '29 of 35 coins green' }],
    [breadth(5, 29, 1), { side: 'down', text: '29 of 35 coins red' }],
    [breadth(10, 10, 0), { text: '10 green, 10 red, 0 grey' }],
    [{ breadth: { total: 0, green: 0, red: 0, grey: 0, pct_green: null, pct_red: null } }, null],
  ])('reads the colours of coins %#', (signum, part) => {
    expect(marketHorizons({ signum })['days']).toEqual(part);
  });

  it.each([
    [null, null],
    [0, 'low'],
    [19.9, 'low'],
    [20, 'usual'],
    [80, 'usual'],
    [80.1, 'high'],
  ])('takes percentile %s of volatility as %s', (cvi_pctile_30, level) => {
    const part = marketHorizons({ cvi: { cvi_pctile_30 } })['volatility'] as { level: string } | null;
    expect(part?.level ?? null).toBe(level);
  });

  it.each([
    [{}, undefined],
    [{ funding_rate: -0.0031 }, 'funding is −0.0031\u00a0% in 8 hours'],
    [{ long_short_ratio: 1.23, funding_rate: 0.0096 }, 'accounts lean long (1.23 long to 1 short, funding is +0.0096\u00a0% in 8 hours)'], // prettier-ignore
    [{ long_short_ratio: 0.9 }, 'accounts lean short (0.90 long to 1 short)'],
    [{ long_short_ratio: 1 }, 'accounts are balanced (1.00 long to 1 short)'],
  ])('reads how accounts lean %#', (indicators, text) => {
    const part = marketHorizons({ health: { indicators } })['positioning'] as { text: string } | null;
    expect(part?.text).toBe(text);
  });
});

describe('horizons of a coin', () => {
  it('says whose the weeks are, and takes the rest from the coin', () => {
    const given = coinHorizons({
      cycle: { id: 8, name: 'Broad Bull' },
      now: now('strong_trend_bull'),
      signum: { color: 'red', days_in_color: 1 },
      volatility: { vol_pctile_30: 3 },
      gamma: { regime: { state: 'amplify' } },
    });
    expect(given).toMatchObject({
      weeks: { side: 'up', name: 'Broad Bull of the market' },
      hours: { side: 'up', name: 'Strong uptrend' },
      days: { side: 'down', text: 'red for 1 day' },
      volatility: { level: 'low' },
      positioning: { text: 'open positions amplify moves' },
    });
  });

  it('has no direction for grey days, and no positioning without positions', () => {
    const given = coinHorizons({ signum: { color: 'grey', days_in_color: 4 } });
    expect(given['days']).toEqual({ side: undefined, text: 'grey for 4 days' });
    expect(given['positioning']).toBeNull();
  });
});
