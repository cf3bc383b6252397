/** Head of a model card: the model and its inputs. */

import type { ModelEntry } from '@barograph/core';
import type { DerivativesRecord, NowcastArtifact, PanelRecord } from '@barograph/nowcast';
import { table } from './markdown.ts';
import { sha256 } from './sha256.ts';

/** Formats a time, epoch ms, as its UTC day. */
export const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
/** Formats a share as percent. */
export const percent = (share: number, digits: number = 1): string => `${(100 * share).toFixed(digits)} %`;
/** Formats a number with some decimals. */
export const number = (value: number, digits: number = 3): string => value.toFixed(digits);

/** Digest of a panel: the SHA-256 of the `sha256sum` output of all files, by name. */
export function panelDigest(files: NonNullable<PanelRecord['files']>): string {
  const lines = files
    .map(({ file, sha256 }) => `${sha256}  ${file}\n`)
    .toSorted((a, b) => (a.slice(64) < b.slice(64) ? -1 : 1));
  return sha256(lines.join(''));
}

/** Table of the model's parts, and the command that reproduces it. */
export function aboutText(
  { family, hmm, hysteresis, training, approval, features, drawdown, coinDrawdown, recalibration, har, monteCarlo }: NowcastArtifact, // prettier-ignore
  entry: ModelEntry,
  node: string,
): string {
  const { bars, panel, derivatives, betas, rows, from, to } = training;
  const file = bars?.file ?? 'FILE';
  const beta =
    betas.length === 0
      ? 'given'
      : `chosen from ${betas.map((trial) => trial.beta).join(', ')} on the last year of the data, by models fitted on what is before it`;
  return `The regime of Bitcoin, hour by hour: ${hmm.labels.join(', ')}.

${table(
  ['', ''],
  [
    [
      'model',
      `${family}, ${hmm.states.length} latent states, ${hmm.labels.length} labels, ν = ${hmm.nu ?? '∞'}, β = ${hmm.beta} (${beta})`,
    ],
    [
      'versions',
      [
        features.version,
        hysteresis.version,
        training.version,
        training.headsVersion,
        ...(har === undefined ? [] : [har.config.version]),
        ...(monteCarlo === undefined ? [] : [monteCarlo]),
        ...(recalibration === undefined ? [] : [recalibration.version]),
      ]
        .map((name) => `\`${name}\``)
        .join(', '),
    ],
    ['learnt from', `${rows} hours of ${day(from)} … ${day(to - 1)} of \`${file}\``],
    ['sha256 of the bars', `\`${bars?.sha256 ?? '–'}\``],
    ...(panel === undefined ? [] : panelRows(panel)),
    ...(derivatives === undefined ? [] : derivativesRows(derivatives)),
    ['model.json', `${entry.bytes} bytes, sha256 \`${entry.sha256}\``],
    [
      'checks of the fit',
      `${approval.accepted ? 'passed' : `failed: ${approval.reason}`}; ${approval.anchored} of ${hmm.states.length} states are nearest to their own label`,
    ],
    ['map of the drawdown', mapText(drawdown)],
    ...(coinDrawdown === undefined ? [] : [['map of the drawdown of coins', mapText(coinDrawdown)]]),
  ],
)}

The same bytes come of the same bars with Node ${node}:

\`\`\`sh
npx barograph train nowcast --bars ${file}${panel === undefined ? '' : ' --panel FOLDER'}${derivatives === undefined ? '' : ' --derivatives FOLDER'}${training.version.endsWith('/custom') ? ' --config FILE' : ''} --out models/nowcast/${entry.version}
\`\`\``;
}

function mapText(drawdown: NowcastArtifact['drawdown']): string {
  if (drawdown === undefined) return 'none: the probability is given as simulated';
  const { version, map, origins, came, from, to, trainedTo, brier } = drawdown;
  return `\`${version}\`: slope ${number(map.slope)}, intercept ${number(map.intercept)}, from ${origins} origins of ${day(from)} … ${day(to)}, ${came} of which a drawdown followed, simulated by a model that had learnt until ${day(trainedTo - 1)}; Brier score on these very outcomes ${number(brier.raw, 4)} before, ${number(brier.mapped, 4)} after`;
}

function panelRows({ coins, rows, weight, files }: PanelRecord): readonly (readonly string[])[] {
  const names = files === undefined ? '' : `: ${files.map(({ file }) => `\`${file}\``).join(', ')}`;
  return [
    ['and from', `${rows} hours of ${coins} coins, which count as ${weight} times the hours above${names}`],
    ...(files === undefined
      ? []
      : [['sha256 of the panel', `\`${panelDigest(files)}\`, of its lines of sha256 and name`]]),
  ];
}

function derivativesRows({ series, hours, files }: DerivativesRecord): readonly (readonly string[])[] {
  return [
    ['funding and open interest', `${hours} hours of ${series.join(', ')}, for the expected volatility`],
    ...(files === undefined
      ? []
      : [['sha256 of these', `\`${panelDigest(files)}\`, of the lines of sha256 and name of ${files.length} files`]]),
  ];
}
