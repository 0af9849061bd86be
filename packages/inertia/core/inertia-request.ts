import { parseHeaderList } from './header-list.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** A name of a form, as it may come from a browser. */
export function isBagName(name: string): boolean {
  return /^[A-Za-z][\w.-]{0,63}$/.test(name)
}

const documentDestinations = new Set(['document', 'iframe', 'frame'])

/** What the request's headers say. Read from them on demand: most requests ask one question. */
export class InertiaRequest {
  readonly method: string
  readonly headers: Headers

  constructor(method: string, headers: Headers) {
    this.method = method
    this.headers = headers
  }

  /** The client's router asks: it wants a page as JSON. */
  get isVisit(): boolean {
    return this.headers['x-inertia'] === 'true'
  }

  /** The client wants some props of the page it is showing. */
  get isPartial(): boolean {
    return this.partialComponent !== null
  }

  get isPrefetch(): boolean {
    const purpose = this.headers['sec-purpose'] ?? this.headers['purpose']
    return typeof purpose === 'string' && purpose.includes('prefetch')
  }

  /** A poll, a deferred group, a reload of some props: nobody is waiting for a message in it. */
  get isBackground(): boolean {
    return this.isVisit && this.isPartial && this.#isNoCache
  }

  /** The client asks whether a form would be accepted; nothing may happen. */
  get isPrecognition(): boolean {
    return this.headers['precognition'] === 'true'
  }

  /** Not a page visit, and JSON is what it prefers. */
  get wantsJson(): boolean {
    const { accept } = this.headers
    if (this.isVisit || typeof accept !== 'string') return false
    const comma = accept.indexOf(',')
    return /[/+]json\b/i.test(comma === -1 ? accept : accept.slice(0, comma))
  }

  /** A person went to this address: what "back" and "where were you going" may remember. */
  get isNavigation(): boolean {
    if (this.method !== 'GET' || this.isPrefetch || this.isPrecognition) return false
    return this.isVisit ? !this.isPartial : !this.wantsJson && !this.isSubresource
  }

  /** An image, a script, a fetch: whatever it receives, no person reads it as a page. */
  get isSubresource(): boolean {
    const destination = this.headers['sec-fetch-dest']
    return (
      !this.isVisit && typeof destination === 'string' && !documentDestinations.has(destination)
    )
  }

  /** The named error bag, null when none is named or the name is not one. */
  get errorBag(): string | null {
    const bag = this.headers['x-inertia-error-bag']
    return typeof bag === 'string' && isBagName(bag) ? bag : null
  }

  /** The version of the page being shown; '' when the client has none. */
  get version(): string {
    return this.#header('x-inertia-version')
  }

  get partialComponent(): string | null {
    return this.#header('x-inertia-partial-component') || null
  }

  /** The part of the page to send, null when all of it. */
  get only(): string[] | null {
    return nullIfEmpty(this.#headerList('x-inertia-partial-data'))
  }

  get except(): string[] | null {
    return nullIfEmpty(this.#headerList('x-inertia-partial-except'))
  }

  /** Props that start anew: not to be added to what the client has. */
  get reset(): string[] {
    return this.#headerList('x-inertia-reset')
  }

  /** Keys of the once props the client already has. */
  get exceptOnceProps(): string[] {
    return this.#headerList('x-inertia-except-once-props')
  }

  get scrollsBackwards(): boolean {
    return this.headers['x-inertia-infinite-scroll-merge-intent'] === 'prepend'
  }

  /** The fields a live validation asks about, null when all of them. */
  get validateOnly(): string[] | null {
    return nullIfEmpty(this.#headerList('precognition-validate-only'))
  }

  /** True when the answer shows `component` again with some of its props. */
  isPartialOf(component: string): boolean {
    return this.partialComponent === component
  }

  /**
   * Whether an answer with this page takes along what was put by for the next page.
   * Answers nobody looks at leave it where it is.
   */
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
