const localPathPattern = /^\/(?:[^/\\\t\n\r][^\t\n\r]*)?$/

/**
 * A request's address as path and query: no origin, no fragment, one leading slash,
 * because `//name` would be another site's address; otherwise exactly what was asked for.
 */
export function pathAndQuery(url: string): string {
  const hash = url.indexOf('#')
  let path = hash === -1 ? url : url.slice(0, hash)
  if (path.charCodeAt(0) !== 47) path = path.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '')
  if (path.charCodeAt(0) !== 47 || path[1] === '/' || path[1] === '\\') {
    path = `/${path.replace(/^[/\\]+/, '')}`
  }
  return headerSafe(path)
}

/** Whatever a header cannot carry, in percent signs. */
export function headerSafe(url: string): string {
  return /[^\x21-\x7e]/.test(url)
    ? url.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent)
    : url
}

/** Path, query and fragment of an address on this site; undefined for all others. */
export function sameOriginPath(url: string | undefined, origin: string): string | undefined {
  if (url === undefined || !URL.canParse(url, origin)) return undefined
  const { origin: found, pathname, search, hash } = new URL(url, origin)
  return found === origin ? `${pathname.replace(/^\/\/+/, '/')}${search}${hash}` : undefined
}

/** True for http(s) addresses of another origin, however they are written. */
export function isOtherOrigin(url: string, origin: string): boolean {
  if (localPathPattern.test(url) || !URL.canParse(url, origin)) return false
  const target = new URL(url, origin)
  return isHttp(target) && target.origin !== origin
}

/** @throws TypeError for addresses that a browser would run or hand to a program */
export function requireHttpUrl(url: string, origin: string): string {
  if (!URL.canParse(url, origin) || !isHttp(new URL(url, origin))) {
    throw new TypeError(`Not an address on the web: ${url}`)
  }
  return headerSafe(url)
}

function isHttp(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:'
}
