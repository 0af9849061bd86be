/** Stores cookies, as a browser does. */
export class CookieClient {
  readonly #origin: string
  readonly #cookies = new Map<string, string>()

  constructor(origin: string) {
    this.#origin = origin
  }

  get origin(): string {
    return this.#origin
  }

  get headers(): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { host: new URL(this.#origin).host, accept: 'text/html', ...(cookie && { cookie }) }
  }

  cookie(name: string): string {
    return decodeURIComponent(this.#cookies.get(name) ?? '')
  }

  async get(path: string): Promise<string> {
    const response = await this.#send(path, {})
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    return response.text()
  }

  /** Fails unless the server starts a session. */
  async signIn(path: string, body: BodyInit, headers: Record<string, string>): Promise<void> {
    const response = await this.#send(path, { method: 'POST', body, headers })
    const location = response.headers.get('location') ?? ''
    await response.text()
    const isRefused = response.status >= 400 || location.includes('login')
    if (isRefused) throw new Error(`${path}: ${response.status} ${location}`)
  }

  async #send(path: string, options: RequestInit): Promise<Response> {
    const headers = { ...this.headers, ...options.headers }
    const response = await fetch(this.#origin + path, { redirect: 'manual', ...options, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return response
  }
}
