import { createHmac } from 'node:crypto'

/** Where the servers of this bench and those who listen to them meet. */
export const sharedChannel = 'room'
export const credentials = { id: '1', key: 'bench', secret: 'of the bench alone' }

/** As an authorization endpoint answers. */
export function signAuthorization(...parts: string[]): string {
  const hex = createHmac('sha256', credentials.secret).update(parts.join(':')).digest('hex')
  return `${credentials.key}:${hex}`
}
