/**
 * Whether a page of this origin may connect.
 *
 * @param allowed  whole origins (`https://example.com`), hosts with any scheme (`example.com`), or `*.example.com` for
 *   every subdomain. Null allows all.
 * @param origin   undefined for programs, which send none
 */
export function originIsAllowed(allowed: string[] | null, origin: string | undefined): boolean {
  if (allowed === null || origin === undefined) return true
  const url = URL.parse(origin)
  if (!url || url.origin !== origin) return false
  return allowed.some((allowedOrigin) => {
    if (allowedOrigin.includes('://')) return allowedOrigin === origin
    if (allowedOrigin.startsWith('*.')) return url.hostname.endsWith(allowedOrigin.slice(1))
    return allowedOrigin === url.hostname || allowedOrigin === url.host
  })
}
