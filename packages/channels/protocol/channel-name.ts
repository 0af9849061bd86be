export interface ChannelKind {
  access: 'public' | 'private' | 'presence' | 'user'
  isEncrypted: boolean
  isCache: boolean
}

const userChannelPrefix = '#server-to-user-'
const namePattern = /^[A-Za-z0-9_\-=@,.;]{1,200}$/

/** @returns the kind by the name's prefix, or null for an invalid name */
export function parseChannelKind(name: string): ChannelKind | null {
  if (name.startsWith(userChannelPrefix)) return isUserId(userIdOfChannel(name)) ? kinds.user : null
  if (!namePattern.test(name)) return null
  if (name.startsWith('private-encrypted-'))
    return name.startsWith('cache-', 18) ? kinds.encryptedCache : kinds.encrypted
  if (name.startsWith('presence-'))
    return name.startsWith('cache-', 9) ? kinds.presenceCache : kinds.presence
  if (name.startsWith('private-'))
    return name.startsWith('cache-', 8) ? kinds.privateCache : kinds.private
  return name.startsWith('cache-') ? kinds.publicCache : kinds.public
}

const kinds = {
  public: kind('public'),
  publicCache: kind('public', { isCache: true }),
  private: kind('private'),
  privateCache: kind('private', { isCache: true }),
  encrypted: kind('private', { isEncrypted: true }),
  encryptedCache: kind('private', { isEncrypted: true, isCache: true }),
  presence: kind('presence'),
  presenceCache: kind('presence', { isCache: true }),
  user: kind('user'),
}

function kind(access: ChannelKind['access'], flags: Partial<ChannelKind> = {}): ChannelKind {
  return { access, isEncrypted: false, isCache: false, ...flags }
}

/** The channel reserved for one signed-in user's sockets. */
export function userChannelOf(id: string): string {
  return userChannelPrefix + id
}

export function userIdOfChannel(channel: string): string {
  return channel.slice(userChannelPrefix.length)
}

const userIdPattern = /^[A-Za-z0-9_\-=@,.;]{1,128}$/

/** Rejects `__proto__` because clients store members in a plain object. */
export function isUserId(id: unknown): id is string {
  return typeof id === 'string' && userIdPattern.test(id) && id !== '__proto__'
}

/** An id as text; SDKs also send numbers. */
export function userIdOf(value: unknown): string | null {
  const id = typeof value === 'number' ? String(value) : value
  return isUserId(id) ? id : null
}

const socketIdPattern = /^\d{1,20}\.\d{1,20}$/

export function isSocketId(id: unknown): id is string {
  return typeof id === 'string' && socketIdPattern.test(id)
}
