/** Reference labels of the market by window of time, which a long-horizon classifier has to find. */

import type { CycleRegime } from '@barograph/cycle';

/** A window of days, both ends included. */
export interface CycleWindow {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly allowed: readonly CycleRegime[];
  /** Share of the days that must be in an allowed regime. */
  readonly needed: number;
}

const window = (
  name: string,
  from: string,
  to: string,
  allowed: readonly CycleRegime[],
  needed: number,
): CycleWindow => ({ name, from, to, allowed, needed });

/** The validation windows that end before 2025-08. */
export const CYCLE_WINDOWS: readonly CycleWindow[] = [
  window('2018 bear', '2018-06-10', '2018-11-10', [2], 0.85),
  window('2018 capitulation', '2018-11-20', '2018-12-20', [1, 2, 3], 0.95),
  window('2019 bottom', '2019-01-10', '2019-03-31', [2, 4], 0.95),
  window('2019 recovery', '2019-04-10', '2019-06-10', [5], 0.9),
  window('2020-03 shock', '2020-03-12', '2020-03-13', [1], 1),
  window('after the shock', '2020-03-15', '2020-04-25', [1, 2, 3, 4], 0.9),
  window('2020 recovery', '2020-05-10', '2020-07-20', [5], 0.9),
  window('DeFi summer', '2020-08-01', '2020-08-31', [5, 7, 8], 0.9),
  window('2020 led by BTC', '2020-10-25', '2020-12-31', [6], 0.9),
  window('2021 broad or euphoric', '2021-01-15', '2021-04-15', [6, 7, 8, 9], 0.95),
  window('2021 euphoria', '2021-02-10', '2021-04-12', [8, 9], 0.9),
  window('2021 deleveraging', '2021-05-20', '2021-06-30', [1, 10], 0.95),
  window('2021 second top', '2021-10-15', '2021-11-15', [7, 8, 9], 0.8),
  window('2021-22 distribution', '2021-12-06', '2022-01-31', [1, 10], 0.9),
  window('2022 bear', '2022-03-10', '2022-05-05', [2, 4], 0.85),
  window('LUNA', '2022-05-09', '2022-05-13', [1, 2, 3], 1),
  window('2022-06 capitulation', '2022-06-13', '2022-06-25', [1, 2, 3], 1),
  window('FTX', '2022-11-08', '2022-11-12', [1, 2, 3, 4], 1),
  window('FTX, the day', '2022-11-09', '2022-11-09', [1], 1),
  window('2023 recovery', '2023-02-01', '2023-09-30', [4, 5], 0.95),
  window('2023-24 led by BTC', '2023-11-15', '2024-03-31', [6, 7, 8], 0.9),
  window('2024 chop', '2024-07-05', '2024-09-15', [6, 7, 10], 0.9),
  window('2024 bull', '2024-11-10', '2024-12-31', [6, 7, 8], 0.95),
  window('2024-12 broad', '2024-12-01', '2024-12-31', [7, 8], 0.9),
  window('2025 distribution', '2025-03-01', '2025-04-10', [2, 10], 0.9),
];

/** Published labels of a day. */
export interface SaidDay {
  /** Open of the day, epoch ms. */
  readonly time: number;
  readonly report: { readonly regime: CycleRegime } | undefined;
}

/** Measures of a window. */
export interface Measured {
  readonly window: CycleWindow;
  readonly share: number;
  readonly passed: boolean;
  /** Days by committed regime. */
  readonly days: Readonly<Record<string, number>>;
}

/** The share of each window's days that were in an allowed regime. */
export function measureWindows(
  days: readonly SaidDay[],
  windows: readonly CycleWindow[] = CYCLE_WINDOWS,
): readonly Measured[] {
  return windows.map((window) => {
    const [from, to] = [Date.parse(window.from), Date.parse(window.to)];
    const counts: Record<string, number> = {};
    let hits = 0;
    let all = 0;
    for (const { time, report } of days) {
      if (time < from || time > to) continue;
      all++;
      const regime = report?.regime;
      counts[regime ?? '-'] = (counts[regime ?? '-'] ?? 0) + 1;
      if (regime !== undefined && window.allowed.includes(regime)) hits++;
    }
    return { window, share: hits / all, passed: hits / all >= window.needed, days: counts };
  });
}

/** The table of a measurement as text, a window a line. */
export function windowsTable(measured: readonly Measured[]): string {
  return measured
    .map(({ window: { name, from, to, allowed, needed }, share, passed, days }) =>
      [
        name.padEnd(24),
        `${from}…${to}`,
        allowed.join(',').padEnd(8),
        `needed ${needed.toFixed(2)}`,
        `measured ${share.toFixed(2)}`,
        passed ? 'pass' : 'MISS',
        Object.entries(days)
          .map(([regime, count]) => `${regime}:${count}`)
          .join(' '),
      ].join('  '),
    )
    .join('\n');
}
