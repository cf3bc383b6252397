/** Coins concerned by a hack, from the name of the target. */

import { deepFreeze } from '@barograph/core';

/** Names and their coins. */
export interface HackSymbols {
  /** CalVer. */
  readonly version: `hack-symbols/${string}`;
  /** Coins by plain name: lower-case letters and digits only. */
  readonly names: Readonly<Record<string, readonly string[]>>;
}

/**
 * First edition. Contains a protocol or chain only if it has a single token that traded at the time of the hack and the
 * name identifies it. For other hacks the coin is unknown, even if one was affected.
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
 * Symbols of a hack by its name; empty when uncertain.
 * @param config parameters. @default HACK_SYMBOLS_V1
 *
 * @example
 * symbolsOfHack('Ronin Bridge'); // → [ 'RON' ]
 * symbolsOfHack('Some Vault'); // → []
 */
export function symbolsOfHack(name: string, { names }: HackSymbols = HACK_SYMBOLS_V1): readonly string[] {
  const plain = plainName(name);
  return Object.hasOwn(names, plain) ? names[plain]! : [];
}
