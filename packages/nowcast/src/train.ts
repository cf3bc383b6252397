export { TRAINING_V1, type Prototype, type TrainingConfig } from './train/config.ts';
export { em, type EmFit, type EmOptions, type EmParameters } from './train/em.ts';
export { FitError } from './train/fit-error.ts';
export { fitStandardization } from './train/fit-standardization.ts';
export { fitRegimes, type Fit, type FitChecks, type FitOptions, type FitProgress } from './train/fit.ts';
export { type MapPrior } from './train/prior.ts';
