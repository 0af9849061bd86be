import type { FlashData, InertiaOptions, Page } from '@foyer/inertia'
import { inertia, jsonBody } from '@foyer/inertia'
import { type VisitOptions, pageOf, visitHeaders } from '@foyer/inertia/testing'
import Fastify from 'fastify'
import type { FastifyInstance, InjectOptions } from 'fastify'

type Props = Record<string, unknown>

const origin = 'https://site.test'

/** A small site that identifies visitors by a header and stores flash data in memory. */
export class TestServer {
  readonly app: FastifyInstance
  readonly storedFlash = new Map<string, FlashData>()
  readonly flashWrites: FlashData[] = []

  constructor(options: Partial<InertiaOptions> = {}) {
    this.app = Fastify()
    this.app.addContentTypeParser('application/json', { parseAs: 'string' }, jsonBody(this.app))
    this.app.register(inertia, {
      version: 'v1',
      origin,
      document: ({ head, body }) => `<!doctype html><head>${head.join('')}</head>${body}`,
      flashStore: {
        read: (request) => this.storedFlash.get(String(request.headers['x-person'])) ?? {},
        write: (request, _reply, storedFlash) => {
          this.flashWrites.push(storedFlash)
          this.storedFlash.set(String(request.headers['x-person']), storedFlash)
        },
      },
      ...options,
    })
  }

  /** Declares routes after the plugin is registered. */
  routes(register: (app: FastifyInstance) => void): this {
    this.app.register(async (app) => register(app))
    return this
  }

  /** Registers hooks, handlers and routes on the application itself. */
  configure(register: (app: FastifyInstance) => void): this {
    this.app.after(() => register(this.app))
    return this
  }

  inject(options: InjectOptions | string) {
    return this.app.inject(options)
  }

  /** Sends a request as the client's router does. */
  visit(url: string, visitOptions: VisitOptions = {}, options: InjectOptions = {}) {
    const headers = { ...visitHeaders({ version: 'v1', ...visitOptions }), ...options.headers }
    return this.app.inject({ ...options, url, headers })
  }

  async page(
    url: string,
    visitOptions: VisitOptions = {},
    options: InjectOptions = {},
  ): Promise<Page> {
    return pageOf(await this.visit(url, visitOptions, options))
  }
}

/** Creates a site with one page, `Home` at `/`. */
export function homePageServer(
  props: Props | (() => Props),
  options: Partial<InertiaOptions> = {},
): TestServer {
  return new TestServer(options).routes((app) => {
    app.get('/', (_request, reply) =>
      reply.page('Home', typeof props === 'function' ? props() : props),
    )
  })
}
