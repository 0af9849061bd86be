import type { InjectOptions, LightMyRequestResponse } from 'fastify'

import type { App } from '#app/http/app.ts'
import { route } from '#app/platform/route.ts'
import { type RouteName, routes } from '#app/routes.ts'

let addresses = 0

function nextAddress(): string {
  addresses++
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

interface Send {
  method?: InjectOptions['method']
  body?: unknown
  headers?: Record<string, string>
}

/** The body of a page answer, as tests read it. */
export interface PageAnswer {
  component: string
  props: Record<string, unknown> & { errors: Record<string, string> }
  url: string
  flash?: Record<string, unknown>
}

export class Answer {
  readonly response: LightMyRequestResponse

  constructor(response: LightMyRequestResponse) {
    this.response = response
  }

  get status(): number {
    return this.response.statusCode
  }

  /** Where it sends the browser: path and query. */
  get to(): string | undefined {
    const { location } = this.response.headers
    return typeof location === 'string' ? location : undefined
  }

  get page(): PageAnswer {
    return this.response.json()
  }

  get text(): string {
    return this.response.body
  }

  header(name: string): string | undefined {
    return this.response.headers[name]?.toString()
  }
}

/** Behaves as the page client in a browser does: keeps cookies, echoes the token, says where it comes from. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly address: string
  userAgent =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'
  readonly #app: App
  #version = 'none yet'

  constructor(app: App, address = nextAddress()) {
    this.#app = app
    this.address = address
  }

  /** What the server's clock says, in Unix milliseconds. */
  get now(): number {
    return this.#app.clock.now()
  }

  /** A page visit to a route without parameters, with what a form would send. */
  visit(name: RouteName, form?: Record<string, unknown>): Promise<Answer> {
    const { method } = routes[name]
    return this.send(routes[name].path, { method, ...(method !== 'GET' && { body: form ?? {} }) })
  }

  /** A page visit to an address; redirects are answered, not followed. */
  async send(path: string, { method = 'GET', body, headers = {} }: Send = {}): Promise<Answer> {
    if (method !== 'GET' && !this.cookies.has('XSRF-TOKEN')) await this.open(route('login'))
    const answer = await this.raw(path, {
      method,
      body,
      headers: {
        'x-inertia': 'true',
        'x-inertia-version': this.#version,
        'x-requested-with': 'XMLHttpRequest',
        accept: 'text/html, application/xhtml+xml',
        ...this.#token(),
        ...headers,
      },
    })
    const version = answer.header('x-inertia-version')
    if (answer.status !== 409 || version === undefined || version === this.#version) return answer
    // As a browser does that is told to load the document anew.
    this.#version = version
    return this.send(path, { method, body, headers })
  }

  /** A visit that follows redirects to the page they lead to. */
  async follow(path: string, options?: Send): Promise<Answer> {
    const answer = await this.send(path, options)
    return answer.to ? this.follow(answer.to) : answer
  }

  /** Loads a document, as typing the address does. */
  open(path: string): Promise<Answer> {
    return this.raw(path, { headers: { accept: 'text/html' } })
  }

  /** Calls for JSON. */
  json(path: string, { method = 'GET', body, headers = {} }: Send = {}): Promise<Answer> {
    return this.raw(path, {
      method,
      body,
      headers: { accept: 'application/json', ...this.#token(), ...headers },
    })
  }

  /** Sends a form as a browser does in which no script runs. */
  submit(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.raw(path, {
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

  /** Sends just this, with this browser's cookies and address. */
  async raw(path: string, { method = 'GET', body, headers = {} }: Send = {}): Promise<Answer> {
    const response = await this.#app.inject({
      method,
      url: path,
      remoteAddress: this.address,
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
    for (const { name, value, maxAge } of response.cookies) {
      if (value === '' || maxAge === 0) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return new Answer(response)
  }

  #token(): Record<string, string> {
    const token = this.cookies.get('XSRF-TOKEN')
    return token ? { 'x-xsrf-token': decodeURIComponent(token) } : {}
  }
}
