import { describe, expect, it } from 'vitest';
import { FEATURES, type HmmParameters, REGIMES } from '@barograph/nowcast';
import { prototypeStates } from './anchors.ts';
import { TRAINING_V2, TRAINING_V3 } from './config.ts';
import { checkFit } from './fit-checks.ts';

const states = prototypeStates(TRAINING_V2);

/** States at the prototypes; `swap` gives the means of two labels to each other. */
function parametersOf(swap?: readonly [number, number]): HmmParameters {
  const meanOf = (k: number): readonly number[] => {
    const label = states[k]!.label;
    const other = swap === undefined ? label : label === swap[0] ? swap[1] : label === swap[1] ? swap[0] : label;
    return states[2 * other + (k % 2)]!.mean;
  };
  return {
    version: 'by hand',
    labels: REGIMES,
    features: FEATURES,
    nu: 5,
    beta: 1,
    states: states.map(({ label }, k) => ({
      label,
      mean: meanOf(k),
      scaleCholesky: FEATURES.map((_, i) => Array.from({ length: i + 1 }, (__, j) => (i === j ? 0.3 : 0))),
    })),
    initial: states.map(() => 1 / states.length),
    transition: states.map((_, i) => states.map((__, j) => (i === j ? 0.945 : 0.005))),
  };
}

/** Hours of every label at its mild prototype, one label after the other. */
function rowsOf(hours: readonly number[]): Float64Array[] {
  const rows = hours.flatMap((count, label) => Array.from({ length: count }, () => states[2 * label]!.mean));
  return FEATURES.map((_, i) => Float64Array.from(rows, (row) => row[i]!));
}

const checked = (
  hours: readonly number[],
  config = TRAINING_V3,
  parameters = parametersOf(),
  before?: HmmParameters,
) => {
  const columns = rowsOf(hours);
  const standardization = { median: FEATURES.map(() => 0), scale: FEATURES.map(() => 1) };
  return checkFit(
    parameters,
    { columns, raw: columns, before: before === undefined ? undefined : { parameters: before, standardization } },
    config,
  );
};

describe('the acceptance of a fit', () => {
  it('by the last rows refuses a fit whose last season was quiet, by support accepts it', () => {
    const hours = [500, 500, 500, 500, 300, 500];
    const short = { ...TRAINING_V2, occupancyRows: 400 };
    expect(checked(hours, short)).toMatchObject({ accepted: false });
    expect(checked(hours, short).reason).toContain('strong_trend_bull has less than 0.01 of the last rows');
    expect(checked(hours, { ...TRAINING_V3, occupancyRows: 400 })).toMatchObject({ accepted: true, reason: null });
    expect(checked(hours).support.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  });

  it('by support refuses a label that hardly any row has', () => {
    const { accepted, reason } = checked([500, 500, 500, 500, 2, 500]);
    expect(accepted).toBe(false);
    expect(reason).toBe('vol_spike has less than 0.01 of the rows');
  });

  it('by the states refuses labels that have changed places', () => {
    const { reason, meaning, nearest } = checked([500, 500, 500, 500, 300, 500], TRAINING_V3, parametersOf([0, 1]));
    expect(meaning.slice(0, 2)).toEqual([1, 0]);
    expect(nearest.slice(0, 4)).toEqual([1, 1, 0, 0]);
    expect(reason).toBe(
      '8 of 12 states are nearest to their label; no state is nearest to strong_trend_bull; no state is nearest to strong_trend_bear',
    );
  });

  it('reports how many rows have the label of the model in force, and refuses none for it', () => {
    const hours = [500, 500, 500, 500, 300, 500];
    expect(checked(hours).agreement).toBeNull();
    expect(checked(hours, TRAINING_V3, parametersOf(), parametersOf()).agreement).toBe(1);
    const moved = checked(hours, TRAINING_V3, parametersOf(), parametersOf([0, 1]));
    expect(moved.agreement).toBeCloseTo(1 - 1_000 / 2_800, 2);
    expect(moved.accepted).toBe(true);
  });
});
