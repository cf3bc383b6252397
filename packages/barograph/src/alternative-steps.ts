/** The steps of the alternatives: each fitted beside the models of the surrogates, and scored on the same hours as they. */

import type { Candles } from '@barograph/core';
import type { Observations } from '@barograph/nowcast';
import {
  agreementWith,
  ALTERNATIVES,
  alternativesMetrics,
  fitAlternative,
  harInputs,
  observeFor,
  scoreAlternative,
  SURROGATES,
  surrogateBars,
  SURROGATES_V1,
  type Alternative,
  type AlternativeEvidence,
  type AlternativesMetrics,
  type EvidenceBlock,
  type FittedAlternative,
  type WalkForwardConfig,
  type WalkForwardStep,
} from '@barograph/nowcast/train';
import { surrogateSpans, type EvidenceSteps } from './evidence-steps.ts';
import type { Io } from './io.ts';
import { createProgress } from './progress.ts';
import type { WorkFolder } from './work-folder.ts';

/** Version of the steps: results of another one are not read. */
const VERSION = 'alternatives-1';

/** Of the models that surrogates are scored with, one a half year, every so many: a refit a year, to halve the cost. */
const EVERY = 2;

interface Tested {
  readonly bars: Candles;
  readonly observations: Observations;
  readonly config: WalkForwardConfig;
}

/** Runs the steps that are not kept yet, keeps each as it is done, and says what they show. */
export async function alternativeSteps(
  io: Io,
  work: WorkFolder,
  { bars, observations, config }: Tested,
  steps: readonly WalkForwardStep[],
  { surrogates: shipped }: Pick<EvidenceSteps, 'surrogates'>,
): Promise<AlternativesMetrics> {
  const isTested = (_: unknown, i: number): boolean => i % EVERY === 0;
  const spans = surrogateSpans(steps).filter(isTested);
  const progress = createProgress(io, 'alternatives', { name: 'steps', size: 1 });
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
