import assert from 'node:assert/strict'

import type { Answer, Browser } from '#testing/browser.ts'
import { confirmPassword } from '#testing/people.ts'
import type { Product } from '#testing/product.ts'

interface Send {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
}

/** A script that holds an API token, somewhere else than its owner. */
export class Program {
  readonly #machine: Browser
  readonly token: string
  readonly id: string

  constructor(foyer: Product, { id, token }: { id: string; token: string }) {
    this.#machine = foyer.browser()
    this.token = token
    this.id = id
  }

  get address(): string {
    return this.#machine.address
  }

  call(path: string, { headers, ...rest }: Send = {}): Promise<Answer> {
    const authorization = `Bearer ${this.token}`
    return this.#machine.raw(path, { ...rest, headers: { authorization, ...headers } })
  }

  async status(path: string, send?: Send): Promise<number> {
    return (await this.call(path, send)).status
  }
}

/** Confirms, makes a token, and gives it to a program. */
export async function programOf(
  foyer: Product,
  owner: Browser,
  form: Record<string, unknown> = {},
): Promise<Program> {
  await confirmPassword(owner)
  const body = { name: 'Backup script', permissions: ['read', 'update', 'delete'], ...form }
  const made = await owner.json('/user/api-tokens', { method: 'POST', body })
  assert.equal(made.status, 201, made.text)
  return new Program(foyer, made.response.json())
}
