import assert from 'node:assert/strict'

import { isTree } from './core/json-tree.ts'
import type { Page } from './core/page.ts'

/** A response of `app.inject()` and most test clients. */
export interface TestResponse {
  statusCode: number
  headers: Record<string, unknown>
  body: string
}

export interface VisitOptions {
  version?: string
  /** The current page, for a partial reload. */
  component?: string
  only?: string[]
  except?: string[]
  reset?: string[]
  /** Keys of once props that the client has. */
  exceptOnceProps?: string[]
  errorBag?: string
  /** A poll or a deferred group, as `router.reload()` sends it. */
  isBackground?: boolean
  isPrefetch?: boolean
  scrollIntent?: 'append' | 'prepend'
}

/** The headers that the client sends with a visit. */
export function visitHeaders(options: VisitOptions = {}): Record<string, string> {
  const { only = [], except = [], reset = [], exceptOnceProps = [] } = options
  const headers = {
    'x-inertia': 'true',
    'x-requested-with': 'XMLHttpRequest',
    accept: 'text/html, application/xhtml+xml',
    'x-inertia-version': options.version,
    'x-inertia-partial-component': options.component,
    'x-inertia-partial-data': [...only, ...reset].join(','),
    'x-inertia-partial-except': except.join(','),
    'x-inertia-reset': reset.join(','),
    'x-inertia-except-once-props': exceptOnceProps.join(','),
    'x-inertia-error-bag': options.errorBag,
    'x-inertia-infinite-scroll-merge-intent': options.scrollIntent,
    'cache-control': options.isBackground ? 'no-cache' : undefined,
    purpose: options.isPrefetch ? 'prefetch' : undefined,
  }
  const presentHeaders = Object.entries(headers).filter(
    (entry): entry is [string, string] => !!entry[1],
  )
  return Object.fromEntries(presentHeaders)
}

/** Returns the page object of a JSON or document response. */
export function pageOf(response: TestResponse): Page {
  const isVisit = response.headers['x-inertia'] === 'true'
  const json = isVisit ? response.body : embeddedJson(response.body)
  assert.ok(json, `Not a page: status ${response.statusCode}, ${response.body.slice(0, 200)}`)
  return JSON.parse(json)
}

/** An application, or a client of one that keeps cookies. */
export interface TestClient {
  inject(request: { url: string; headers: Record<string, string> }): PromiseLike<TestResponse>
}

export interface ReloadOptions extends Pick<VisitOptions, 'only' | 'except' | 'reset'> {
  /** Such as the cookies of the first request. */
  headers?: Record<string, string>
}

/** Requests props of the page in a response again, as `router.reload()` does. */
export async function reload(
  client: TestClient,
  response: TestResponse,
  { headers = {}, ...options }: ReloadOptions = {},
): Promise<TestResponse> {
  const { url, version, component } = pageOf(response)
  const visit = visitHeaders({ ...options, version, component, isBackground: true })
  return client.inject({ url, headers: { ...visit, ...headers } })
}

/** Requests the deferred props of the page in a response, as the client does: of one group, or of all at once. */
export async function loadDeferred(
  client: TestClient,
  response: TestResponse,
  { group, headers = {} }: { group?: string; headers?: Record<string, string> } = {},
): Promise<TestResponse> {
  const { component, deferredProps = {} } = pageOf(response)
  const groups = Object.keys(deferredProps)
  assert.ok(groups.length > 0, `${component} defers no props.`)
  const only = group === undefined ? Object.values(deferredProps).flat() : deferredProps[group]
  const names = groups.join(', ')
  assert.ok(only, `${component} has no deferred group "${group}", only: ${names}.`)
  return reload(client, response, { only, headers })
}

function embeddedJson(html: string): string | undefined {
  return /<script data-page="[^"]*" type="application\/json">(.*?)<\/script>/s.exec(html)?.[1]
}

/**
 * Asserts a response's page and returns it.
 *
 * @param expected  props by dotted path; `undefined` means that the prop is absent
 */
export function assertPage(
  response: TestResponse,
  component: string,
  expected: Record<string, unknown> = {},
): Page {
  const page = pageOf(response)
  assert.equal(page.component, component)
  for (const [path, value] of Object.entries(expected)) {
    assert.deepEqual(propAt(page, path), value, `Prop ${path}`)
  }
  return page
}

export function propAt(page: Page, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (isTree(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      page.props,
    )
}
