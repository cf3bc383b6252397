/** Checks of what the database holds of a snapshot: a row that another build or hand wrote is data from outside. */

import { READY_SCHEMAS } from '@barograph/contract';
import { Type, type TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { SnapshotName } from '../../ports/snapshot-store.ts';

const {
  CycleCurrentWire,
  CycleHistoryEntryWire,
  HeatmapItemWire,
  MemeRowWire,
  MemeScoreBody,
  QuantCoinWire,
  QuantMarkets,
  SignumBreadthWire,
  SignumItemWire,
  TechnicalBreadthWire,
  TechnicalItemWire,
  VolatilityIndexPointWire,
  VolatilityItemWire,
  VolumeDayWire,
  VolumeItemWire,
} = READY_SCHEMAS;

const orNull = (schema: TSchema): TSchema => Type.Union([schema, Type.Null()]);
const measure = orNull(Type.Number());
const shares = orNull(Type.Record(Type.String(), Type.Number()));
const warming = Type.Array(Type.String());

/** The engine's records, as they are kept beside the rows. */
const volatilityHead = Type.Object({
  warming,
  market: Type.Object({
    cviRealized30: measure,
    cviRealized7: measure,
    regimeMix: Type.Object({ byCount: shares, byNotional: shares }),
    medianTermRatio: measure,
    benchmarkTermRatio: measure,
    benchmarkPctile30: measure,
  }),
  index: Type.Object({
    cviRealized30: measure,
    cviRealized7: measure,
    cviPctile30: measure,
    cviPctile7: measure,
    compositeScore: measure,
    sentiment: orNull(Type.String()),
    partial: Type.Boolean(),
  }),
  score: Type.Object({
    configVersion: Type.String(),
    composite: measure,
    band: orNull(Type.String()),
    grossExposureMultiplier: measure,
    targetVol: Type.Number(),
    partial: Type.Boolean(),
    subScores: Type.Record(Type.String(), measure),
  }),
  majors: Type.Record(Type.String(), Type.Object({ realized: measure, implied: measure, vrp: measure })),
  history: Type.Array(VolatilityIndexPointWire),
});

const quantHead = Type.Object({
  warming,
  modelVersion: Type.String(),
  sha256: Type.String(),
  market: orNull(QuantMarkets),
});
const quantRecord = Type.Object({
  symbol: Type.String(),
  coin: QuantCoinWire,
  volatility: Type.Object({ volTargetMultiplier: measure, volPctile30: measure, rv24h: measure }),
  openInterestUsd: measure,
});

/** Head and record of each snapshot: a line per engine. */
const SCHEMAS: Readonly<Record<SnapshotName, readonly [head: TSchema, record: TSchema]>> = {
  signum: [Type.Object({ warming, breadth: SignumBreadthWire }), SignumItemWire],
  volatility: [volatilityHead, VolatilityItemWire],
  volume: [Type.Object({ warming, days: Type.Record(Type.String(), Type.Array(VolumeDayWire)) }), VolumeItemWire],
  heatmap: [Type.Object({}), HeatmapItemWire],
  meme: [Type.Object({ warming, score: orNull(MemeScoreBody) }), MemeRowWire],
  cycle: [Type.Object({ current: orNull(CycleCurrentWire), archiveStart: measure }), CycleHistoryEntryWire],
  quant: [quantHead, quantRecord],
  technical: [Type.Object({ warming, breadth: TechnicalBreadthWire }), TechnicalItemWire],
};

const compiled = new Map<SnapshotName, Validator>();

/** Where a stored snapshot is not what its version says, and why, in one line; undefined when it is. */
export function faultOf(
  name: SnapshotName,
  stored: { readonly head: unknown; readonly records: unknown },
): string | undefined {
  let validator = compiled.get(name);
  if (validator === undefined) {
    const [head, record] = SCHEMAS[name];
    validator = Compile(Type.Object({ head, records: Type.Array(record) }));
    compiled.set(name, validator);
  }
  const { head, records } = stored;
  if (validator.Check({ head, records })) return undefined;
  const [fault] = validator.Errors({ head, records });
  return fault === undefined ? 'not of its schema' : `${fault.instancePath} ${fault.message}`;
}
