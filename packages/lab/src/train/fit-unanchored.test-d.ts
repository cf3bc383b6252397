import { artifactText, type NowcastArtifact } from '@barograph/nowcast';
import type { Fit } from './fit.ts';
import type { UnanchoredFit } from './fit-unanchored.ts';

declare const unanchored: UnanchoredFit;

// @ts-expect-error research is no model file
artifactText(unanchored);
// @ts-expect-error nor has it passed the checks of a fit
export const fit: Fit = unanchored;
// @ts-expect-error and parameters alone are no model either
export const artifact: NowcastArtifact = { hmm: unanchored.parameters, standardization: unanchored.standardization };
