/** Schema of the stored head of the volatility rows, under engine names. */

import { Type, type TSchema } from 'typebox';
import { storedNumber, symbolsHead } from '../published.ts';
import { nullable } from '../scalar.ts';
import { indexPoint } from './index-row.ts';

const shares = nullable(Type.Record(Type.String(), Type.Number()));
const textOrNull = nullable(Type.String());

/** Schema of the head of `volatility-snapshot/2`. */
export const volatilityHead: TSchema = symbolsHead({
  market: Type.Object({
    cviRealized30: storedNumber,
    cviRealized7: storedNumber,
    regimeMix: Type.Object({ byCount: shares, byNotional: shares }),
    medianTermRatio: storedNumber,
    benchmarkTermRatio: storedNumber,
    benchmarkPctile30: storedNumber,
  }),
  index: Type.Object({
    cviRealized30: storedNumber,
    cviRealized7: storedNumber,
    cviPctile30: storedNumber,
    cviPctile7: storedNumber,
    compositeScore: storedNumber,
    sentiment: textOrNull,
    partial: Type.Boolean(),
  }),
  score: Type.Object({
    configVersion: Type.String(),
    composite: storedNumber,
    band: textOrNull,
    grossExposureMultiplier: storedNumber,
    targetVol: Type.Number(),
    partial: Type.Boolean(),
    subScores: Type.Record(Type.String(), storedNumber),
  }),
  majors: Type.Record(Type.String(), Type.Object({ realized: storedNumber, implied: storedNumber, vrp: storedNumber })),
  history: Type.Array(indexPoint.schema),
});
