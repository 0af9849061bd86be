import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import { escapeHtml } from '#app/platform/lib/html.ts'
import { themeColor } from '#app/platform/lib/theme-colors.ts'

import { clientRoutesFor } from './client-routes.ts'
import { pageDescription } from './page-descriptions.ts'
import { theme } from './theme.ts'

interface RenderedPage {
  head: string[]
  body: string
  page: { component: string }
}

/** The HTML document around a rendered page: language, theme, scripts, styles and the route table. */
export function documentHtml(
  app: App,
  { head, body, page }: RenderedPage,
  request: FastifyRequest,
): string {
  const { locale, dir } = request.translator
  const chosenTheme = theme(request)
  const appName = escapeHtml(app.config.appName)
  const title = head.length > 0 ? head.join('\n') : `<title>${appName}</title>`

  return `<!doctype html>
<html lang="${locale}" dir="${dir}"${chosenTheme ? ` data-theme="${chosenTheme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="application-name" content="${appName}">
${accountTag(request)}${descriptionTag(page.component, request)}<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${icon}">
<meta property="csp-nonce" nonce="${request.nonce}">
${title}
${app.assets.headTags(page.component, locale, request.nonce)}
<script type="application/json" id="routes">${clientRoutesFor(app, request).json}</script>
</head>
<body>
${body}
</body>
</html>`
}

/** Which account the page shows; see app/http/security/stale-page-guard.ts. */
function accountTag({ session }: FastifyRequest): string {
  return session ? `<meta name="account" content="${session.user_id}">\n` : ''
}

function descriptionTag(component: string, { translator }: FastifyRequest): string {
  const description = pageDescription(component)
  return description
    ? `<meta name="description" content="${escapeHtml(translator(description))}">\n`
    : ''
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22" fill="${themeColor('accent').light}"><path d="M3 21V10a8 8 0 0 1 16 0v11h-4.5V9.5L9 11v10Z"/></svg>`,
)}`
