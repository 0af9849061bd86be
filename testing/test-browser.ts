import { setImmediate } from 'node:timers/promises'

import type { InjectOptions, LightMyRequestResponse } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import { route } from '#app/platform/route.ts'
import { type RouteName, routes } from '#app/routes.ts'

let ipAddressCount = 0

function nextIpAddress(): string {
  ipAddressCount++
  return `10.${(ipAddressCount >> 16) & 255}.${(ipAddressCount >> 8) & 255}.${ipAddressCount & 255}`
}

interface RequestOptions {
  method?: InjectOptions['method']
  body?: unknown
  headers?: Record<string, string>
}

/** The Inertia page object, typed loosely for tests. */
export interface PageObject {
  component: string
  props: Record<string, unknown> & { errors: Record<string, string> }
  url: string
  flash?: Record<string, unknown>
}

export class TestResponse {
  readonly raw: LightMyRequestResponse

  constructor(raw: LightMyRequestResponse) {
    this.raw = raw
  }

  get status(): number {
    return this.raw.statusCode
  }

  /** The redirect target: path and query. */
  get location(): string | undefined {
    const { location } = this.raw.headers
    return typeof location === 'string' ? location : undefined
  }

  get page(): PageObject {
    return this.raw.json()
  }

  get text(): string {
    return this.raw.body
  }

  header(name: string): string | undefined {
    return this.raw.headers[name]?.toString()
  }
}

/** Behaves like a browser with our page client: stores cookies and echoes the CSRF token. */
export class TestBrowser {
  readonly cookies = new Map<string, string>()
  readonly ipAddress: string
  userAgent =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'
  readonly #app: App
  /** The first visit learns the server's version. */
  #inertiaVersion = 'none'

  constructor(app: App, ipAddress = nextIpAddress()) {
    this.#app = app
    this.ipAddress = ipAddress
  }

  /** The server's time in Unix milliseconds. */
  get now(): number {
    return this.#app.clock.now()
  }

  /** An Inertia visit to a route without parameters. */
  visit(name: RouteName, form?: Record<string, unknown>): Promise<TestResponse> {
    const { method } = routes[name]
    return this.visitPath(routes[name].path, {
      method,
      ...(method !== 'GET' && { body: form ?? {} }),
    })
  }

  /** An Inertia visit to a path. Redirects are returned, not followed. */
  async visitPath(
    path: string,
    { method = 'GET', body, headers = {} }: RequestOptions = {},
  ): Promise<TestResponse> {
    if (method !== 'GET' && !this.cookies.has('XSRF-TOKEN')) await this.open(route('login'))
    const response = await this.request(path, {
      method,
      body,
      headers: {
        'x-inertia': 'true',
        'x-inertia-version': this.#inertiaVersion,
        'x-requested-with': 'XMLHttpRequest',
        accept: 'text/html, application/xhtml+xml',
        ...this.#csrfHeader(),
        ...headers,
      },
    })
    const version = response.header('x-inertia-version')
    if (response.status !== 409 || version === undefined || version === this.#inertiaVersion)
      return response
    // The version differs: a browser would reload the document.
    this.#inertiaVersion = version
    return this.visitPath(path, { method, body, headers })
  }

  /** A visit that follows redirects. */
  async followRedirects(path: string, options?: RequestOptions): Promise<TestResponse> {
    const response = await this.visitPath(path, options)
    return response.location ? this.followRedirects(response.location) : response
  }

  /** Loads a document, like typing the URL. */
  open(path: string): Promise<TestResponse> {
    return this.request(path, { headers: { accept: 'text/html' } })
  }

  /** Sends a JSON request. */
  json(
    path: string,
    { method = 'GET', body, headers = {} }: RequestOptions = {},
  ): Promise<TestResponse> {
    return this.request(path, {
      method,
      body,
      headers: { accept: 'application/json', ...this.#csrfHeader(), ...headers },
    })
  }

  /** Sends a form like a browser without script. */
  submit(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    return this.request(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: {
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
    })
  }

  /** Sends a raw request with this browser's cookies and IP address. */
  async request(
    path: string,
    { method = 'GET', body, headers = {} }: RequestOptions = {},
  ): Promise<TestResponse> {
    const response = await this.#app.inject({
      method,
      url: path,
      remoteAddress: this.ipAddress,
      headers: {
        host: this.#app.config.appUrl.host,
        'user-agent': this.userAgent,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    })
    // A socket would take turns of the event loop too. In them, tasks after the response start.
    await setImmediate()
    await setImmediate()
    await Promise.all(this.#app.afterResponseTasks)
    for (const { name, value, maxAge } of response.cookies) {
      if (value === '' || maxAge === 0) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return new TestResponse(response)
  }

  #csrfHeader(): Record<string, string> {
    const token = this.cookies.get('XSRF-TOKEN')
    return token ? { 'x-xsrf-token': decodeURIComponent(token) } : {}
  }
}
