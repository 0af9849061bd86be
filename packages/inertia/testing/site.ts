import type { Carried, InertiaOptions, Page } from '@foyer/inertia'
import { inertia, jsonBody } from '@foyer/inertia'
import { type Asked, pageOf, visitHeaders } from '@foyer/inertia/testing'
import Fastify from 'fastify'
import type { FastifyInstance, InjectOptions } from 'fastify'

type Props = Record<string, unknown>

const origin = 'https://site.test'

/** A small site whose visitors are told apart by a header, and whose carried state is in memory. */
export class Site {
  readonly app: FastifyInstance
  readonly carried = new Map<string, Carried>()
  readonly writes: Carried[] = []

  constructor(options: Partial<InertiaOptions> = {}) {
    this.app = Fastify()
    this.app.addContentTypeParser('application/json', { parseAs: 'string' }, jsonBody(this.app))
    this.app.register(inertia, {
      version: 'v1',
      origin,
      document: ({ head, body }) => `<!doctype html><head>${head.join('')}</head>${body}`,
      carry: {
        read: (request) => this.carried.get(String(request.headers['x-person'])) ?? {},
        write: (request, _reply, carried) => {
          this.writes.push(carried)
          this.carried.set(String(request.headers['x-person']), carried)
        },
      },
      ...options,
    })
  }

  /** Declares routes once the plugin is there. */
  routes(declare: (app: FastifyInstance) => void): this {
    this.app.register(async (app) => declare(app))
    return this
  }

  /** Hooks, handlers and routes on the application itself. */
  setup(declare: (app: FastifyInstance) => void): this {
    this.app.after(() => declare(this.app))
    return this
  }

  ask(options: InjectOptions | string) {
    return this.app.inject(options)
  }

  /** As the client's router asks. */
  visit(url: string, asked: Asked = {}, options: InjectOptions = {}) {
    const headers = { ...visitHeaders({ version: 'v1', ...asked }), ...options.headers }
    return this.app.inject({ ...options, url, headers })
  }

  async page(url: string, asked: Asked = {}, options: InjectOptions = {}): Promise<Page> {
    return pageOf(await this.visit(url, asked, options))
  }
}

/** A site with one page, `Home` at `/`. */
export function home(props: Props | (() => Props), options: Partial<InertiaOptions> = {}): Site {
  return new Site(options).routes((app) => {
    app.get('/', (_request, reply) =>
      reply.page('Home', typeof props === 'function' ? props() : props),
    )
  })
}
