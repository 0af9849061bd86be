import type { FastifyRequest } from 'fastify'

import { isLoopback } from '#app/platform/config/setting-parsers.ts'
import { isIpAllowed } from '#app/platform/validation/ip-addresses.ts'

export function isLoopbackRequest(request: FastifyRequest): boolean {
  const { ip, headers } = request
  const hasLoopbackHost = isLoopback(headers.host?.toLowerCase().replace(/:\d+$/, '') ?? '')
  return (
    hasLoopbackHost &&
    !isForwarded(request) &&
    (ip === '::1' || ip.replace('::ffff:', '').startsWith('127.'))
  )
}

/**
 * Whether it comes from this machine, or directly from one of METRICS_NETWORKS. The public name would lead through the proxy
 * there.
 */
export function isMonitoringRequest(request: FastifyRequest): boolean {
  const { metricsNetworks, appUrl } = request.server.config
  if (isLoopbackRequest(request)) return true
  const isRelayed = isForwarded(request) || request.headers.host?.toLowerCase() === appUrl.host
  return metricsNetworks.length > 0 && !isRelayed && isIpAllowed(metricsNetworks, request.ip)
}

/** A request that a proxy relays comes from elsewhere. */
function isForwarded({ headers }: FastifyRequest): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
}
