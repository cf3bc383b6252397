/** Calls that cross a network: they take time, arrive in any order, and fail before or after they took effect. */

import { OUTSIDE, type Process, type Text, type World } from './parts.ts';

/** Share of calls that go wrong, and the longest times that they take, ms. */
export interface Weather {
  readonly failing: number;
  /** Usual time of a way. */
  readonly wayMs: number;
  /** Time of a way of a call that hangs. */
  readonly hangMs: number;
}

/** Weather of a database. */
export const WEATHER: Weather = { failing: 0.04, wayMs: 30, hangMs: 130_000 };

type Fate = 'fails before it' | 'fails after it' | 'answer is lost' | 'hangs';
const FATES: readonly Fate[] = ['fails before it', 'fails after it', 'answer is lost', 'hangs'];
/** Ms after which the caller takes a lost answer for an error. */
const LOST_MS = 20_000;

/** One call of a process. `effect` happens whole at one moment; the caller may never know. */
export async function call<T>(
  world: World,
  by: Process,
  label: Text,
  effect: () => Promise<T>,
  { failing, wayMs, hangMs }: Weather = WEATHER,
): Promise<T> {
  const { random } = world;
  const drawn = random.pick(FATES);
  const [there, back] = [random.wait(wayMs), random.wait(wayMs)];
  const longWay = random.whole(hangMs);
  const name = (): string => (typeof label === 'string' ? label : label());
  const fate = world.goesWrong(failing, () => `${name()} ${drawn}`) ? drawn : undefined;
  return new Promise<T>((resolve, reject) => {
    const answer = (settle: () => void, ms: number, text: () => string): void =>
      void world.at(world.now() + ms, by, () => `${name()} ${text()}`, settle);
    const fail = (ms: number): void =>
      answer(
        () => reject(new Error('connection lost')),
        ms,
        () => 'failed',
      );
    const act = (): void => {
      if (fate === 'fails before it') return fail(back);
      effect().then(
        (value) => {
          if (fate === 'fails after it') return fail(back);
          if (fate === 'answer is lost') return fail(LOST_MS);
          return answer(
            () => resolve(value),
            back,
            () => `→ ${brief(value)}`,
          );
        },
        (error: unknown) =>
          answer(
            () => reject(error),
            back,
            () => `refused: ${String(error).slice(0, 60)}`,
          ), // oxlint-disable-line typescript/prefer-promise-reject-errors -- as the store threw it
      );
    };
    world.at(world.now() + (fate === 'hangs' ? longWay : there), OUTSIDE, () => `${by.name}'s ${name()}`, act);
  });
}

/** A port whose functions are calls. */
export function remote<Port extends object>(
  world: World,
  by: Process,
  name: string,
  port: Port,
  weather?: Weather,
): Port {
  return new Proxy(port, {
    get: (target, method) => {
      const own: unknown = Reflect.get(target, method);
      if (typeof own !== 'function') return own;
      return async (...given: readonly unknown[]): Promise<unknown> =>
        call(world, by, () => `${name}.${String(method)} ${given.map(brief).join(' ')}`, async () => own.apply(target, given) as unknown, weather); // prettier-ignore
    },
  });
}

/** A few letters of a value. Longer texts are names that are drawn without the seed. */
export function brief(value: unknown): string {
  if (typeof value === 'string') return value.length < 30 ? value : '…';
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === 'object' && value !== null) {
    const { slot, state, nonce } = value as { slot?: number; state?: string; nonce?: string }; // oxlint-disable-line typescript/no-unsafe-type-assertion -- shown only
    return `{${[slot, state, nonce?.slice(-2)].filter((part) => part !== undefined).join(' ')}}`;
  }
  return String(value);
}
