import type { FastifyReply, FastifyRequest } from 'fastify'

import type { FlashData } from '#core/flash.ts'
import type { Page } from '#core/page.ts'
import type { MaybePromise, SharedInput } from '#core/prop-types.ts'

export interface DocumentParts {
  /** Elements for <head>: empty unless the page was rendered on the server. */
  head: string[]
  /** The page's JSON in its script element, and the root element. */
  body: string
  page: Page
  status: number
}

export interface Rendered {
  head: string[]
  /** As the client's own renderer returns it: the page's script element is already in it. */
  body: string
}

export type Version = string | number

export interface InertiaOptions {
  /**
   * Names what the document was made from: the browser's files, and whatever else it holds once.
   * A visit from another version is told to load the document anew.
   */
  version?: Version | ((request: FastifyRequest) => Version)
  /** The public origin, `https://example.org`: where "back" may lead, and what is not another site. */
  origin: string
  document: (
    parts: DocumentParts,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => MaybePromise<string>
  /** Renders a page on the server, whose props are those the application gave: they must not be changed. When it fails the browser renders. */
  render?: (page: Page, request: FastifyRequest) => MaybePromise<Rendered>
  onRenderError?: (error: unknown, request: FastifyRequest) => void
  /** For tests: a page that cannot be rendered on the server is an error. */
  throwRenderErrors?: boolean
  /** What every page receives, beneath its own props. */
  shared?: (request: FastifyRequest) => MaybePromise<SharedInput>
  /** Told of errors in `defer(…, { rescue: true })` props. */
  onRescue?: (error: unknown, path: string, request: FastifyRequest) => void
  /** Where flash, errors and history instructions wait for the next page. */
  flashStore: FlashStore
  /** Whether the browser keeps this page's props encrypted in its history. */
  encryptHistory?: (request: FastifyRequest) => boolean
  /** Where this person was before, for requests that do not say. */
  previousUrl?: (request: FastifyRequest) => string | undefined
  /** The page's address when it is not simply the one that was asked for. */
  url?: (request: FastifyRequest) => string
  /** Where "back" leads when nothing else is known. */
  home?: string
  /** The root element's id. */
  rootId?: string
  /** `false`: pages do not say which of their props are shared. */
  announceShared?: boolean
  /** For tests: whether a page of this name exists; one that does not is an error. */
  pageExists?: (name: string) => boolean
}

export interface FlashStore {
  /** Asked whenever it matters; it answers from what the request already holds. */
  read(request: FastifyRequest): FlashData
  /** Called at most once per answer, before its headers leave, with all that is to be kept; `{}`: nothing. */
  write(request: FastifyRequest, reply: FastifyReply, flashData: FlashData): MaybePromise<void>
}
