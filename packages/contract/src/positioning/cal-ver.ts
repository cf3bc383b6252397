/** The CalVer of a classifier: its version without the name in front. */
export function calVer(version: `classifier/${string}`): string {
  return version.slice('classifier/'.length);
}
