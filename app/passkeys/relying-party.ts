/** Who we are to an authenticator. Made from APP_URL and nothing a request says: a passkey answers to exactly this. */
export interface RelyingParty {
  /** A domain, such as `example.com`. Passkeys belong to it for good. */
  id: string
  /** What the person sees when the device asks. */
  name: string
  /** Scheme, host and port. */
  origin: string
}

export function relyingParty({
  appUrl,
  appName,
  origin,
}: {
  appUrl: URL
  appName: string
  origin: string
}): RelyingParty {
  return { id: appUrl.hostname, name: appName, origin }
}
