/** Compression of ledger rows. Rows resemble each other, so each is compressed against a sample row as dictionary. */

import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * Dictionary with the names and words that most rows share. It is part of the stored format: changing it makes earlier rows
 * unreadable and requires a migration.
 */
const DICTIONARY: Buffer = Buffer.from(
  [
    '"states":{"shock":"up"},"states":{"shock":"down"},"breadth":50,"choppy_high_vol","strong_trend_bear","strong_trend_bull","vol_spike","range_low_vol","squeeze","extreme","high","normal","low","negative","neutral","elevated","hot","contracting","steady","expanding"',
    '{"corrects":null,"counts":{"breadth":[1,1,1],"drawdown":[100,0],"funding":[0,100,0,0],"next_regime":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"volatility":[10,10,10,10]},"followed":{"fall":1.0,"return":-0.1,"volatility":50.0},"grades":{"day_quantiles":{"base_score":0.4,"below":[false,false,false,false,true,true,true,true,true],"came":-0.1,"score":0.4},"drawdown":{"base_brier":0.0,"base_log":0.0,"brier":0.0,"came":"none","hit":false,"log":0.0,"said":0.0},"expected_volatility":{"base_score":0.1,"came":50.0,"score":0.1},"funding":{"base_brier":0.6,"base_log":1.0,"brier":0.4,"came":"neutral","hit":true,"log":0.6,"said":0.5},"next_regime":{"base_brier":0.8,"base_log":1.7,"brier":0.8,"came":"range_low_vol","hit":false,"log":1.5,"said":0.5},"volatility":{"base_brier":0.7,"base_log":1.3,"brier":0.7,"came":"normal","hit":false,"log":1.3,"said":0.4}},"horizon":"4h","id":"live/BTC/4h/2026-11-28T10:00:00.000Z/grade","origin":"live","recorded":"2026-11-28T15:01:00.000Z","row":"live/BTC/4h/2026-11-28T10:00:00.000Z","rules":"ledger/1","scope":"BTC","time":"2026-11-28T10:00:00.000Z","type":"grade"}',
    '{"forecasts":{"day_quantiles":{"base":[-4.0,-3.0,-2.0,-1.0,0,1.0,2.0,3.0,4.0],"shares":[0.01,0.05,0.1,0.25,0.5,0.75,0.9,0.95,0.99],"values":[-6.0,-4.0,-3.0,-1.0,0.0,1.0,3.0,4.0,6.0]},"drawdown":{"base":[0.9,0.1],"n":0,"p":[0.9,0.1]},"expected_volatility":{"base":50.0,"value":50.0},"funding":{"base":[0.25,0.25,0.25,0.25],"n":0,"p":[0.1,0.8,0.1,0.0]},"next_regime":{"base":[0.166667,0.166667,0.166667,0.166667,0.166667,0.166667],"n":0,"p":[0.0,0.0,0.0,0.0,0.0,0.0]},"volatility":{"base":[0.25,0.25,0.25,0.25],"cuts":[20.0,50.0,90.0],"n":0,"p":[0.3,0.4,0.2,0.1]}},"horizon":"24h","id":"live/market/24h/2026-11-28T10:00:00.000Z","model":"2026.11.0","origin":"live","recorded":"2026-11-28T11:01:00.000Z","regime":"range_low_vol","rules":"ledger/1","scope":"market","snapshot":null,"states":{"shock":"none"},"time":"2026-11-28T10:00:00.000Z","type":"forecast"}',
  ].join(''),
);

/** Compresses a text. */
export function packed(text: string): Buffer {
  return deflateRawSync(text, { dictionary: DICTIONARY, level: 9 });
}

/** Decompresses a text. @throws when the bytes are not a compressed text. */
export function unpacked(bytes: Uint8Array): string {
  return inflateRawSync(bytes, { dictionary: DICTIONARY }).toString();
}
