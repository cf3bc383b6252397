/** Span over which every forced close that the venue sends has arrived. */

import type { Logger } from 'pino';
import type { CexaConfig } from './config.ts';

/** State of the stream. */
export interface ForcedConnection {
  readonly isUp: boolean;
  /** Time of the last state change, epoch ms; null before the first opening. */
  readonly changedAt: number | null;
  /** Time of the last data, epoch ms. */
  readonly lastHeard: number | undefined;
  /** Cause while the stream is down. */
  readonly reason: string;
}

/** A watch. Moments are epoch ms. */
export interface ForcedWatch {
  /** Records that data arrived. @param isLossy whether a forced close among them could not be read. */
  heard(at: number, isLossy: boolean): void;
  /** Records a break: closes since the last data are unknown. */
  broken(at: number, reason: string): void;
  connection(now: number): ForcedConnection;
}

/** Creates the watch of one opening of the stream. */
export function createForcedWatch({ forcedQuietMs }: Pick<CexaConfig, 'forcedQuietMs'>, log: Logger): ForcedWatch {
  let connection: ForcedConnection = { isUp: false, changedAt: null, lastHeard: undefined, reason: 'no connection' };
  const change = (isUp: boolean, at: number, reason: string): void => {
    if (connection.isUp === isUp && connection.changedAt !== null) return;
    connection = { ...connection, isUp, changedAt: at, reason };
    log[isUp ? 'info' : 'warn']({ source: 'cexa_stream', isUp, at, reason }, 'stream of forced closes');
  };
  /** The mark price ticks every few seconds: a stream silent for longer may withhold forced closes too. */
  const look = (now: number): void => {
    const { lastHeard } = connection;
    if (lastHeard !== undefined && now - lastHeard > forcedQuietMs) {
      change(false, lastHeard, `no data for ${forcedQuietMs / 1000} s`);
    }
  };
  const broken = (at: number, reason: string): void => change(false, connection.lastHeard ?? at, reason);
  return {
    heard: (at, isLossy) => {
      look(at);
      if (isLossy) broken(at, 'a forced close could not be read');
      connection = { ...connection, lastHeard: at };
      if (!isLossy) change(true, at, '');
    },
    broken,
    connection: (now) => {
      look(now);
      return connection;
    },
  };
}
