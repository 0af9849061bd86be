import type { FastifyReply, FastifyRequest } from 'fastify'

import { after, recover } from '#core/awaitable.ts'
import type { Carried, Errors } from '#core/carried.ts'
import { errorsInBag, hasKeys } from '#core/carried.ts'
import type { Facts } from '#core/facts.ts'
import type { Awaitable, PageOptions } from '#core/inputs.ts'
import type { Page } from '#core/page.ts'
import { always } from '#core/props.ts'
import { type Inquiry, type Resolution, resolveProps } from '#core/resolve-props.ts'

import type { Settings } from './settings.ts'
import { type Visit, visitOf } from './visit.ts'

type Props = Record<string, unknown>

const noErrors: Errors = Object.freeze({})

/** A page with everything in it called and awaited. */
export function makePage(
  settings: Settings,
  reply: FastifyReply,
  component: string,
  props: Props,
  options: PageOptions,
): Awaitable<Page> {
  if (settings.pageExists?.(component) === false) throw new Error(`Page not found: ${component}`)
  const { request } = reply
  const making = new Making(settings, request, component, props, options)
  if (reply.statusCode < 400) return making.whole()
  // An error page must appear even where what all pages share is what failed.
  return recover(
    () => making.whole(),
    (error) => {
      request.log.error({ err: error }, 'An error page goes without what pages share.')
      return making.bare()
    },
  )
}

class Making implements Inquiry {
  readonly component: string
  readonly facts: Facts
  readonly context: FastifyRequest
  readonly #settings: Settings
  readonly #visit: Visit
  readonly #props: Props
  readonly #options: PageOptions

  constructor(
    settings: Settings,
    request: FastifyRequest,
    component: string,
    props: Props,
    options: PageOptions,
  ) {
    this.#settings = settings
    this.#visit = visitOf(request)
    this.#props = props
    this.#options = options
    this.component = component
    this.facts = this.#visit.facts
    this.context = request
  }

  whole(): Awaitable<Page> {
    const { shared = noSharedProps, carry } = this.#settings
    const carried = this.#visit.show(this.component, () => carry.read(this.context))
    return after(shared(this.context), (values) => {
      const { shared: added } = this.#visit
      return this.#compose(added === null ? values : { ...values, ...added }, carried)
    })
  }

  bare(): Awaitable<Page> {
    return this.#compose({}, this.#visit.showNothing())
  }

  onRescue(error: unknown, path: string): void {
    const { onRescue } = this.#settings
    if (onRescue) onRescue(error, path, this.context)
    else this.context.log.error({ err: error, prop: path }, 'A deferred prop failed: left out.')
  }

  #compose(shared: Props, carried: Carried): Awaitable<Page> {
    const messages = errorsInBag(carried.errors ?? noErrors, this.facts.errorBag)
    const errors = this.facts.isPartial ? always(messages) : messages
    return after(resolveProps({ errors, ...shared, ...this.#props }, this), (resolution) =>
      this.#assemble(resolution, shared, carried),
    )
  }

  #assemble({ props, labels }: Resolution, shared: Props, carried: Carried): Page {
    const { currentUrl, currentVersion, announceShared } = this.#settings
    const page: Page = {
      component: this.component,
      props,
      url: currentUrl(this.context),
      version: currentVersion(this.context),
    }
    if (labels !== null) Object.assign(page, labels)
    if (announceShared !== false) page.sharedProps = namesOf(shared)
    if (carried.flash && hasKeys(carried.flash)) page.flash = asJson(carried.flash)
    if (this.#encryptsHistory) page.encryptHistory = true
    if (carried.clearHistory) page.clearHistory = true
    if (carried.preserveFragment) page.preserveFragment = true
    return page
  }

  get #encryptsHistory(): boolean {
    const { encryptHistory } = this.#settings
    return (
      this.#options.encryptHistory ??
      this.#visit.encrypts ??
      (encryptHistory ? encryptHistory(this.context) : false)
    )
  }
}

/** What this very request adds may be more than JSON, and the renderer sees what the browser will see. */
function asJson(flash: Props): Props {
  return JSON.parse(JSON.stringify(flash))
}

function noSharedProps(): Props {
  return {}
}

function namesOf(shared: Props): string[] {
  const names = ['errors']
  for (const key of Object.keys(shared)) {
    const dot = key.indexOf('.')
    const name = dot === -1 ? key : key.slice(0, dot)
    if (!names.includes(name)) names.push(name)
  }
  return names
}
