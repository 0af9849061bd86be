import type { FastifyRequest } from 'fastify'

import type { FieldErrors } from '#core/flash.ts'
import type { InertiaRequest } from '#core/inertia-request.ts'
import type { PageArguments, SharedInput } from '#core/prop-types.ts'
import type { Flash, PageName } from '#core/register.ts'

declare module '#core/register.ts' {
  interface Register {
    context: FastifyRequest
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    readonly inertia: InertiaRequest
    /** Adds to what this request's page receives beneath its own props. */
    share(props: SharedInput): void
  }

  interface FastifyReply {
    /** Answers with a page: JSON for a visit, a document otherwise. */
    page<Name extends PageName>(name: Name, ...rest: PageArguments<Name>): this
    /** To where the person came from on this site, else to `fallback`, else home. */
    back(fallback?: string): this
    /** To another site, a download, anything that is not one of our pages: a whole new document. */
    away(url: string): this
    /** Shown once, with the next page a person sees. */
    flash(values: Partial<Flash>): this
    /** Messages by field for the next page. The bag is the visit's own unless named. */
    errors(messages: FieldErrors, bag?: string): this
    /** Makes the pages kept encrypted in the browser's history unreadable. */
    clearHistory(): this
    /** The next page keeps the fragment of the address that was asked for. */
    preserveFragment(): this
    /** Overrules the option of the same name for this page. */
    encryptHistory(encrypts?: boolean): this
    /** Answers a live validation: 422 with the messages it asked about, 204 when there are none. */
    precognitionErrors(messages: FieldErrors, message?: string): this
  }

  interface FastifyContextConfig {
    /** Live validation: the route's schema and guards are asked, its handler never. */
    precognition?: true
    /** `false`: this route has nothing to do with pages. */
    inertia?: false | { convertsForeignRedirects?: boolean }
  }
}
