export { annualise } from './annualise.ts';
export { closeToClose, closeToCloseLookback, createCloseToClose } from './close-to-close.ts';
export {
  ESTIMATOR_DEFAULTS,
  type EstimatorConfig,
  type EstimatorSnapshot,
  type EstimatorStream,
  type VolatilityPoint,
} from './estimator.ts';
export { createGarmanKlass, garmanKlass, garmanKlassLookback, garmanKlassVariance } from './garman-klass.ts';
export {
  createGarmanKlassYangZhang,
  garmanKlassYangZhang,
  garmanKlassYangZhangLookback,
  garmanKlassYangZhangVariance,
} from './garman-klass-yang-zhang.ts';
export { logRatio } from './log-ratio.ts';
export { createParkinson, parkinson, parkinsonLookback, parkinsonVariance } from './parkinson.ts';
export {
  createRogersSatchell,
  rogersSatchell,
  rogersSatchellLookback,
  rogersSatchellVariance,
} from './rogers-satchell.ts';
export { createYangZhang, yangZhang, yangZhangLookback } from './yang-zhang.ts';
