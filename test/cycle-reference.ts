/** The reference series of the data folder: signals of other sources, with the raw and committed labels made of them. */

import { existsSync, readFileSync } from 'node:fs';
import { NO_SIGNALS, type CycleRegime, type CycleSignal, type CycleSignals } from '@barograph/cycle';

const FILE = '../shared/data/vectors/longregime_signals_daily.csv';

/** Reason why no reference is available; undefined when it is available. */
export const missingReference = existsSync(FILE) ? undefined : 'needs ../shared/data';

/** Columns of the file with their signals. */
const COLUMNS: Readonly<Record<string, CycleSignal>> = {
  d200: 'd200',
  slope: 'slope200',
  dd: 'ddAth',
  ddage: 'athAgeD',
  r1: 'r1',
  r3: 'r3',
  r7: 'r7',
  r30: 'r30',
  r90: 'r90',
  rvp: 'rv30Pctile',
  offlow: 'offLow',
  lowage: 'lowAgeD',
  b200: 'b200',
  b50: 'b50',
  altrel: 'altRel90',
  altout: 'altOut90',
  ethbtc90: 'ethBtc90',
  b200c30: 'b200Chg30',
  z1: 'z1',
  intr: 'intradayLow',
  rvr: 'rvRatio',
};

/** One day of the series. */
export interface ReferenceDay {
  readonly date: string;
  readonly signals: CycleSignals;
  readonly raw: CycleRegime;
  readonly committed: CycleRegime;
}

/**
 * The low in deviations, which the series does not have: its own return over its own z1 is the deviation. null on days
 * whose return is too small for that; none of them is a shock in deviations.
 */
function lowZOf(r1: number | null, z1: number | null, low: number | null): number | null {
  if (r1 === null || z1 === null || low === null || Math.abs(z1) < 0.5) return null;
  return (Math.log(1 + low) * z1) / Math.log(1 + r1);
}

/** The days of the series, oldest first. */
export function referenceDays(): readonly ReferenceDay[] {
  const [head, ...rows] = readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  return rows.map((row) => {
    const at = (column: string): number | null => {
      const text = row[head!.indexOf(column)]!;
      return text === '' || text === 'nan' ? null : Number(text);
    };
    const signals = Object.fromEntries(Object.entries(COLUMNS).map(([column, signal]) => [signal, at(column)]));
    return {
      date: row[0]!,
      signals: { ...NO_SIGNALS, ...signals, lowZ: lowZOf(at('r1'), at('z1'), at('intr')) },
      raw: at('raw') as CycleRegime,
      committed: at('committed') as CycleRegime,
    };
  });
}
