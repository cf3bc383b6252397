export { createNotional30, notional30, type Notional30, type Notional30Snapshot } from './volume/notional30.ts';
export {
  checkVolumeConfig,
  VOLUME_BANDS,
  VOLUME_V1,
  volumeBand,
  type VolumeBand,
  type VolumeConfig,
} from './volume/config.ts';
export { volumeHistory, type VolumeColumns } from './volume/history.ts';
export {
  volumeRow,
  type NotionalDay,
  type NotionalHour,
  type VolumeAbout,
  type VolumeInput,
  type VolumeRow,
} from './volume/row.ts';
export { createVolumeTracker, type VolumeTracker, type VolumeTrackerSnapshot } from './volume/tracker.ts';
