const localPathPattern = /^\/(?:[^/\\\t\n\r][^\t\n\r]*)?$/

/** The requested path and query, with one leading slash: `//name` would be another site's URL. */
export function pathAndQuery(url: string): string {
  const path = url.replace(/#.*$/s, '').replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '')
  return headerSafe(`/${path.replace(/^[/\\]+/, '')}`)
}

/** Percent-encodes characters that a header must not contain. */
export function headerSafe(url: string): string {
  return url.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent)
}

/** The path, query and fragment of a same-origin URL; undefined for all others. */
export function sameOriginPath(url: string | undefined, origin: string): string | undefined {
  if (url === undefined || !URL.canParse(url, origin)) return undefined
  const { origin: found, pathname, search, hash } = new URL(url, origin)
  return found === origin ? `${pathname.replace(/^\/\/+/, '/')}${search}${hash}` : undefined
}

/** Whether this is an http(s) URL of another origin, however it is written. */
export function isOtherOrigin(url: string, origin: string): boolean {
  if (localPathPattern.test(url) || !URL.canParse(url, origin)) return false
  const target = new URL(url, origin)
  return isHttp(target) && target.origin !== origin
}

/** @throws TypeError for other schemes, which a browser might execute or open in a program */
export function requireHttpUrl(url: string, origin: string): string {
  if (!URL.canParse(url, origin) || !isHttp(new URL(url, origin))) {
    throw new TypeError(`Not an http(s) URL: ${url}`)
  }
  return headerSafe(url)
}

function isHttp(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:'
}
