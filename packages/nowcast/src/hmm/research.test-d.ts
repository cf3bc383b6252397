import type { Filtered } from './filter.ts';
import type { Hmm } from './hmm.ts';
import { labelProbabilities, predict, type Predicted } from './predict.ts';
import { smooth, smoothedLabelProbabilities, type Smoothed } from './smooth.ts';
import { viterbi } from './viterbi.ts';

declare const hmm: Hmm;
declare const filtered: Filtered;
declare const predicted: Predicted;
declare const smoothed: Smoothed;

labelProbabilities(hmm, filtered);
labelProbabilities(hmm, predicted);
predict(hmm, filtered, 4);
smooth(hmm, filtered);

// @ts-expect-error a smoothed row knows the future: it is no label
labelProbabilities(hmm, smoothed);
// @ts-expect-error nor is it a point to forecast from
predict(hmm, smoothed, 4);
// @ts-expect-error a forecast is not what is known now
predict(hmm, predicted, 4);
// @ts-expect-error the likeliest path is chosen with the future
labelProbabilities(hmm, viterbi(hmm, []));
// @ts-expect-error what is smoothed already cannot be smoothed again
smooth(hmm, smoothed);
// @ts-expect-error the research form takes research types only
smoothedLabelProbabilities(hmm, filtered);
// @ts-expect-error none of them is assignable to the other
export const disguised: Filtered = smoothed;
