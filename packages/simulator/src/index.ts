export type { BookColumns, BookSideColumns } from './book.ts';
export { checkConfig, SIMULATOR_V1, SIMULATOR_V2, type SimulatorConfig } from './config.ts';
export { COINS_V1, LISTINGS_V1, type CoinConfig, type ListingConfig, type Venue } from './listings.ts';
export { DERIVATIVES_V1, type DerivativesConfig } from './derivatives-config.ts';
export { createDerivatives, type DerivativesColumns } from './derivatives.ts';
export type { Cascade } from './cascades.ts';
export type { FillColumns } from './fills.ts';
export type { PriceDigits } from './grid.ts';
export type { DepthShares } from './depth.ts';
export { createFlow, type Flow } from './flow.ts';
export type { ForcedClose, Position, PositionSide } from './forced-close.ts';
export { createMarket, SIMULATED_INTERVALS, type Market, type RegimeTrack, type SimulatedInterval } from './market.ts';
export {
  MICROSTRUCTURE_V2,
  type DepthLaw,
  type FillsLaw,
  type ForcedLaw,
  type Microstructure,
} from './microstructure.ts';
export { minuteTurns, type MinuteTurns } from './minute-path.ts';
export { createObservations, type Observations, type PerpState } from './observations.ts';
export { OBSERVATIONS_V1, type BookLaw, type ObservationsConfig } from './observations-config.ts';
export type { ObservationColumns } from './observed-perp.ts';
export { type LeverageTiers } from './perp-terms.ts';
export { fatTailed, generator, logistic, type Draw } from './random.ts';
export { REGIMES, REGIMES_V1, type Regime, type RegimeConfig } from './regimes.ts';
export {
  createAccounts,
  type Accounts,
  type HeldBy,
  type SimulatedAccount,
  type SimulatedHolding,
} from './accounts.ts';
export { type SimulatedClass, type SimulatedStats } from './account-seats.ts';
export { ACCOUNTS_V1, type AccountsConfig } from './accounts-config.ts';
export { createLedger, type AccountFill, type AccountResult, type Ledger } from './ledger.ts';
export { LEDGER_V1, type LedgerConfig } from './ledger-config.ts';
export { createOptions, type ImpliedColumns, type Options, type SimulatedOption } from './options.ts';
export { OPTIONS_V1, type OptionsConfig } from './options-config.ts';
export { createReference, type Reference, type SimulatedCoin } from './reference.ts';
export { REFERENCE_V1, type ReferenceConfig, type TwinConfig } from './reference-config.ts';
export { type SimulatedSchedule } from './vesting.ts';
export { OUTLOOK_V1, type OutlookConfig } from './outlook-config.ts';
export { createOutlook, type Outlook, type OutlookColumns } from './outlook.ts';
export { createPools, type Pools, type SimulatedPool, type SimulatedPromotion } from './pools.ts';
export {
  POOLS_V1,
  SIMULATED_CHAINS,
  TOKEN_KINDS,
  type PoolsConfig,
  type SimulatedChain,
  type TokenKind,
} from './pools-config.ts';
export type { SimulatedToken } from './made-tokens.ts';
export type { SimulatedCheck } from './token-checks.ts';
export { createSpotPairs, type PairColumns, type SpotPairs } from './spot-pairs.ts';
export { createVenueForcedCloses, type VenueForcedClose } from './venue-forced.ts';
export { createVenuePerps, type TimedColumns, type VenuePerps, type VenuePerpState } from './venue-perps.ts';
export {
  VENUES_V1,
  type PerpVenue,
  type SimulatedVenue,
  type VenueForcedLaw,
  type VenueLaw,
  type VenuesConfig,
} from './venues-config.ts';
export { createNews, type SimulatedNews, type SimulatedReport, type SimulatedStory } from './news.ts';
export { NEWS_SIMULATOR_V1, NEWS_SIMULATOR_V2, type NewsSimulatorConfig, type SimulatedSource } from './news-config.ts';
export { type SimulatedCategory } from './news-forms.ts';
export {
  createTransfers,
  type SimulatedExchangeAddress,
  type SimulatedTransfer,
  type SimulatedTransfers,
} from './transfers.ts';
export {
  createEtfFlows,
  SIMULATED_ETFS,
  type SimulatedEtf,
  type SimulatedEtfDay,
  type SimulatedEtfFlows,
} from './etf.ts';
