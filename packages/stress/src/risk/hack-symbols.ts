/** Coins that a hack concerns, by the name of what was hacked. */

import { deepFreeze } from '@barograph/core';

/** Names and their coins. */
export interface HackSymbols {
  /** CalVer. */
  readonly version: `hack-symbols/${string}`;
  /** By the name in small letters and digits, without anything else. */
  readonly names: Readonly<Record<string, readonly string[]>>;
}

/**
 * First edition. Only where a protocol or chain has one token of its own that traded when it was hacked, and the name says which:
 * a hack of anything else concerns no coin that is known, which is no claim that there is none.
 */
export const HACK_SYMBOLS_V1: HackSymbols = deepFreeze({
  version: 'hack-symbols/2026.11.1',
  names: {
    thedao: ['ETH'],
    terra: ['LUNA', 'UST'],
    ronin: ['RON'],
    roninnetwork: ['RON'],
    roninbridge: ['RON'],
    axieinfinity: ['AXS'],
    bnbbridge: ['BNB'],
    bscbridge: ['BNB'],
    binancebridge: ['BNB'],
    binance: ['BNB'],
    kucoin: ['KCS'],
    harmonybridge: ['ONE'],
    horizonbridge: ['ONE'],
    harmony: ['ONE'],
    solana: ['SOL'],
    sui: ['SUI'],
    cetus: ['CETUS'],
    cetusamm: ['CETUS'],
    wormhole: ['W'],
    wormholebridge: ['W'],
    mangomarkets: ['MNGO'],
    mango: ['MNGO'],
    euler: ['EUL'],
    eulerfinance: ['EUL'],
    eulerv1: ['EUL'],
    curve: ['CRV'],
    curvefinance: ['CRV'],
    curvedex: ['CRV'],
    balancer: ['BAL'],
    balancerv2: ['BAL'],
    compound: ['COMP'],
    compoundfinance: ['COMP'],
    creamfinance: ['CREAM'],
    creamlending: ['CREAM'],
    kyberswap: ['KNC'],
    kyberswapelastic: ['KNC'],
    kyber: ['KNC'],
    gmx: ['GMX'],
    gmxv1: ['GMX'],
    gmxv1perps: ['GMX'],
    dydx: ['DYDX'],
    uniswap: ['UNI'],
    sushiswap: ['SUSHI'],
    sushi: ['SUSHI'],
    pancakeswap: ['CAKE'],
    yearn: ['YFI'],
    yearnfinance: ['YFI'],
    bancor: ['BNT'],
    aave: ['AAVE'],
    makerdao: ['MKR'],
    synthetix: ['SNX'],
    bzx: ['BZRX'],
    alphafinance: ['ALPHA'],
    harvestfinance: ['FARM'],
    badgerdao: ['BADGER'],
    badger: ['BADGER'],
    stargate: ['STG'],
    multichain: ['MULTI'],
    anyswap: ['ANY'],
    thorchain: ['RUNE'],
    seneca: ['SEN'],
    radiantcapital: ['RDNT'],
    radiantv2: ['RDNT'],
    radiant: ['RDNT'],
    velodrome: ['VELO'],
    ankr: ['ANKR'],
    galagames: ['GALA'],
    gala: ['GALA'],
    levelfinance: ['LVL'],
    conicfinance: ['CNC'],
    woofi: ['WOO'],
    unizen: ['ZCX'],
    orbitbridge: ['ORC'],
    orbitchain: ['ORC'],
    raydium: ['RAY'],
    hyperliquid: ['HYPE'],
    zksync: ['ZK'],
  },
});

/** Letters and digits of a name. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/**
 * Symbols of a hack by its name; none where it is not sure.
 *
 * @example
 * symbolsOfHack('Ronin Bridge'); // → [ 'RON' ]
 * symbolsOfHack('Some Vault'); // → []
 */
export function symbolsOfHack(name: string, { names }: HackSymbols = HACK_SYMBOLS_V1): readonly string[] {
  const plain = plainName(name);
  return Object.hasOwn(names, plain) ? names[plain]! : [];
}
