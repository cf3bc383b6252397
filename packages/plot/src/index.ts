export type { PictureOptions } from './compose.ts';
export { plotNowcast, type NowcastColumns } from './nowcast.ts';
export { JUPYTER_DISPLAY, type Picture } from './picture.ts';
export type { PngOptions } from './png.ts';
export { plotProbabilities, type ProbabilityColumns } from './probabilities.ts';
export { plotRegimes, type PriceOptions, type RegimeColumns } from './regimes.ts';
export type { Labels, SeriesOptions } from './series.ts';
export type { ThemeName } from './theme.ts';
