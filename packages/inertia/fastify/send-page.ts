import type { FastifyReply } from 'fastify'

import { after, recover } from '#core/awaitable.ts'
import { embedPage } from '#core/embed.ts'
import type { Awaitable, PageOptions } from '#core/inputs.ts'
import type { Page } from '#core/page.ts'

import { asError } from './as-error.ts'
import { makePage } from './make-page.ts'
import type { Rendered } from './options.ts'
import type { Settings } from './settings.ts'
import { visitOf } from './visit.ts'

/** The reply's `page` method: it answers now or when the props are there, and never throws. */
export function pageMethod(settings: Settings) {
  return function page(
    this: FastifyReply,
    name: string,
    props: Record<string, unknown> = {},
    options: PageOptions = {},
  ): FastifyReply {
    if (options.status !== undefined) this.code(options.status)
    // Nobody may come to wait for a promise that fails early: what pages share may take longer.
    for (const name in props) if (props[name] instanceof Promise) props[name].catch(ignore)
    void recover(
      () =>
        after(makePage(settings, this, name, props, options), (made) =>
          send(settings, this, made, options),
        ),
      (error) => void this.send(asError(error)),
    )
    return this
  }
}

function send(
  settings: Settings,
  reply: FastifyReply,
  page: Page,
  options: PageOptions,
): Awaitable<void> {
  if (visitOf(reply.request).facts.isVisit) {
    const json = JSON.stringify(page)
    cache(reply, 'no-store, private')
    reply.header('x-inertia', 'true').type('application/json; charset=utf-8').send(json)
    return
  }
  return after(bodyOf(settings, reply, page, options), ({ head, body }) =>
    after(
      settings.document({ head, body, page, status: reply.statusCode }, reply.request, reply),
      (html) => {
        cache(reply, 'no-cache, private')
        reply.type('text/html; charset=utf-8').send(html)
      },
    ),
  )
}

function bodyOf(
  settings: Settings,
  reply: FastifyReply,
  page: Page,
  options: PageOptions,
): Awaitable<Rendered> {
  const { render } = settings
  const unrendered = () => ({ head: [], body: embedPage(page, settings.rootId) })
  if (!render || options.ssr === false) return unrendered()
  return recover<Rendered>(
    () => render(page, reply.request),
    (error) => {
      if (settings.throwRenderErrors) throw error
      if (settings.onRenderError) settings.onRenderError(error, reply.request)
      else reply.request.log.error({ err: error }, 'A page was left to the browser to render.')
      return unrendered()
    },
  )
}

function ignore(): void {}

function cache(reply: FastifyReply, policy: string): void {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', policy)
}
