import { isApiPath } from './api-paths.ts'

const placeholder = '/-'

/** Replaces the path of a page's URL that cannot be decoded, so that the request reaches our error page. */
export function routableUrl(url: string): string {
  return isApiPath(url) || !isUnreadable(url) ? url : placeholder
}

export function isUnreadable(url: string): boolean {
  const path = url.replace(/[?#].*$/s, '')
  try {
    return path.includes('%') && decodeURIComponent(path) === ''
  } catch {
    return true
  }
}
