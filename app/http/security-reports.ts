import { z } from 'zod'

import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { addressKey } from '#app/platform/networks.ts'

const largestReport = 16 * 1024
const perNetwork = { limit: 20, windowMs: 60_000 }

/** Where browsers report what the content security policy blocked. */
export function securityReports(app: App): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: largestReport },
      async (_request: unknown, body: string) => body,
    )
    scope.route({
      ...at('csp-report'),
      schema: { body: z.string() },
      async handler({ ip, body, log }, reply) {
        const { allowed } = await app.limits.hit(`csp:${addressKey(ip)}`, perNetwork)
        if (allowed) log.warn(violation(String(body)), 'content security policy')
        return reply.code(204).send()
      },
    })
  })
}

const longest = 80

/** What was blocked by which rule. Addresses are left out: the page's own can be a link that still works. */
function violation(report: string): { rule: string; blocked: string } {
  const [, rule = ''] =
    /"(?:effective|violated)-?[dD]irective"\s*:\s*"([\w -]*)"/.exec(report) ?? []
  const [, blocked = ''] = /"blocked-?(?:uri|URL)"\s*:\s*"(\w+:\/\/[\w.:-]+|\w*)/.exec(report) ?? []
  return { rule: rule.slice(0, longest), blocked: blocked.slice(0, longest) }
}
