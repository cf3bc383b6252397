/** The engines of this host. */

import type { SnapshotContents, SnapshotName } from '../../ports/snapshot-store.ts';
import type { AnyEngine } from './engine.ts';
import { heatmapEngine } from './heatmap.ts';
import { memeEngine } from './meme.ts';
import { signumEngine } from './signum.ts';
import { technicalEngine } from './technical.ts';
import { volatilityEngine } from './volatility.ts';
import { volumeEngine } from './volume.ts';

type HostEngine = { readonly [Name in SnapshotName]: AnyEngine<Name, SnapshotContents[Name]> }[SnapshotName];

/** Each after those whose rows it needs; one for every snapshot. */
export const ENGINES: readonly HostEngine[] = [
  signumEngine,
  technicalEngine,
  volatilityEngine,
  volumeEngine,
  heatmapEngine,
  memeEngine,
];
