// @ts-check
/** Steps of a check: each prints one line with its time, is counted, and shows what its tool said when it fails. */

import { run, tool } from './tools.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Total
 * @typedef {{ ok: boolean, output?: string, note?: string, skipped?: string }} Outcome
 * @typedef {() => Promise<Outcome> | Outcome} Work
 */

/** @param {string} line */
export const print = (line) => process.stdout.write(`${line}\n`);

/** Closing line of a check. @param {Total} total */
export const closingLine = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** Runs one step, prints its line, counts it. @param {Total} total @param {string} name @param {Work} work */
export async function step(total, name, work) {
  const start = performance.now();
  /** @type {Outcome} */
  let outcome;
  try {
    outcome = await work();
  } catch (error) {
    outcome = { ok: false, output: error instanceof Error ? error.message : String(error) };
  }
  const { ok, output, note, skipped } = outcome;
  const verdict = skipped === undefined ? (ok ? 'ok' : 'FAILED') : 'skipped';
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const remark = skipped ?? note;
  print(
    `${verdict.padEnd(8)}${name.padEnd(18)}${`${seconds} s`.padStart(8)}${remark === undefined ? '' : `  ${remark}`}`,
  );
  if (!ok && output !== undefined) print(output.replace(/^/gm, '    ').trimEnd());
  total[skipped === undefined ? (ok ? 'passed' : 'failed') : 'skipped']++;
}

/** Runs steps one after another. @param {Total} total @param {readonly (readonly [string, Work])[]} steps */
export async function inTurn(total, steps) {
  for (const [name, work] of steps) await step(total, name, work);
}

/** A step that is one run of one of our tools. @param {string} name @param {string[]} args @param {string} [command] */
export async function runTool(name, args, command) {
  const { code, output } = await run(process.execPath, [tool(name, command), ...args]);
  return { ok: code === 0, output };
}

/**
 * Runs `work` for each name in turn; fails when one fails, with the outputs of those that did.
 *
 * @param {readonly string[]} names
 * @param {(name: string) => Promise<{ ok: boolean, output: string }>} work
 */
export async function each(names, work) {
  const failed = [];
  for (const name of names) {
    const { ok, output } = await work(name);
    if (!ok) failed.push(`${name}:\n${output}`);
  }
  return { ok: failed.length === 0, output: failed.join('\n') };
}
