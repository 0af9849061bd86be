import type { FastifyReply } from 'fastify'

import { embedPage } from '#core/embed-page.ts'
import { recoverWith } from '#core/maybe-promise.ts'
import type { Page } from '#core/page.ts'
import type { MaybePromise, PageOptions } from '#core/prop-types.ts'

import type { Rendered } from './inertia-options.ts'
import type { NormalizedOptions } from './normalize-options.ts'

/** Renders the page on the server. Without a renderer, and when rendering fails, the browser renders it. */
export function renderWithFallback(
  pluginOptions: NormalizedOptions,
  reply: FastifyReply,
  page: Page,
  options: PageOptions,
): MaybePromise<Rendered> {
  const { render } = pluginOptions
  const clientRendered = () => ({ head: [], body: embedPage(page, pluginOptions.rootId) })
  if (!render || options.ssr === false) return clientRendered()
  return recoverWith<Rendered>(
    () => render(page, reply.request),
    (error) => {
      if (pluginOptions.throwRenderErrors) throw error
      if (pluginOptions.onRenderError) pluginOptions.onRenderError(error, reply.request)
      else
        reply.request.log.error(
          { err: error },
          'Server rendering failed; the browser renders the page.',
        )
      return clientRendered()
    },
  )
}
