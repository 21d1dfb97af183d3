// Wording about retirement and climate, for tests of what the product publishes.

/** Sentences that only a registry's record allows, in each language. */
export const RETIREMENT_CLAIMS = [
  /\b(is|are) retired\b(?! for someone else)/i,
  /retired on behalf of/i,
  /of CO₂e retired/i,
  /(were|was) retired (at|for|on)\b/i,
  /retired on \w+ \d/i,
  /out of circulation|aus dem Verkehr|hors circulation|fuera de circulación/i,
  /CO₂e stillgelegt|CO₂e retiré|CO₂e retirado/i,
  /stillgelegt im Namen|retirés au nom|retirados en nombre/i,
  /(wurden|sind) (?!laut|wegen)[^.;]*(bei|im Register) [^.;]*stillgelegt(?! aus)/i,
  /stillgelegt am \d|retirés le \d|retirados el \d/i,
  /ont été retirés auprès|se retiraron [^.;]* en Test/i,
];

/** Words that the product never uses. */
export const BANNED_CLAIMS =
  /neutral|\bneutre|\boffset(?!_)|kompensier|compens|net.?zero|smaller footprint|climate positive|klimapositiv/i;
