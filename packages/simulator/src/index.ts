export { checkConfig, SIMULATOR_V1, type SimulatorConfig } from './config.ts';
export { COINS_V1, LISTINGS_V1, type CoinConfig, type ListingConfig, type Venue } from './listings.ts';
export { createDerivatives, DERIVATIVES_V1, type DerivativesColumns, type DerivativesConfig } from './derivatives.ts';
export { createMarket, SIMULATED_INTERVALS, type Market, type RegimeTrack, type SimulatedInterval } from './market.ts';
export { fatTailed, generator, logistic, type Draw } from './random.ts';
export { REGIMES, REGIMES_V1, type Regime, type RegimeConfig } from './regimes.ts';
