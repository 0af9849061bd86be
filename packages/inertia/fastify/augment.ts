import type { FastifyRequest } from 'fastify'

import type { FieldErrors } from '#core/flash.ts'
import type { InertiaRequest } from '#core/inertia-request.ts'
import type { PageArguments, SharedInput } from '#core/prop-types.ts'
import type { Flash, PageName } from '#core/registered-types.ts'

declare module '#core/registered-types.ts' {
  interface Register {
    context: FastifyRequest
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    readonly inertia: InertiaRequest
    /** Adds props for this request's page, beneath the page's own. */
    share(props: SharedInput): void
  }

  interface FastifyReply {
    /** Sends a page: JSON for a visit, a document otherwise. */
    page<Name extends PageName>(name: Name, ...rest: PageArguments<Name>): this
    /** Redirects to the previous page on this site, else to `fallback`, else home. */
    back(fallback?: string): this
    /** Redirects to another site, a download or anything else that is not a page, as a full page load. */
    away(url: string): this
    /** Stores values to show once, with the next page. */
    flash(values: Partial<Flash>): this
    /** Stores messages by field for the next page, by default in the bag that the visit names. */
    errors(messages: FieldErrors, bag?: string): this
    /** Makes encrypted pages in the browser's history unreadable. */
    clearHistory(): this
    /** Keeps the requested URL's fragment on the next page. */
    preserveFragment(): this
    /** Overrides the `encryptHistory` option for this page. */
    encryptHistory(encrypts?: boolean): this
    /** Answers a live validation: 422 with the requested messages, 204 when there are none. */
    precognitionErrors(messages: FieldErrors, message?: string): this
  }

  interface FastifyContextConfig {
    /** Enables live validation, which runs guards and schema but never the handler. */
    precognition?: true
    /** `false` excludes the route from the page protocol. */
    inertia?: false | { convertsForeignRedirects?: boolean }
  }
}
