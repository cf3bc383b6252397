/** Forms of English verbs, so that a lexicon lists each once. */

/** Irregular past forms by verb. */
const IRREGULAR: Readonly<Record<string, readonly string[]>> = {
  steal: ['stole', 'stolen'],
  take: ['took', 'taken'],
  lose: ['lost'],
  sweep: ['swept'],
  win: ['won'],
  give: ['gave', 'given'],
  get: ['got', 'gotten'],
  break: ['broke', 'broken'],
  freeze: ['froze', 'frozen'],
  hit: ['hit'],
  cut: ['cut'],
  let: ['let'],
  put: ['put'],
  set: ['set'],
  shut: ['shut'],
  tell: ['told'],
  make: ['made'],
  bleed: ['bled'],
  leave: ['left'],
  forbid: ['forbade', 'forbidden'],
  withdraw: ['withdrew', 'withdrawn'],
  find: ['found'],
  hold: ['held'],
  buy: ['bought'],
  sell: ['sold'],
  fall: ['fell', 'fallen'],
  rise: ['rose', 'risen'],
  sink: ['sank', 'sunk'],
  slide: ['slid'],
  overturn: [],
  plead: ['pled'],
  send: ['sent'],
  bring: ['brought'],
  fight: ['fought'],
  beat: ['beaten'],
  begin: ['began', 'begun'],
  go: ['went', 'gone', 'goes'],
  back: [],
  run: ['ran'],
  rig: ['rigged'],
  strike: ['struck'],
  tear: ['tore', 'torn'],
  throw: ['threw', 'thrown'],
  see: ['saw', 'seen'],
  spread: ['spread'],
};

/** Returns the verb and its forms. */
export function inflected(verb: string): readonly string[] {
  const more = IRREGULAR[verb] ?? [];
  if (/[^aeiou]y$/.test(verb)) {
    const stem = verb.slice(0, -1);
    return [verb, `${stem}ies`, `${stem}ied`, `${verb}ing`, ...more];
  }
  if (verb.endsWith('e')) return [verb, `${verb}s`, `${verb}d`, `${verb.slice(0, -1)}ing`, ...more];
  const third = /(?:s|x|z|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`;
  // A short stressed syllable doubles its last letter.
  const stem = /^[^aeiou]*[aeiou][bdgklmnprt]$/.test(verb) ? `${verb}${verb.at(-1)}` : verb;
  return [verb, third, `${stem}ed`, `${stem}ing`, ...more];
}
