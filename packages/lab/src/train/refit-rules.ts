/**
 * Compares two acceptance rules on the refits of a walk-forward: support over all training rows (the rule in use), and
 * support in the last 90 days, as in `training/2`. Reports refusals per rule, and how far a refit's labels agree with the
 * model that the rule left in force.
 */

import { HOUR_MS } from '@barograph/core';
import { type Observations, type Standardization, standardize } from '@barograph/nowcast';
import { bootstrapSums, intervalOf, type Interval } from './block-bootstrap.ts';
import type { TrainingConfig } from './config.ts';
import { publish, type Model } from './evaluate.ts';
import { checkFit } from './fit-checks.ts';
import { fitStandardization } from './fit-standardization.ts';
import type { Panel } from './panel.ts';
import { panelSequences, rowsOf, trainingColumns } from './training-rows.ts';
import type { WalkForwardStep } from './walk-forward.ts';
import type { WalkForwardConfig } from './walk-forward-config.ts';

/** Names of the rules that accept a refit. */
export const REFIT_RULES = ['support', 'lastRows'] as const;

/** Name of a rule that accepts a refit. */
export type RefitRule = (typeof REFIT_RULES)[number];

/** One rule. */
export interface RefitRuleScore {
  /** Number of refits that the rule refuses. */
  readonly refused: number;
  /** Share of hours in the 90 days before a refit with equal labels by the refit and the model in force; bootstrap of refits. */
  readonly agreement: Interval;
  /** Smallest agreement of a refit, 0…1. */
  readonly least: number;
}

/** Plain JSON. */
export interface RefitRules {
  readonly version: 'refit_rules/1';
  readonly refits: number;
  readonly rules: Readonly<Record<RefitRule, RefitRuleScore>>;
  /** Agreement under `support` minus agreement under `lastRows`, per refit. */
  readonly gained: Interval;
}

/** Burn-in of a filter before labels are compared, hours. */
const BEFORE = 2_000;

/**
 * Replays both rules on the fits of the steps. Each fit starts at the previous one, accepted or not.
 *
 * @param panel as the walk-forward had it. @default none
 * @returns null for fewer than two refits.
 * @example
 * compareRefitRules(rows, steps, small); // → null
 * // one refit: from two on, `refits` of them, and of each rule how many it would have refused
 */
export function compareRefitRules(
  observations: Observations,
  steps: readonly Pick<WalkForwardStep, 'block' | 'fitted' | 'inForce'>[],
  { training, approval }: Pick<WalkForwardConfig, 'training' | 'approval'>,
  panel?: Panel,
): RefitRules | null {
  if (steps.length < 2) return null;
  const rules: Readonly<Record<RefitRule, TrainingConfig>> = {
    support: { ...training, acceptance: training.acceptance ?? { leastSupport: training.leastOccupancy } },
    lastRows: byLastRows(training),
  };
  const models = steps.map(({ block: { refit }, fitted, inForce }) => {
    const raw = trainingColumns(observations, training, -Infinity, refit.trainedTo);
    const isKnown = inForce.to === refit.trainedTo;
    const standardization = isKnown ? inForce.standardization : anew(raw, refit.trainedTo, training, panel);
    return { model: { parameters: fitted, standardization }, raw };
  });
  const replayed = (rule: RefitRule) => {
    let refused = 0;
    let before: Model | undefined;
    const agreements: number[] = [];
    for (const [i, { model, raw }] of models.entries()) {
      const { from } = steps[i]!.block;
      if (before !== undefined) {
        agreements.push(agreementOf(observations, before, model, from, approval.agreementHours));
      }
      const columns = standardize(raw, model.standardization);
      const { accepted } = checkFit(model.parameters, { columns, raw }, rules[rule]);
      if (accepted || before === undefined) before = model;
      else refused++;
    }
    return { refused, agreements };
  };
  const [support, last] = [replayed('support'), replayed('lastRows')];
  const meanOf = (values: readonly number[], salt: string): Interval =>
    intervalOf(
      bootstrapSums(
        values.map((value) => [value, 1]),
        ([sum, count]) => sum! / count!,
        salt,
      ),
    );
  const score = ({ refused, agreements }: typeof support): RefitRuleScore => ({
    refused,
    agreement: meanOf(agreements, ''),
    least: Math.min(...agreements),
  });
  return {
    version: 'refit_rules/1',
    refits: steps.length,
    rules: { support: score(support), lastRows: score(last) },
    gained: meanOf(
      support.agreements.map((value, i) => value - last.agreements[i]!),
      '',
    ),
  };
}

/** Training config without `acceptance`: the last rows decide. */
const byLastRows = ({ acceptance: _, ...training }: TrainingConfig): TrainingConfig => training;

/** Recomputes the standardisation of a refused refit, whose step stores only the parameters. */
function anew(
  raw: readonly Float64Array[],
  to: number,
  training: TrainingConfig,
  panel: Panel | undefined,
): Standardization {
  const beside = panelSequences(panel?.coins ?? [], rowsOf(raw), training, -Infinity, to);
  return fitStandardization([{ columns: [...raw], weight: 1 }, ...beside.sequences]);
}

/** Share of hours before a time with equal labels by two models. */
function agreementOf(
  { time, columns }: Observations,
  before: Model,
  now: Model,
  moment: number,
  hours: number,
): number {
  const end = Math.round((moment - time[0]!) / HOUR_MS);
  const first = Math.max(0, end - hours - BEFORE);
  const rows = columns.map((column) => column.subarray(first, end));
  const [was, is] = [before, now].map(({ parameters, standardization }) =>
    publish(parameters, standardize(rows, standardization), time.subarray(first, end)).labels.subarray(-hours),
  );
  let [same, known] = [0, 0];
  for (let t = 0; t < is!.length; t++) {
    if (was![t]! < 0 || is![t]! < 0) continue;
    known++;
    same += Number(was![t] === is![t]);
  }
  return same / known;
}
