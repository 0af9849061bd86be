/** A browser as the server sees it: stores cookies and opens links from mail. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type RouteName, routes } from '#app/routes.ts'

export class Visitor {
  readonly #origin: string
  readonly #cookies = new Map<string, string>()

  constructor(origin: string) {
    this.#origin = origin
  }

  get headers(): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { host: new URL(this.#origin).host, accept: 'text/html', ...(cookie && { cookie }) }
  }

  open(name: RouteName): Promise<Response> {
    return this.#send(routes[name].path)
  }

  async submit(path: string, form: Record<string, string>): Promise<void> {
    const response = await this.#send(path, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { 'sec-fetch-site': 'same-origin', origin: this.#origin },
    })
    const location = response.headers.get('location') ?? ''
    if (response.status >= 400 || location === path)
      throw new Error(`${path}: ${response.status} ${location}`)
  }

  async registerAccount(storage: string): Promise<void> {
    await this.open('register')
    await this.submit(routes['register.store'].path, {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      password: 'a row of quiet engines',
      terms: 'on',
    })
    await this.submit(await waitForMailLink(join(storage, 'mail')), {})
  }

  async #send(path: string, options: RequestInit = {}): Promise<Response> {
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

async function waitForMailLink(folder: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    await sleep(100)
    const [file] = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
    const mail = file ? await readFile(join(folder, file), 'utf8') : ''
    // Quoted-printable folds long lines with a final `=`.
    const link = mail
      .replaceAll(/=\r?\n/g, '')
      .match(/https?:\/\/[^\s"<]+(\/email\/verify\/[\w/-]+)/)
    if (link?.[1]) return link[1]
  }
  throw new Error(`No mail with a link arrived in ${folder}`)
}
