import assert from 'node:assert/strict'

import { confirmPassword } from './signed-in-accounts.ts'
import type { TestApp } from './test-app.ts'
import type { TestResponse, TestBrowser } from './test-browser.ts'

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
}

/** An API client with a token and an IP address of its own. */
export class ApiClient {
  readonly #browser: TestBrowser
  readonly token: string
  readonly id: string

  constructor(foyer: TestApp, { id, token }: { id: string; token: string }) {
    this.#browser = foyer.browser()
    this.token = token
    this.id = id
  }

  get ipAddress(): string {
    return this.#browser.ipAddress
  }

  request(path: string, { headers, ...rest }: RequestOptions = {}): Promise<TestResponse> {
    const authorization = `Bearer ${this.token}`
    return this.#browser.request(path, { ...rest, headers: { authorization, ...headers } })
  }

  async status(path: string, send?: RequestOptions): Promise<number> {
    return (await this.request(path, send)).status
  }
}

/** Confirms the password and creates an API client with a new token. */
export async function createApiClient(
  foyer: TestApp,
  owner: TestBrowser,
  form: Record<string, unknown> = {},
): Promise<ApiClient> {
  await confirmPassword(owner)
  const body = { name: 'Backup script', permissions: ['read', 'update', 'delete'], ...form }
  const response = await owner.json('/user/api-tokens', { method: 'POST', body })
  assert.equal(response.status, 201, response.text)
  return new ApiClient(foyer, response.raw.json())
}
