import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { tableOf } from '#app/http/route-tables.ts'
import { theme } from '#app/http/theme.ts'
import { escaped } from '#app/platform/markup.ts'

interface Parts {
  head: string[]
  body: string
  page: { component: string }
}

/** The HTML around a page: language, theme, our scripts and styles, and the route table, once. */
export function document(app: App, { head, body, page }: Parts, request: FastifyRequest): string {
  const { locale, dir } = request.text
  const chosen = theme(request)
  const appName = escaped(app.config.appName)
  const title = head.length > 0 ? head.join('\n') : `<title>${appName}</title>`

  return `<!doctype html>
<html lang="${locale}" dir="${dir}"${chosen ? ` data-theme="${chosen}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="application-name" content="${appName}">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${icon}">
<meta property="csp-nonce" nonce="${request.nonce}">
${title}
${app.assets.head(page.component, locale, request.nonce)}
<script type="application/json" id="routes">${tableOf(app, request).json}</script>
</head>
<body>
${body}
</body>
</html>`
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22" fill="#176b4d"><path d="M3 21V10a8 8 0 0 1 16 0v11h-4.5V9.5L9 11v10Z"/></svg>',
)}`
