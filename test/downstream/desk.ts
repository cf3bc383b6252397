/**
 * An example of a user's service: a desk that holds risk while the market is likely to be in a bull regime. Hysteresis (it
 * enters at one bound and leaves at another), confirmation, a least stay, a crash that overrules the stay, and a state
 * that survives a restart. Its rules are small methods, so that `broken.ts` can break them one at a time.
 */

/** A regime event as it arrives. Events may come twice or late. */
export interface RegimeEvent {
  /** epoch ms. */
  readonly time: number;
  /** Probabilities, 0…1. */
  readonly bull: number;
  readonly crash: number;
}

/** An action of the desk. */
export interface Order {
  readonly time: number;
  readonly action: 'enter' | 'leave';
  readonly reason: 'confirmed' | 'faded' | 'crash';
}

/** Plain JSON. */
export interface DeskState {
  readonly holds: boolean;
  /** Events in a row that spoke for entering. */
  readonly votes: number;
  /** Time of the entry and of the last event; null before the first. */
  readonly since: number | null;
  readonly time: number | null;
}

const HOUR_MS = 3_600_000;

/** The numbers of the desk. */
export const DESK_V1 = Object.freeze({
  version: 'desk/1',
  /** Entry at or above this probability; exit below the other. */
  enterBull: 0.6,
  leaveBull: 0.4,
  crash: 0.5,
  confirmations: 2,
  minStayMs: 6 * HOUR_MS,
  /** Maximum silence before the votes reset. */
  maxGapMs: 24 * HOUR_MS,
});

export class Desk {
  protected state: DeskState;

  constructor(saved?: DeskState) {
    this.state = saved ?? { holds: false, votes: 0, since: null, time: null };
  }

  /** Takes one event; the order that follows from it, or null. */
  take(event: RegimeEvent): Order | null {
    if (this.isLate(event)) return null;
    const { holds, since } = this.state;
    const votes = this.speaksFor(event) ? (this.isForgotten(event) ? 1 : this.state.votes + 1) : 0;
    const order = holds ? this.leaving(event, since!) : this.entering(event, votes);
    this.state =
      order === null
        ? { holds, votes, since, time: event.time }
        : { holds: !holds, votes: 0, since: holds ? null : event.time, time: event.time };
    return order;
  }

  save(): DeskState {
    return { ...this.state };
  }

  protected isLate({ time }: RegimeEvent): boolean {
    return this.state.time !== null && time <= this.state.time;
  }

  protected isForgotten({ time }: RegimeEvent): boolean {
    return this.state.time !== null && time - this.state.time > DESK_V1.maxGapMs;
  }

  protected speaksFor({ bull, crash }: RegimeEvent): boolean {
    return bull >= DESK_V1.enterBull && crash < DESK_V1.crash;
  }

  protected entering({ time }: RegimeEvent, votes: number): Order | null {
    return votes >= DESK_V1.confirmations ? { time, action: 'enter', reason: 'confirmed' } : null;
  }

  protected leaving(event: RegimeEvent, since: number): Order | null {
    const { time, bull, crash } = event;
    if (crash >= DESK_V1.crash) return { time, action: 'leave', reason: 'crash' };
    return bull < DESK_V1.leaveBull && this.hasStayed(event, since) ? { time, action: 'leave', reason: 'faded' } : null;
  }

  protected hasStayed({ time }: RegimeEvent, since: number): boolean {
    return time - since >= DESK_V1.minStayMs;
  }
}
