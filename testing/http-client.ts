import { setTimeout as sleep } from 'node:timers/promises'

interface RequestOptions {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

export class HttpClient {
  readonly cookies = new Map<string, string>()
  readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  async request(
    path: string,
    { method = 'GET', body, headers = {}, signal }: RequestOptions = {},
  ): Promise<Response> {
    const token = this.cookies.get('XSRF-TOKEN')
    const response = await fetch(new URL(path, this.origin), {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(token && { 'x-xsrf-token': decodeURIComponent(token) }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.cookies.set(name, value)
    }
    return response
  }

  /** Waits for a mail in the dev mailbox. @returns the path of its verification link */
  async linkInMail(): Promise<string> {
    for (let attempt = 0; attempt < 300; attempt++) {
      const list = await (await this.request('/mailbox')).text()
      const mail = /\/mailbox\/([\w-]{20,80})"/.exec(list)?.[1]
      const html = mail && (await (await this.request(`/mailbox/${mail}/html`)).text())
      const link = html && /\/email\/verify\/[\w-]{36}\/[\w-]{43}/.exec(html)?.[0]
      if (link) return link
      await sleep(100)
    }
    throw new Error('No mail within thirty seconds')
  }
}

/** Another client with the same cookies, of the same or another origin. */
export function copyClient(client: HttpClient, origin = client.origin): HttpClient {
  const copy = new HttpClient(origin)
  for (const [name, value] of client.cookies) copy.cookies.set(name, value)
  return copy
}
