import { setTimeout as sleep } from 'node:timers/promises'

interface Send {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Talks to a server process over the network, with cookies. */
export class Client {
  readonly cookies = new Map<string, string>()
  readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  async send(path: string, { method = 'GET', body, headers = {} }: Send = {}): Promise<Response> {
    const token = this.cookies.get('XSRF-TOKEN')
    const answer = await fetch(new URL(path, this.origin), {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(token && { 'x-xsrf-token': decodeURIComponent(token) }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.cookies.set(name, value)
    }
    return answer
  }

  /** The path of the link in the newest mail of the local mailbox, once there is one. */
  async linkInMail(): Promise<string> {
    for (let tries = 0; tries < 50; tries++) {
      const list = await (await this.send('/mailbox')).text()
      const mail = /\/mailbox\/([\w-]{20,80})"/.exec(list)?.[1]
      const html = mail && (await (await this.send(`/mailbox/${mail}/html`)).text())
      const link = html && /\/email\/verify\/[\w-]{36}\/[\w-]{43}/.exec(html)?.[0]
      if (link) return link
      await sleep(100)
    }
    throw new Error('No mail came.')
  }
}
