import { inspect } from 'node:util'

import type { FastifyRequest } from 'fastify'

import type { FlashData } from '#core/flash.ts'
import { pathAndQuery } from '#core/urls.ts'

import type { FlashStore, InertiaOptions } from './inertia-options.ts'

export interface NormalizedOptions extends InertiaOptions {
  currentVersion: (request: FastifyRequest) => string
  currentUrl: (request: FastifyRequest) => string
}

/** @throws {TypeError} a sentence that names the option */
export function normalizeOptions(options: InertiaOptions): NormalizedOptions {
  const { version = '', url, document, flashStore } = options
  const origin = siteOrigin(options.origin)
  if (typeof document !== 'function')
    throw wrongOption('`document` must be a function that returns the HTML document', document)
  if (typeof flashStore?.read !== 'function' || typeof flashStore.write !== 'function')
    throw wrongOption('`flashStore` must have the functions read and write', flashStore)
  const fixedVersion = String(version)
  return {
    ...options,
    origin,
    flashStore: checkedStore(flashStore),
    currentVersion:
      typeof version === 'function' ? (request) => String(version(request)) : () => fixedVersion,
    currentUrl: (request) => (url ? url(request) : pathAndQuery(request.url)),
  }
}

export function wrongOption(sentence: string, value: unknown): TypeError {
  return new TypeError(`${sentence}, and is ${inspect(value, { depth: 0 })}.`)
}

function siteOrigin(value: unknown): string {
  const url = typeof value === 'string' ? URL.parse(value) : null
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.origin
  throw wrongOption("`origin` must be the site's public origin, such as https://example.org", value)
}

/** A promise would pass for empty flash data, and messages would be lost without a trace. */
function checkedStore(store: FlashStore): FlashStore {
  return {
    read(request): FlashData {
      const flashData: unknown = store.read(request)
      if (flashData instanceof Promise)
        throw new TypeError('`flashStore.read` must return its data, not a promise of it.')
      if (typeof flashData !== 'object' || flashData === null)
        throw new TypeError(`\`flashStore.read\` must return an object, not ${inspect(flashData)}.`)
      return flashData
    },
    write: (request, reply, flashData) => store.write(request, reply, flashData),
  }
}
