/** Steps of the alternatives. Each is fitted next to the models of the surrogates and scored on the same hours. */

import type { Candles } from '@barograph/core';
import {
  type AlternativeEvidence,
  alternativesMetrics,
  type AlternativesMetrics,
} from './train/alternatives/metrics.ts';
import {
  agreementWith,
  type Alternative,
  ALTERNATIVES,
  fitAlternative,
  type FittedAlternative,
} from './train/alternatives/regimes.ts';
import { scoreAlternative } from './train/alternatives/score.ts';
import type { EvidenceBlock } from './train/evidence.ts';
import { harInputs } from './train/har-inputs.ts';
import { surrogateBars, SURROGATES, SURROGATES_V1 } from './train/surrogates.ts';
import { observeFor } from './train/training-rows.ts';
import type { WalkForwardStep } from './train/walk-forward.ts';
import { surrogateSpans, type EvidenceSteps, type Tested } from './evidence-steps.ts';
import type { RunIo } from './run-io.ts';
import type { WorkFolder } from './work-folder.ts';

/** Version of the steps: results of another one are not read. */
const VERSION = 'alternatives-1';

/** Surrogates are scored with every second half-yearly model, which halves the cost. */
const EVERY = 2;

/** Runs the steps that are not kept yet, keeps each as it is done, and returns the metrics of all. */
export async function alternativeSteps(
  io: RunIo,
  work: WorkFolder,
  { bars, observations, config }: Pick<Tested, 'bars' | 'observations' | 'config'>,
  steps: readonly WalkForwardStep[],
  { surrogates: shipped }: Pick<EvidenceSteps, 'surrogates'>,
): Promise<AlternativesMetrics> {
  const isTested = (_: unknown, i: number): boolean => i % EVERY === 0;
  const spans = surrogateSpans(steps).filter(isTested);
  const progress = io.progress('alternatives');
  const all = ALTERNATIVES.length * spans.length * (SURROGATES.length + 3);
  let done = 0;
  const step = async <Result>(name: string, from: number, run: () => Result): Promise<Result> => {
    const file = `${VERSION}-${name}-${new Date(from).toISOString().slice(0, 10)}`;
    const result = (await work.read<Result>(file)) ?? (await work.keep(file, run()));
    progress.report(++done, all);
    return result;
  };

  const measured = async (kind: Alternative): Promise<AlternativeEvidence> => {
    const fits: FittedAlternative[] = [];
    const agreement: { readonly hours: number; readonly same: number }[] = [];
    for (const span of spans) {
      const { from, inForce } = span;
      const fit = await step(`${kind}-fit`, from, () => fitAlternative(kind, inForce, observations, config));
      fits.push(fit);
      const agree = () => agreementWith(fit, inForce, observations, span, config);
      agreement.push(await step(`${kind}-agreement`, from, agree));
    }
    const scored = async (name: string, candles: Candles): Promise<readonly EvidenceBlock[]> => {
      const [rows, har] = [observeFor(candles, config.training), harInputs(candles)];
      const blocks: EvidenceBlock[] = [];
      for (const [i, { from, to, inForce }] of spans.entries()) {
        const score = () => scoreAlternative(fits[i]!, inForce, rows, { from, to }, har, config);
        blocks.push(await step(`${kind}-${name}`, from, score));
      }
      return blocks;
    };
    const surrogate = (name: (typeof SURROGATES)[number]) =>
      scored(`${name}-${SURROGATES_V1.seed}`, surrogateBars(bars, name));
    const real = await scored('real', bars);
    const blocks = {
      real,
      hours: await surrogate('hours'),
      signs: await surrogate('signs'),
      days: await surrogate('days'),
    };
    return { blocks, agreement };
  };
  const evidence = { jump: await measured('jump'), semiMarkov: await measured('semiMarkov') };
  progress.stop();
  return alternativesMetrics(evidence, {
    real: shipped.real.filter(isTested),
    hours: shipped.hours.filter(isTested),
    days: shipped.days.filter(isTested),
    signs: shipped.signs.filter(isTested),
  });
}
