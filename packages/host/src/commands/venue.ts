/** `venue`: serves the simulator as a perp venue on loopback, for hosts started with `--perpdex-url`. */

import { err, ok, type Result } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { createReplayClock, createSystemClock } from '@barograph/sources';
import { CONFIG_FIELDS } from '../config-fields.ts';
import { checkPort } from '../free-port.ts';
import {
  FAULT_KINDS,
  readFaultOrder,
  type FaultOrder,
  MOST_PAIRS,
  MOST_PERPS,
  SIMULATED_PAIRS,
  SIMULATED_PERPS,
  openVenue,
  type Venue,
} from '@barograph/venue';

/** Parsed flags of the command. */
export interface VenueCommand {
  readonly host: string;
  readonly port: number;
  /** Epoch ms; undefined: the system clock. */
  readonly from: number | undefined;
  readonly speed: number;
  readonly seed: string;
  readonly coins: number;
  readonly pairs: number;
  readonly weightClock: 'machine' | 'venue';
  readonly faults: readonly FaultOrder[];
}

const DEFAULT_PORT = 8790;

/** The lines of the help. */
export const VENUE_HELP: readonly string[] = [
  `venue [--host ADDRESS] [--port PORT] [--from TIME [--speed N]] [--seed TEXT] [--coins N] [--pairs N] [--weight-clock machine|venue] [--fault JSON]…\n      Serves the simulator as a perp venue, HTTP and websocket, below /perpdex, as the large exchange below /cexa, as an options venue below /options, as the second and third derivatives venues below /dexb and /cexb, and as the publishers of moods and macro series below /outlook. It takes no other flags. Default port ${DEFAULT_PORT}; --coins 1…${MOST_PERPS}, default ${SIMULATED_PERPS}; --pairs 1…${MOST_PAIRS} of spot, default ${SIMULATED_PAIRS}.\n      --fault (may be repeated) and POST /faults: {"kind": KIND, "after": ms, "for": ms, "coin": SYMBOL, "request": TYPE}.\n      Kinds: ${Object.keys(FAULT_KINDS).join(', ')}.`,
];

/** Values by flag, in order; a flag that is not repeatable has a single value. */
type Given = ReadonlyMap<string, readonly string[]>;

const FLAGS = ['host', 'port', 'from', 'speed', 'seed', 'coins', 'pairs', 'weight-clock', 'fault'] as const;

function givenOf(argv: readonly string[]): Result<Given, string> {
  const given = new Map<string, string[]>();
  for (let i = 0; i < argv.length; i++) {
    const [flag = '', inline] = argv[i]!.split(/=(.*)/s, 2);
    const name = FLAGS.find((name) => `--${name}` === flag);
    if (name === undefined) return err(`venue: unknown flag ${flag}; --help lists them`);
    const value = inline ?? argv[++i];
    if (value === undefined) return err(`${name}: expected a value after ${flag}`);
    given.set(name, [...(given.get(name) ?? []), value]);
  }
  return ok(given);
}

class BadFlag extends Error {}

/** Value of a flag, the last one when repeated. @throws {BadFlag} when `parse` rejects it. */
function read<T>(given: Given, name: string, expected: string, fallback: T, parse: (text: string) => T | undefined): T {
  const text = given.get(name)?.at(-1);
  if (text === undefined) return fallback;
  const value = parse(text);
  if (value === undefined) throw new BadFlag(`${name}: expected ${expected}, got "${text}" (--${name})`);
  return value;
}

function faultOf(text: string): FaultOrder {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new BadFlag(`fault: expected JSON, got "${text}" (--fault)`);
  }
  const order = readFaultOrder(json);
  if (!order.ok) throw new BadFlag(`fault: ${order.error} (--fault)`);
  return order.value;
}

function countOf(most: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,4}$/.test(text) ? Number(text) : 0;
    return value >= 1 && value <= most ? value : undefined;
  };
}

function clockOf(text: string): 'machine' | 'venue' | undefined {
  return text === 'machine' || text === 'venue' ? text : undefined;
}

/** Parses the words after `venue`. @returns the command, or one line with the error. */
export function readVenueCommand(argv: readonly string[]): Result<VenueCommand, string> {
  const given = givenOf(argv);
  if (!given.ok) return given;
  const { host, port, from, speed, seed } = CONFIG_FIELDS;
  try {
    const command = {
      host: read(given.value, 'host', host.expected, host.fallback, host.parse),
      port: read(given.value, 'port', port.expected, DEFAULT_PORT, port.parse),
      from: read(given.value, 'from', from.expected, from.fallback, from.parse),
      speed: read(given.value, 'speed', speed.expected, 1, speed.parse),
      seed: read(given.value, 'seed', seed.expected, seed.fallback, seed.parse),
      coins: read(given.value, 'coins', `an integer within 1…${MOST_PERPS}`, SIMULATED_PERPS, countOf(MOST_PERPS)),
      pairs: read(given.value, 'pairs', `an integer within 1…${MOST_PAIRS}`, SIMULATED_PAIRS, countOf(MOST_PAIRS)),
      weightClock: read(given.value, 'weight-clock', 'machine or venue', 'machine', clockOf),
      faults: (given.value.get('fault') ?? []).map(faultOf),
    };
    if (command.from !== undefined && command.from <= SIMULATOR_V2.start) {
      const isoOf = (time: number): string => new Date(time).toISOString();
      const least = `a moment after ${isoOf(SIMULATOR_V2.start)}, where the simulator starts`;
      return err(`from: expected ${least}, got ${isoOf(command.from)}`);
    }
    if (given.value.has('speed') && command.from === undefined) return err('speed: expected together with from');
    return ok(command);
  } catch (error) {
    if (error instanceof BadFlag) return err(error.message);
    throw error;
  }
}

/** A listening venue. */
export interface RunningVenue {
  readonly venue: Venue;
  /** The line to print. */
  readonly line: string;
}

/** Starts the venue. @returns one line with the reason when it cannot start. */
export async function startVenue(command: VenueCommand): Promise<Result<RunningVenue, string>> {
  const { host, port, from, speed, seed, coins, pairs, weightClock, faults } = command;
  const free = await checkPort(host, port);
  if (!free.ok) return free;
  const clock = from === undefined ? createSystemClock() : createReplayClock({ from, speed });
  const venue = openVenue({ clock, speed: from === undefined ? 1 : speed, seed, coins, pairs, weightClock });
  for (const order of faults) {
    const result = venue.fault(order);
    if (!result.ok) {
      await venue.close();
      return err(`fault: ${result.error} (--fault)`);
    }
  }
  const url = await venue.listen(host, port);
  const { now, perps } = venue.state();
  const time = `${clock.kind} clock at ${new Date(now).toISOString()}`;
  return ok({ venue, line: `Barograph venue on ${url} - ${perps} perps of seed ${seed}, ${time}` });
}
