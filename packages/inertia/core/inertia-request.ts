import { parseHeaderList } from './header-list.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Whether a browser may use this name for an error bag. */
export function isBagName(name: string): boolean {
  return /^[A-Za-z][\w.-]{0,63}$/.test(name)
}

const documentDestinations = new Set(['document', 'iframe', 'frame'])

/** The Inertia headers of a request, parsed on demand: most requests need only one of them. */
export class InertiaRequest {
  readonly method: string
  readonly headers: Headers

  constructor(method: string, headers: Headers) {
    this.method = method
    this.headers = headers
  }

  /** The client's router requests a page as JSON. */
  get isVisit(): boolean {
    return this.headers['x-inertia'] === 'true'
  }

  /** The client reloads some props of the current page. */
  get isPartial(): boolean {
    return this.partialComponent !== null
  }

  get isPrefetch(): boolean {
    const purpose = this.headers['sec-purpose'] ?? this.headers['purpose']
    return typeof purpose === 'string' && purpose.includes('prefetch')
  }

  /** A poll, a deferred group or a partial reload, which shows no message to anyone. */
  get isBackground(): boolean {
    return this.isVisit && this.isPartial && this.#isNoCache
  }

  /** A live validation, which must have no effects. */
  get isPrecognition(): boolean {
    return this.headers['precognition'] === 'true'
  }

  get wantsJson(): boolean {
    const { accept } = this.headers
    if (this.isVisit || typeof accept !== 'string') return false
    const comma = accept.indexOf(',')
    return /[/+]json\b/i.test(comma === -1 ? accept : accept.slice(0, comma))
  }

  /** A person opened this URL: it may be stored as the previous or intended one. */
  get isNavigation(): boolean {
    if (this.method !== 'GET' || this.isPrefetch || this.isPrecognition) return false
    return this.isVisit ? !this.isPartial : !this.wantsJson && !this.isSubresource
  }

  /** An image, a script or a fetch, whose response nobody sees as a page. */
  get isSubresource(): boolean {
    const destination = this.headers['sec-fetch-dest']
    return (
      !this.isVisit && typeof destination === 'string' && !documentDestinations.has(destination)
    )
  }

  /** The requested error bag; null when none or invalid. */
  get errorBag(): string | null {
    const bag = this.headers['x-inertia-error-bag']
    return typeof bag === 'string' && isBagName(bag) ? bag : null
  }

  /** The version of the current page; '' when the client has none. */
  get version(): string {
    return this.#header('x-inertia-version')
  }

  get partialComponent(): string | null {
    return this.#header('x-inertia-partial-component') || null
  }

  /** The props to send; null for all. */
  get only(): string[] | null {
    return nullIfEmpty(this.#headerList('x-inertia-partial-data'))
  }

  get except(): string[] | null {
    return nullIfEmpty(this.#headerList('x-inertia-partial-except'))
  }

  /** Props that the client replaces instead of merging. */
  get reset(): string[] {
    return this.#headerList('x-inertia-reset')
  }

  /** Keys of once props that the client already has. */
  get exceptOnceProps(): string[] {
    return this.#headerList('x-inertia-except-once-props')
  }

  get scrollsBackwards(): boolean {
    return this.headers['x-inertia-infinite-scroll-merge-intent'] === 'prepend'
  }

  /** The fields of a live validation; null for all. */
  get validateOnly(): string[] | null {
    return nullIfEmpty(this.#headerList('precognition-validate-only'))
  }

  isPartialOf(component: string): boolean {
    return this.partialComponent === component
  }

  /** Whether a response with this page may consume flash data; responses that nobody sees leave it in place. */
  mayConsumeFlash(component: string): boolean {
    if (this.method === 'HEAD' || this.isPrefetch || this.isPrecognition) return false
    if (!this.isVisit) return !this.wantsJson && !this.isSubresource
    return !(this.isPartialOf(component) && this.#isNoCache)
  }

  get #isNoCache(): boolean {
    return this.#header('cache-control').includes('no-cache')
  }

  #header(name: string): string {
    const value = this.headers[name]
    return typeof value === 'string' ? value : ''
  }

  #headerList(name: string): string[] {
    return parseHeaderList(this.headers[name])
  }
}

function nullIfEmpty(list: string[]): string[] | null {
  return list.length === 0 ? null : list
}
