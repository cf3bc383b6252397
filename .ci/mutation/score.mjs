// @ts-check
/** The table of a run: mutants, killed, among them by the time limit, survived, score, and its 95 % interval. */

/** A line of the table. @typedef {{ path: string, mutants: number, killed: number, timeout: number }} Row */

/** Wilson's 95 % interval of a share, in percent, as if mutants were independent. @param {number} hits @param {number} n @returns {string} */
function interval(hits, n) {
  const z2 = 1.959964 ** 2;
  const middle = (hits + z2 / 2) / (n + z2);
  const half = (Math.sqrt(z2) * Math.sqrt((hits * (n - hits)) / n + z2 / 4)) / (n + z2);
  return `${(100 * (middle - half)).toFixed(1)} to ${(100 * (middle + half)).toFixed(1)} %`;
}

/** @param {string} path @param {readonly { status: string }[]} mutants @returns {Row} */
function rowOf(path, mutants) {
  const count = (/** @type {readonly string[]} */ ...states) =>
    mutants.filter(({ status }) => states.includes(status)).length;
  const killed = count('Killed', 'Timeout');
  return { path, mutants: killed + count('Survived', 'NoCoverage'), killed, timeout: count('Timeout') };
}

/** Writes the table. @param {string} name of the package @param {readonly [string, readonly { status: string }[]][]} files */
export function writeTable(name, files) {
  for (const { path, mutants, killed, timeout } of [
    ...files.map(([file, found]) => rowOf(file, found)),
    rowOf(
      `packages/${name}`,
      files.flatMap(([, found]) => found),
    ),
  ]) {
    if (mutants === 0) continue;
    const score = `${((100 * killed) / mutants).toFixed(1)} % | ${interval(killed, mutants)}`;
    process.stdout.write(`| ${path} | ${mutants} | ${killed} | ${timeout} | ${mutants - killed} | ${score} |\n`);
  }
}
