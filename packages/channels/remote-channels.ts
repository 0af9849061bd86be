import type { Event } from './channels.ts'
import { HttpError } from './http/http-error.ts'
import { md5, requireSecret, signature } from './protocol/signatures.ts'

export interface RemoteOptions {
  app: { id: string; key: string; secret: string }
  /** Origin of its HTTP API: `https://api.example.com`. */
  origin: string
  /** Unix milliseconds, for the timestamp of requests. */
  now(): number
  timeoutMs?: number
}

/** Publishes through another server's signed HTTP API. */
export class RemoteChannels {
  readonly #options: RemoteOptions

  constructor(options: RemoteOptions) {
    requireSecret(options.app.secret, 'app.secret')
    this.#options = options
  }

  /** @throws {HttpError} with the other server's status and message, or what `fetch` throws when it does not answer */
  async trigger({ channels, name, data, except }: Event): Promise<void> {
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    const body = { name, channels, data: text, ...(except !== undefined && { socket_id: except }) }
    await this.#post('events', JSON.stringify(body))
  }

  async terminate(user: string): Promise<void> {
    await this.#post(`users/${user}/terminate_connections`, '{}')
  }

  async #post(resource: string, body: string): Promise<void> {
    const { app, origin, now, timeoutMs = 5000 } = this.#options
    const path = `/apps/${app.id}/${resource}`
    const query = [
      `auth_key=${app.key}`,
      `auth_timestamp=${Math.floor(now() / 1000)}`,
      'auth_version=1.0',
      `body_md5=${md5(Buffer.from(body))}`,
    ].join('&')
    const requestSignature = signature(app.secret, `POST\n${path}\n${query}`)
    const response = await fetch(`${origin}${path}?${query}&auth_signature=${requestSignature}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const responseText = await response.text()
    if (!response.ok) throw new HttpError(response.status, responseText.slice(0, 200))
  }
}
