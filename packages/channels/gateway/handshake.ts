import type { IncomingMessage } from 'node:http'

import { closeCodes } from '#protocol/close-codes.ts'
import type { Credentials } from '#protocol/signatures.ts'

import type { SocketTimeouts } from './socket-timeouts.ts'

export interface GatewaySettings extends SocketTimeouts {
  credentials: Credentials
  path: string
  origins: string[] | null
  hostIsAllowed?(request: IncomingMessage): boolean
  address(request: IncomingMessage): string
  isEnabled: boolean
  /** The application's connection quota; a limit stands for what the machine can bear. */
  quota: number
  needsProtocol: boolean
  activityTimeoutSeconds: number
  closeMs: number
}

/** @returns null, or a close code after which the client does not reconnect */
export function handshakeError(
  { credentials, isEnabled, quota, needsProtocol }: GatewaySettings,
  key: string,
  query: URLSearchParams,
  sockets: number,
): { code: number; message: string } | null {
  const protocol = query.get('protocol')
  if (key !== credentials.key)
    return { code: closeCodes.applicationNotFound, message: 'Application does not exist' }
  if (!isEnabled)
    return { code: closeCodes.applicationDisabled, message: 'Application is disabled' }
  if (protocol === null && needsProtocol)
    return { code: closeCodes.noProtocol, message: 'No protocol version' }
  if (protocol !== null && !/^\d{1,9}$/.test(protocol))
    return { code: closeCodes.invalidProtocol, message: 'Invalid protocol version' }
  if (protocol !== null && (Number(protocol) < 5 || Number(protocol) > 7))
    return { code: closeCodes.unsupportedProtocol, message: 'Unsupported protocol version' }
  if (sockets >= quota)
    return { code: closeCodes.overQuota, message: 'Application is over its connection quota' }
  return null
}
