import type { FastifyReply, FastifyRequest } from 'fastify'

import type { FlashData } from '#core/flash.ts'
import type { Page } from '#core/page.ts'
import type { MaybePromise, SharedInput } from '#core/prop-types.ts'

export interface DocumentParts {
  /** Elements for <head>; empty unless the page was rendered on the server. */
  head: string[]
  /** The script element with the page's JSON, and the root element. */
  body: string
  page: Page
  status: number
}

export interface Rendered {
  head: string[]
  /** As returned by the client's renderer, including the page's script element. */
  body: string
}

export type Version = string | number

export interface InertiaOptions {
  /** Identifies the document's inputs, such as the browser's files. A visit with another version reloads the document. */
  version?: Version | ((request: FastifyRequest) => Version)
  /** The public origin, `https://example.org`. `back()` stays on it, and other origins count as other sites. */
  origin: string
  document: (
    parts: DocumentParts,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => MaybePromise<string>
  /** Renders a page on the server and must not change its props. The browser renders when it fails. */
  render?: (page: Page, request: FastifyRequest) => MaybePromise<Rendered>
  onRenderError?: (error: unknown, request: FastifyRequest) => void
  /** For tests: throws rendering errors instead of falling back to the browser. */
  throwRenderErrors?: boolean
  /** Props that every page receives beneath its own. */
  shared?: (request: FastifyRequest) => MaybePromise<SharedInput>
  /** Called with errors in `defer(…, { rescue: true })` props. */
  onRescue?: (error: unknown, path: string, request: FastifyRequest) => void
  /** Stores flash, errors and history instructions for the next page. */
  flashStore: FlashStore
  /** Whether the browser encrypts this page's props in its history. */
  encryptHistory?: (request: FastifyRequest) => boolean
  /** The previous page, for requests without a usable `Referer`. */
  previousUrl?: (request: FastifyRequest) => string | undefined
  /** The page's URL, when it is not the requested one. */
  url?: (request: FastifyRequest) => string
  /** Where `back()` leads when no previous page is known. */
  home?: string
  rootId?: string
  /** `false` leaves the names of shared props out of pages. */
  announceShared?: boolean
  /** For tests: whether a page exists; a missing one is an error. */
  pageExists?: (name: string) => boolean
}

export interface FlashStore {
  /** Returns what the request already holds; may be called several times. */
  read(request: FastifyRequest): FlashData
  /** Stores the complete flash data; `{}` clears it. Called at most once per response, before its headers are sent. */
  write(request: FastifyRequest, reply: FastifyReply, flashData: FlashData): MaybePromise<void>
}
