/** Desks with one typical fault each; a test of the desk must reject every one of them. */

import { Desk, DESK_V1, type DeskState, type Order, type RegimeEvent } from './desk.ts';

class TakesLateEvents extends Desk {
  protected override isLate(): boolean {
    return false;
  }
}

class CountsRepeats extends Desk {
  protected override isLate({ time }: RegimeEvent): boolean {
    return this.state.time !== null && time < this.state.time;
  }
}

class RemembersThroughGaps extends Desk {
  protected override isForgotten(): boolean {
    return false;
  }
}

class WaitsOneTooMany extends Desk {
  protected override entering(event: RegimeEvent, votes: number): Order | null {
    return super.entering(event, votes - 1);
  }
}

class HasNoHysteresis extends Desk {
  protected override leaving(event: RegimeEvent, since: number): Order | null {
    const { time, bull } = event;
    const fades = bull < DESK_V1.enterBull && this.hasStayed(event, since);
    return fades ? { time, action: 'leave', reason: 'faded' } : super.leaving(event, since);
  }
}

class LeavesTooSoon extends Desk {
  protected override hasStayed({ time }: RegimeEvent, since: number): boolean {
    return time - since >= DESK_V1.minStayMs / 2;
  }
}

class SitsThroughCrashes extends Desk {
  protected override leaving(event: RegimeEvent, since: number): Order | null {
    return this.hasStayed(event, since) ? super.leaving(event, since) : null;
  }
}

class ForgetsItsStay extends Desk {
  constructor(saved?: DeskState) {
    super(saved === undefined ? undefined : { ...saved, since: saved.holds ? saved.time : null });
  }
}

class ForgetsItsVotes extends Desk {
  constructor(saved?: DeskState) {
    super(saved === undefined ? undefined : { ...saved, votes: 0 });
  }
}

/** Desks by fault. */
export const BROKEN: Readonly<Record<string, typeof Desk>> = {
  'takes late events': TakesLateEvents,
  'counts a repeated event twice': CountsRepeats,
  'remembers votes through a gap': RemembersThroughGaps,
  'waits for one vote too many': WaitsOneTooMany,
  'has no hysteresis': HasNoHysteresis,
  'leaves before its least stay': LeavesTooSoon,
  'sits through a crash': SitsThroughCrashes,
  'forgets its entry in a restart': ForgetsItsStay,
  'forgets its votes in a restart': ForgetsItsVotes,
};
