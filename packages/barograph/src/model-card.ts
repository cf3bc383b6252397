/** The card of a model: what it is, what it was made of, and what it can and cannot say. */

import type { ModelEntry } from '@barograph/core';
import type { NowcastArtifact } from '@barograph/nowcast';

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** @returns Markdown. */
export function cardText(artifact: NowcastArtifact, entry: ModelEntry): string {
  const { hmm, training } = artifact;
  return `# Nowcast ${entry.version}

${artifact.family}, ${hmm.states.length} latent states, ${hmm.labels.length} labels, trained on ${day(training.from)} to ${day(training.to)}.

sha256 \`${entry.sha256}\`
`;
}
