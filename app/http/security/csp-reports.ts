import { z } from 'zod'

import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { hitNetworks } from '#app/platform/rate-limit/hit-networks.ts'

import { maxCspReportBytes, cspReportLimit } from './limits.ts'

/** Logs the CSP violations that browsers report. */
export function cspReports(app: App): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: maxCspReportBytes },
      async (_request: unknown, body: string) => body,
    )
    scope.route({
      ...routeOptions('csp-report'),
      schema: { body: z.string() },
      async handler({ ip, body, log }, reply) {
        const { allowed } = await hitNetworks(app.limits, 'csp', ip, cspReportLimit)
        if (allowed) log.warn(parseViolation(String(body)), 'content security policy violation')
        return reply.code(204).send()
      },
    })
  })
}

const maxFieldLength = 80

/** The violated directive and the blocked origin. The page's URL is left out, as it may contain a valid mail link. */
function parseViolation(report: string): { rule: string; blocked: string } {
  const [, rule = ''] =
    /"(?:effective|violated)-?[dD]irective"\s*:\s*"([\w -]*)"/.exec(report) ?? []
  const [, blocked = ''] = /"blocked-?(?:uri|URL)"\s*:\s*"(\w+:\/\/[\w.:-]+|\w*)/.exec(report) ?? []
  return { rule: rule.slice(0, maxFieldLength), blocked: blocked.slice(0, maxFieldLength) }
}
