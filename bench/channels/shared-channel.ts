import { createHmac } from 'node:crypto'

/** The channel that all servers and clients use. */
export const sharedChannel = 'room'
export const credentials = { id: '1', key: 'bench', secret: 'of the bench alone' }

/** Signs as an authorization endpoint does. */
export function signAuthorization(...parts: string[]): string {
  const hex = createHmac('sha256', credentials.secret).update(parts.join(':')).digest('hex')
  return `${credentials.key}:${hex}`
}
