export const maxUserAgentLength = 500

/** How often the last activity of a session is stored at most. */
export const activityIntervalMs = 60_000

/** How long the interrupted page is remembered while the user confirms. */
export const returnToSeconds = 15 * 60

/** The longest lifetime browsers allow. */
export const deviceCookieSeconds = 400 * 86_400

/** Accounts that can trust one browser at a time; beyond that the oldest is forgotten. */
export const maxTrustSecrets = 5
/** How many accounts one browser is signed in to at once. */
export const maxAccountsPerBrowser = 5

/** How long the sign-in pages stay open for a further account. */
export const addingAccountMs = 30 * 60_000

/** How long the sign-in page remembers the provider that this browser used last. */
export const lastProviderSeconds = 365 * 86_400
