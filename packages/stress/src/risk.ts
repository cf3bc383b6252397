/**
 * Event, security and policy risk, with their feeds and tables (releases, headlines, hacks, pegs): a separate entry,
 * because other engines of the package need none of them.
 */

export {
  isScheduled,
  MACRO_CALENDAR_V1,
  releaseOn,
  scheduledReleases,
  type MacroCalendarConfig,
  type ScheduledRelease,
} from './calendar/releases.ts';
export { RISK_BANDS, RISK_BANDS_V1, riskBand, type RiskBand, type RiskBandEdges } from './risk/bands.ts';
export {
  CATALYST_BIASES,
  CATALYST_TYPES,
  CATALYST_V1,
  catalysts,
  symbolCatalysts,
  type Catalyst,
  type CatalystBias,
  type CatalystConfig,
  type CatalystInputs,
  type CatalystType,
  type MintEvent,
  type SymbolCatalysts,
} from './risk/catalyst.ts';
export {
  DEPEG_V1,
  depegEpisodes,
  depegs,
  type Depeg,
  type DepegConfig,
  type DepegEpisode,
  type Stablecoin,
} from './risk/depeg.ts';
export {
  EVENT_PARTS,
  EVENT_RISK_V1,
  eventRisk,
  MACRO_PRINTS,
  unlockMagnitude,
  type EventPart,
  type EventRisk,
  type EventRiskConfig,
  type EventRiskInputs,
  type EventTerms,
  type MacroPrint,
  type PrintEvent,
  type PrintTerm,
  type UnlockEvent,
  type UnlockTerm,
} from './risk/event.ts';
export {
  HEADLINE_RULES_V1,
  HEADLINE_RULES_V2,
  type HeadlineClass,
  type HeadlineRule,
  type HeadlineRules,
} from './risk/headline-rules.ts';
export { classifyHeadline, type HeadlineReading } from './risk/headlines.ts';
export {
  headlineTilt,
  POLICY_PARTS,
  POLICY_V1,
  policyRisk,
  regulatoryPressure,
  type ClassifiedHeadline,
  type MediaReading,
  type PolicyConfig,
  type PolicyInputs,
  type PolicyPart,
  type PolicyRisk,
  type PolicyTerms,
  type RateDecision,
  type RateTerm,
} from './risk/policy.ts';
export {
  hackSeverity,
  SECURITY_PARTS,
  SECURITY_V1,
  securityStress,
  type EpisodeTerm,
  type FlowNet,
  type FlowReading,
  type HackEvent,
  type HackTerm,
  type SecurityConfig,
  type SecurityInputs,
  type SecurityPart,
  type SecurityStress,
  type SecurityTerms,
  type StablecoinEpisode,
} from './risk/security.ts';
export {
  SECTOR_ROTATION_V1,
  sectorRotation,
  type Sector,
  type SectorCoin,
  type SectorRotation,
  type SectorRotationConfig,
} from './risk/sector-rotation.ts';
export { RISK_INPUTS_V2, type RiskInputsConfig } from './inputs/config.ts';
export {
  CROSS_ASSETS,
  crossAssetMoves,
  type CrossAsset,
  type CrossAssetFeeds,
  type CrossAssetMove,
} from './inputs/cross-asset.ts';
export { flowReadings, type KnownFlows } from './inputs/exchange-flows.ts';
export { mediaVolume, type MediaHourSeries, type MediaVolume } from './inputs/media.ts';
export {
  stablecoinEpisodes,
  stablecoinMints,
  stablecoinsAt,
  type StablecoinFeeds,
  type StablecoinSeries,
} from './inputs/pegs.ts';
export { newestWithin, type TimedValues } from './inputs/series.ts';
export {
  eventInputs,
  NO_RISK_FEEDS,
  policyInputs,
  securityInputs,
  type PolicyAssembly,
  type RawHeadline,
  type ReleaseEvent,
  type RiskFeeds,
} from './inputs/risks.ts';
export { disclosedAt, HACK_DISCLOSURES_V1, type HackDisclosures } from './risk/hack-disclosures.ts';
export { HACK_SYMBOLS_V1, symbolsOfHack, type HackSymbols } from './risk/hack-symbols.ts';
export { topicOfHeadline } from './risk/headline-topic.ts';
