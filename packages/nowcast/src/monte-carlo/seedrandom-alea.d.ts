/** Only one generator of seedrandom: its main entry adds six more, 6 kB in every bundle. */
declare module 'seedrandom/lib/alea.js' {
  import type { alea } from 'seedrandom';

  const one: typeof alea;
  export { one as default };
}
