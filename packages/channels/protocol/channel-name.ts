export interface ChannelKind {
  access: 'public' | 'private' | 'presence' | 'user'
  isEncrypted: boolean
  isCache: boolean
}

const userChannel = '#server-to-user-'
const allowed = /^[A-Za-z0-9_\-=@,.;]{1,200}$/

/** @returns what the name's prefix says, or null for a name that no channel can have */
export function channelKind(name: string): ChannelKind | null {
  if (name.startsWith(userChannel)) return isUserId(userOf(name)) ? kinds.user : null
  if (!allowed.test(name)) return null
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

function kind(access: ChannelKind['access'], more: Partial<ChannelKind> = {}): ChannelKind {
  return { access, isEncrypted: false, isCache: false, ...more }
}

/** The channel that only the sockets of one signed-in user may listen to. */
export function channelOfUser(id: string): string {
  return userChannel + id
}

export function userOf(channel: string): string {
  return channel.slice(userChannel.length)
}

const userId = /^[A-Za-z0-9_\-=@,.;]{1,128}$/

/** `__proto__` is refused because clients keep members in a plain object. */
export function isUserId(id: unknown): id is string {
  return typeof id === 'string' && userId.test(id) && id !== '__proto__'
}

const socketId = /^\d{1,20}\.\d{1,20}$/

export function isSocketId(id: unknown): id is string {
  return typeof id === 'string' && socketId.test(id)
}
