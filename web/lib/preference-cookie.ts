const yearSeconds = 60 * 60 * 24 * 365

/** Stores a preference in a cookie, for the server to render with; null deletes it. */
export function setPreferenceCookie(name: 'theme' | 'locale', value: string | null): void {
  const isHttps = location.protocol === 'https:'
  // The same names as in app/http/security/cookies.ts.
  const [prefix, secure] = isHttps ? ['__Host-', '; secure'] : ['', '']
  const maxAge = value === null ? 0 : yearSeconds
  document.cookie = `${prefix}${name}=${value ?? ''}; path=/; max-age=${maxAge}; samesite=lax${secure}`
}
