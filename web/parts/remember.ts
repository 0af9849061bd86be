const year = 60 * 60 * 24 * 365

/** Keeps a preference where the server can read it before the first byte of the next page; null forgets it. */
export function remember(name: 'theme' | 'locale', value: string | null): void {
  const isHttps = location.protocol === 'https:'
  // The same names as in app/http/cookies.ts.
  const [prefix, secure] = isHttps ? ['__Host-', '; secure'] : ['', '']
  const age = value === null ? 0 : year
  document.cookie = `${prefix}${name}=${value ?? ''}; path=/; max-age=${age}; samesite=lax${secure}`
}
