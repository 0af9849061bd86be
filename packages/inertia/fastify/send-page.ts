import type { FastifyReply } from 'fastify'

import { whenReady, recoverWith } from '#core/maybe-promise.ts'
import type { Page } from '#core/page.ts'
import type { MaybePromise, PageOptions } from '#core/prop-types.ts'

import { buildPage } from './build-page.ts'
import { type NormalizedOptions, wrongOption } from './normalize-options.ts'
import { renderWithFallback } from './render-with-fallback.ts'
import { requestState } from './request-state.ts'
import { toError } from './to-error.ts'

/** Creates `reply.page`, which sends when the props are ready and never throws. */
export function pageMethod(pluginOptions: NormalizedOptions) {
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
        whenReady(buildPage(pluginOptions, this, name, props, options), (built) =>
          sendPage(pluginOptions, this, built, options),
        ),
      (error) => void this.send(toError(error)),
    )
    return this
  }
}

function sendPage(
  pluginOptions: NormalizedOptions,
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
  return whenReady(renderWithFallback(pluginOptions, reply, page, options), ({ head, body }) =>
    whenReady(
      pluginOptions.document({ head, body, page, status: reply.statusCode }, reply.request, reply),
      (html) => {
        if (typeof html !== 'string')
          throw wrongOption("`document` must return the document's text", html)
        setCacheControl(reply, 'no-cache, private')
        reply.type('text/html; charset=utf-8').send(html)
      },
    ),
  )
}

function noop(): void {}

function setCacheControl(reply: FastifyReply, policy: string): void {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', policy)
}
