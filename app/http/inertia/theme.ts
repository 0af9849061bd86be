import type { FastifyRequest } from 'fastify'

import type { SharedProps } from '#app/pages.ts'

/** The theme chosen in this browser; null follows the device. */
export function theme({ cookies, server }: FastifyRequest): SharedProps['theme'] {
  const chosen = cookies[server.cookieNames.theme]
  return chosen === 'light' || chosen === 'dark' ? chosen : null
}
