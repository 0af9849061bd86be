import type { FastifyReply, FastifyRequest } from 'fastify'

import type { FlashData, Errors } from '#core/flash.ts'
import { errorsInBag, hasKeys } from '#core/flash.ts'
import type { InertiaRequest } from '#core/inertia-request.ts'
import { whenReady, recoverWith } from '#core/maybe-promise.ts'
import type { Page } from '#core/page.ts'
import type { MaybePromise, PageOptions } from '#core/prop-types.ts'
import { always } from '#core/props.ts'
import { type ResolveOptions, type ResolvedProps, resolveProps } from '#core/resolve-props.ts'

import type { NormalizedOptions } from './normalize-options.ts'
import { type RequestState, requestState } from './request-state.ts'

type Props = Record<string, unknown>

const noErrors: Errors = Object.freeze({})

/** Builds the page object, with closures called and promises awaited. */
export function buildPage(
  pluginOptions: NormalizedOptions,
  reply: FastifyReply,
  component: string,
  props: Props,
  options: PageOptions,
): MaybePromise<Page> {
  if (pluginOptions.pageExists?.(component) === false)
    throw new Error(`Page not found: ${component}`)
  const { request } = reply
  const builder = new PageBuilder(pluginOptions, request, component, props, options)
  if (reply.statusCode < 400) return builder.build()
  // An error page must appear even when the shared props are what failed.
  return recoverWith(
    () => builder.build(),
    (error) => {
      request.log.error({ err: error }, 'Shared props failed; the error page is sent without them.')
      return builder.buildWithoutShared()
    },
  )
}

class PageBuilder implements ResolveOptions {
  readonly component: string
  readonly inertiaRequest: InertiaRequest
  readonly context: FastifyRequest
  readonly #pluginOptions: NormalizedOptions
  readonly #state: RequestState
  readonly #props: Props
  readonly #options: PageOptions

  constructor(
    pluginOptions: NormalizedOptions,
    request: FastifyRequest,
    component: string,
    props: Props,
    options: PageOptions,
  ) {
    this.#pluginOptions = pluginOptions
    this.#state = requestState(request)
    this.#props = props
    this.#options = options
    this.component = component
    this.inertiaRequest = this.#state.inertiaRequest
    this.context = request
  }

  build(): MaybePromise<Page> {
    const { shared = noSharedProps, flashStore } = this.#pluginOptions
    const flashData = this.#state.takeFlash(this.component, () => flashStore.read(this.context))
    return whenReady(shared(this.context), (values) => {
      const { shared: requestShared } = this.#state
      return this.#resolve(
        requestShared === null ? values : { ...values, ...requestShared },
        flashData,
      )
    })
  }

  buildWithoutShared(): MaybePromise<Page> {
    return this.#resolve({}, this.#state.takeNoFlash())
  }

  onRescue(error: unknown, path: string): void {
    const { onRescue } = this.#pluginOptions
    if (onRescue) onRescue(error, path, this.context)
    else
      this.context.log.error({ err: error, prop: path }, 'A deferred prop failed and was omitted.')
  }

  #resolve(shared: Props, flashData: FlashData): MaybePromise<Page> {
    const messages = errorsInBag(flashData.errors ?? noErrors, this.inertiaRequest.errorBag)
    const errors = this.inertiaRequest.isPartial ? always(messages) : messages
    return whenReady(resolveProps({ errors, ...shared, ...this.#props }, this), (resolution) =>
      this.#assemble(resolution, shared, flashData),
    )
  }

  #assemble({ props, metadata }: ResolvedProps, shared: Props, flashData: FlashData): Page {
    const { currentUrl, currentVersion, announceShared } = this.#pluginOptions
    const page: Page = {
      component: this.component,
      props,
      url: currentUrl(this.context),
      version: currentVersion(this.context),
      scrollRegions: [],
      rememberedState: {},
    }
    if (metadata !== null) Object.assign(page, metadata)
    if (announceShared !== false) page.sharedProps = sharedPropNames(shared)
    if (flashData.flash && hasKeys(flashData.flash)) page.flash = toPlainJson(flashData.flash)
    if (this.#encryptsHistory) page.encryptHistory = true
    if (flashData.clearHistory) page.clearHistory = true
    if (flashData.preserveFragment) page.preserveFragment = true
    return page
  }

  get #encryptsHistory(): boolean {
    const { encryptHistory } = this.#pluginOptions
    return (
      this.#options.encryptHistory ??
      this.#state.encryptHistory ??
      (encryptHistory ? encryptHistory(this.context) : false)
    )
  }
}

/** Converts the request's own flash values to JSON, so that the renderer sees what the browser sees. */
function toPlainJson(flash: Props): Props {
  return JSON.parse(JSON.stringify(flash))
}

function noSharedProps(): Props {
  return {}
}

function sharedPropNames(shared: Props): string[] {
  return [...new Set(['errors', ...Object.keys(shared).map((key) => key.replace(/\..*/s, ''))])]
}
