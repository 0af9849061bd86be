import { z } from 'zod'

import type { App } from '#app/http/server/app-type.ts'
import { machineEndpoint } from '#app/http/server/route-options.ts'
import type { ProviderConfig } from '#app/platform/config/provider-settings.ts'
import { safeHtml, type SafeHtml } from '#app/platform/lib/html.ts'
import { route } from '#app/platform/route.ts'

const ProviderParams = z.object({ provider: z.string() })

/** The form as the provider sent it: names and values are checked with the answer. */
export const AnswerForm = z.record(z.string().max(100), z.string().max(5000))

/**
 * An answer that the provider's page posts arrives from another site, so without our cookies. This page reads nothing and sets
 * nothing; it sends the answer once more, from our own site, where the cookies prove which browser asked.
 */
export function formPostRoutes(app: App, findProvider: (id: string) => ProviderConfig) {
  app.route({
    ...machineEndpoint('provider.callback.store'),
    schema: { params: ProviderParams, body: AnswerForm },
    async handler(request, reply) {
      const { id, label } = findProvider(request.params.provider)
      const t = request.translator
      const page = resendPage({
        language: t.locale,
        title: t('Signing you in'),
        button: t('Continue with {provider}', { provider: label }),
        action: route('provider.answer', { provider: id }),
        fields: request.body,
        nonce: request.nonce,
      })
      reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
      return reply.send(`<!doctype html>${page.source}`)
    },
  })
}

interface Resend {
  language: string
  title: string
  button: string
  action: string
  fields: Record<string, string>
  nonce: string
}

/** A page that sends the answer again. Without script it takes one click. */
function resendPage({ language, title, button, action, fields, nonce }: Resend): SafeHtml {
  const inputs = Object.entries(fields).map(
    ([name, value]) => safeHtml`<input type="hidden" name="${name}" value="${value}">`,
  )
  return safeHtml`<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style nonce="${nonce}">${pageStyle}</style></head>
<body><main><h1>${title}</h1><form method="post" action="${action}">${inputs}<button>${button}</button></form></main>
<script nonce="${nonce}">document.forms[0].requestSubmit()</script></body></html>`
}

const pageStyle =
  ':root{color-scheme:light dark}body{font:15px/24px system-ui,sans-serif;display:grid;place-items:center;min-height:90vh;margin:16px}' +
  'h1{font-size:21px;font-weight:500}button{font:inherit;min-height:44px;padding:0 16px}'
