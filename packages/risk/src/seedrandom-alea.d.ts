/** One generator of seedrandom alone: its main entry brings six more, 6 kB of every bundle. */
declare module 'seedrandom/lib/alea.js' {
  import type { alea } from 'seedrandom';

  const one: typeof alea;
  export { one as default };
}
