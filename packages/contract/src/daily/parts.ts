/** Answers of other features in the daily snapshot; only this file depends on them. */

export { coinsPublication } from '../coins/publication.ts';
export { coinRow, type CoinRowWire } from '../coins/row.ts';
export { rateRow, ratedPerps, type RatedPerp } from '../derivatives/all-funding.ts';
export { eventPublication, eventScoreRow, type EventScoreWire } from '../event/publication.ts';
export { forcedPublication } from '../forced/publication.ts';
export { forcedRow, type ForcedRowWire } from '../forced/row.ts';
export { marketHealthPublication } from '../market-health/publication.ts';
export { healthBlock, type MarketHealthWire } from '../market-health/row.ts';
export { healthNote } from '../market-health/summary.ts';
export { cycleCurrentReply, type CycleCurrentWire } from '../regimes/current-row.ts';
export { cyclePublication } from '../regimes/publication.ts';
export { policyPublication, policyScoreRow, type PolicyScoreWire } from '../policy/publication.ts';
export { securityPublication, securityScoreRow, type SecurityScoreWire } from '../security/publication.ts';
export { sentimentPublication, type SentimentHead } from '../sentiment/publication.ts';
export { fearGreedBlock, macroBlock, stablecoinsBlock } from '../sentiment/row.ts';
export { technicalBreadth, technicalEngine, type TechnicalHead } from '../technical/engine.ts';
export { technicalRow, type TechnicalItemWire } from '../technical/row.ts';
