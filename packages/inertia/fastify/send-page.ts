import type { FastifyReply } from 'fastify'

import { embedPage } from '#core/embed-page.ts'
import { whenReady, recoverWith } from '#core/maybe-promise.ts'
import type { Page } from '#core/page.ts'
import type { MaybePromise, PageOptions } from '#core/prop-types.ts'

import { buildPage } from './build-page.ts'
import type { Rendered } from './options.ts'
import { requestState } from './request-state.ts'
import type { Settings } from './settings.ts'
import { toError } from './to-error.ts'

/** Creates `reply.page`, which sends when the props are ready and never throws. */
export function pageMethod(settings: Settings) {
  return function page(
    this: FastifyReply,
    name: string,
    props: Record<string, unknown> = {},
    options: PageOptions = {},
  ): FastifyReply {
    if (options.status !== undefined) this.code(options.status)
    // A prop may reject before it is awaited, while shared props are still pending.
    for (const name in props) if (props[name] instanceof Promise) props[name].catch(noop)
    void recoverWith(
      () =>
        whenReady(buildPage(settings, this, name, props, options), (built) =>
          sendPage(settings, this, built, options),
        ),
      (error) => void this.send(toError(error)),
    )
    return this
  }
}

function sendPage(
  settings: Settings,
  reply: FastifyReply,
  page: Page,
  options: PageOptions,
): MaybePromise<void> {
  if (requestState(reply.request).inertiaRequest.isVisit) {
    const json = JSON.stringify(page)
    setCacheControl(reply, 'no-store, private')
    reply.header('x-inertia', 'true').type('application/json; charset=utf-8').send(json)
    return
  }
  return whenReady(renderBody(settings, reply, page, options), ({ head, body }) =>
    whenReady(
      settings.document({ head, body, page, status: reply.statusCode }, reply.request, reply),
      (html) => {
        setCacheControl(reply, 'no-cache, private')
        reply.type('text/html; charset=utf-8').send(html)
      },
    ),
  )
}

function renderBody(
  settings: Settings,
  reply: FastifyReply,
  page: Page,
  options: PageOptions,
): MaybePromise<Rendered> {
  const { render } = settings
  const clientRendered = () => ({ head: [], body: embedPage(page, settings.rootId) })
  if (!render || options.ssr === false) return clientRendered()
  return recoverWith<Rendered>(
    () => render(page, reply.request),
    (error) => {
      if (settings.throwRenderErrors) throw error
      if (settings.onRenderError) settings.onRenderError(error, reply.request)
      else
        reply.request.log.error(
          { err: error },
          'Server rendering failed; the browser renders the page.',
        )
      return clientRendered()
    },
  )
}

function noop(): void {}

function setCacheControl(reply: FastifyReply, policy: string): void {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', policy)
}
