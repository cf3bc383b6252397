/** Webhooks as in docs/chapters/http.md; the documents do not show any. A reducer over the subscriptions of one account. */

import type { Model } from '../../../../test/machines/machine.ts';

const SECOND = 1000;
/** Waits after failures in a row; the last one holds for all that follow. */
const RETRY = [1, 5, 30, 120, 600, 1800, 3600].map((seconds) => seconds * SECOND);
/** Cool-down of the subscriptions that have one, s. */
export const COOLDOWN_S = 5;
/** Failures in a row that pause; 30 in production. */
export const PAUSE_AFTER = 4;
const CLAIM = 30 * SECOND;

/** Subscriptions are numbered in the order of their making; numbers of commands wrap around. */
export type WebhookCommand =
  | {
      readonly kind: 'create';
      readonly count: number;
      readonly symbol: string | null;
      readonly rules?: Rules | undefined;
    }
  | { readonly kind: 'remove' | 'resume' | 'ping'; readonly hook: number }
  /** The receiver of a subscription answers 200 or 500 from now on. */
  | { readonly kind: 'receiver'; readonly hook: number; readonly works: boolean }
  /** The number that conditions read is above the threshold of a coin from now on, or is not. */
  | { readonly kind: 'drawdown'; readonly symbol: string; readonly isAbove: boolean }
  /**
   * Coins of events; `?` is unknown to this version and delivered to no subscription; `BTC!` is an hour of BTC's
   * nowcast.
   */
  | { readonly kind: 'events'; readonly symbols: readonly string[] }
  /** A replica delivers due events. It dies at one subscription after a number of attempts. */
  | { readonly kind: 'deliver'; readonly dies?: { readonly hook: number; readonly after: number } | undefined }
  | { readonly kind: 'tier'; readonly isPlus: boolean }
  | { readonly kind: 'list' }
  | { readonly kind: 'wait'; readonly ms: number };

/** Rules of a subscription; one with a threshold gets hours of the nowcast too. */
export interface Rules {
  readonly hasThreshold: boolean;
  readonly hasCooldown: boolean;
}
/** Memory of a subscription of a coin. */
interface Mark {
  readonly sentAt: number;
  readonly wasAbove: boolean;
}
const NO_MARK: Mark = { sentAt: -Infinity, wasAbove: false };

interface Hook extends Rules {
  readonly symbol: string | null;
  marks: Record<string, Mark>;
  isGone: boolean;
  works: boolean;
  /** Events that it has taken or left behind. */
  place: number;
  failures: number;
  isPaused: boolean;
  nextAt: number;
  heldUntil: number;
}
interface State {
  now: number;
  isPlus: boolean;
  hooks: Hook[];
  events: { readonly symbol: string; readonly at: number }[];
  /** Coins above the threshold. */
  above: string[];
}

/** Whether a subscription gets an event, and what it remembers of its coin then. */
function decide(
  hook: Hook,
  above: readonly string[],
  mark: Mark,
  name: string,
  at: number,
): [isSent: boolean, mark: Mark] {
  const symbol = name.replace('!', '');
  const isHour = name !== symbol;
  if (name === '?' || (hook.symbol !== null && hook.symbol !== symbol) || (isHour && !hook.hasThreshold))
    return [false, mark];
  const isAbove = !hook.hasThreshold || above.includes(symbol);
  const isRise = !isHour || !mark.wasAbove;
  const isResting = hook.hasCooldown && at - mark.sentAt < COOLDOWN_S * SECOND;
  const isSent = isAbove && isRise && !isResting;
  return [isSent, { wasAbove: isHour ? isAbove : mark.wasAbove, sentAt: isSent ? at : mark.sentAt }];
}

/** Delivers due events to a subscription. @returns the event numbers of its attempts. */
function deliver(state: State, hook: Hook, mostAttempts: number): readonly number[] {
  const { now, events, isPlus, above } = state;
  const isDue = isPlus && !hook.isGone && !hook.isPaused && hook.nextAt <= now && hook.heldUntil <= now;
  const attempts: number[] = [];
  if (!isDue || hook.place >= events.length) return attempts;
  hook.heldUntil = now + CLAIM;
  // Written together with the cursor: a repeated decision uses the state known at that time.
  let { marks } = hook;
  for (let event = hook.place; event < events.length; event++) {
    const { symbol: name, at } = events[event]!;
    const symbol = name.replace('!', '');
    const [isSent, mark] = decide(hook, above, marks[symbol] ?? NO_MARK, name, at);
    const ahead = { ...marks, [symbol]: mark };
    if (!isSent) {
      marks = ahead;
      continue;
    }
    attempts.push(event + 1);
    // What the receiver took while the replica died is delivered again.
    if (attempts.length > mostAttempts) return attempts;
    if (!hook.works) {
      hook.nextAt = now + RETRY[Math.min(hook.failures, RETRY.length - 1)]!;
      hook.failures++;
      hook.isPaused = hook.failures >= PAUSE_AFTER;
      hook.heldUntil = 0;
      return attempts;
    }
    hook.failures = 0;
    hook.place = event + 1;
    hook.marks = marks = ahead;
  }
  hook.place = events.length;
  hook.marks = marks;
  hook.heldUntil = 0;
  return attempts;
}

const NO_RULES: Rules = { hasThreshold: false, hasCooldown: false };

const shown = ({ isPaused, failures, place }: Hook) => ({
  status: isPaused ? 'paused' : 'active',
  failures,
  place,
});

const listed = (hooks: readonly Hook[]) => hooks.filter(({ isGone }) => !isGone).map(shown);

function answerTo(state: State, command: WebhookCommand): unknown {
  const { hooks, now } = state;
  const hookOf = (number: number): Hook | undefined => hooks[number % hooks.length];
  switch (command.kind) {
    case 'create': {
      const room = 10 - hooks.filter(({ isGone }) => !isGone).length;
      const made = Math.min(room, command.count);
      for (let i = 0; i < made; i++) {
        const fresh = { isGone: false, works: true, failures: 0, isPaused: false, nextAt: 0, heldUntil: 0 };
        hooks.push({
          ...fresh,
          ...(command.rules ?? NO_RULES),
          symbol: command.symbol,
          place: state.events.length,
          marks: {},
        });
      }
      return { made };
    }
    case 'remove': {
      const hook = hookOf(command.hook);
      const isThere = hook?.isGone === false;
      if (isThere) hook.isGone = true;
      return isThere;
    }
    case 'resume': {
      const hook = hookOf(command.hook);
      if (hook?.isGone !== false) return undefined;
      Object.assign(hook, { isPaused: false, failures: 0, nextAt: 0 });
      return shown(hook);
    }
    case 'ping': {
      const hook = hookOf(command.hook);
      return hook?.isGone === false ? { delivered: hook.works } : undefined;
    }
    case 'receiver': {
      const hook = hookOf(command.hook);
      if (hook !== undefined) hook.works = command.works;
      return undefined;
    }
    case 'events':
      state.events.push(...command.symbols.map((symbol) => ({ symbol, at: now })));
      return undefined;
    case 'drawdown':
      state.above = [
        ...state.above.filter((one) => one !== command.symbol),
        ...(command.isAbove ? [command.symbol] : []),
      ];
      return undefined;
    case 'deliver': {
      const { dies } = command;
      const dying = dies === undefined ? undefined : hookOf(dies.hook);
      const attempts = hooks.map((hook) => deliver(state, hook, hook === dying ? dies!.after : Infinity));
      return { attempts, hooks: listed(hooks) };
    }
    case 'tier':
      state.isPlus = command.isPlus;
      return undefined;
    case 'list':
      return listed(hooks);
    case 'wait':
      state.now = now + command.ms;
      return undefined;
  }
}

export const webhookModel = (start: number): Model<State, WebhookCommand> => ({
  machine: {
    id: 'webhook',
    title: 'Webhook',
    states: ['active', 'waiting', 'claimed', 'paused', 'deleted'],
    transitions: [
      { from: 'none', on: 'create, under 10 of the account', to: 'active after the last event', line: 'own' },
      { from: 'active', on: 'delivery, 2xx', to: 'active, one event further', line: 'own' },
      { from: 'active', on: 'delivery, anything else', to: 'waiting, 1 s to 1 h', line: 'own' },
      { from: 'active', on: 'the process dies', to: 'claimed for 30 s, then the same event again', line: 'own' },
      {
        from: 'active',
        on: 'an hour of a coin, the condition turned true since the one before',
        to: 'active, delivered once until it was false',
        line: 'own',
      },
      {
        from: 'active',
        on: 'an event of a coin within its cool-down',
        to: 'active, one event further, not delivered',
        line: 'own',
      },
      { from: 'waiting', on: 'the wait ends', to: 'active', line: 'own' },
      { from: 'waiting', on: 'failures in a row', to: 'paused', line: 'own' },
      { from: 'waiting|paused', on: 'resume', to: 'active, no failures', line: 'own' },
      {
        from: 'active|waiting|paused',
        on: 'the tier is below Pro Plus',
        to: 'same, nothing is delivered',
        line: 'own',
      },
      { from: 'any', on: 'delete', to: 'deleted', line: 'own' },
    ],
  },
  start: { now: start, isPlus: true, hooks: [], events: [], above: [] },
  step: (before, command) => {
    const state = structuredClone(before);
    return { state, answer: answerTo(state, command) };
  },
});
