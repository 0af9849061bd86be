export interface Limits {
  messageBytes: number
  eventBytes: number
  eventName: number
  subscriptionsPerSocket: number
  /** A socket that is bound to more has to reconnect. */
  labelsPerSocket: number
  membersPerChannel: number
  memberBytes: number
  watchedUsers: number
  clientEventsPerSecond: number
  messagesPerSecond: number
  messageBurst: number
  subscribesPerSecond: number
  malformedMessages: number
  failedSignatures: number
  /** Unread bytes at which a slow socket is closed. */
  bufferedBytes: number
  /** Unread bytes at which a socket is closed after `slowMs`. */
  slowBytes: number
  slowMs: number
  /** Unread bytes of all sockets. Above it, publishing is rejected and the slowest are closed. */
  bufferedBytesInAll: number
  sockets: number
  socketsPerAddress: number
  upgradesPerSecondPerAddress: number
  upgradesPerSecond: number
  /** How long an upgrade may wait for its turn; less than clients wait for it. */
  upgradeWaitMs: number
  /** Sockets served per event-loop turn, so that requests are answered in between. */
  socketsPerSlice: number
  cacheMs: number
  historyMs: number
  historyEvents: number
  historyBytes: number
}

export const defaultLimits: Limits = {
  messageBytes: 32_768,
  eventBytes: 10_240,
  eventName: 200,
  subscriptionsPerSocket: 100,
  labelsPerSocket: 400,
  membersPerChannel: 100,
  memberBytes: 1024,
  watchedUsers: 100,
  clientEventsPerSecond: 10,
  messagesPerSecond: 30,
  // A reconnecting client subscribes to all its channels at once.
  messageBurst: 240,
  subscribesPerSecond: 20,
  malformedMessages: 5,
  failedSignatures: 5,
  bufferedBytes: 1_048_576,
  slowBytes: 262_144,
  slowMs: 10_000,
  bufferedBytesInAll: 268_435_456,
  sockets: 20_000,
  socketsPerAddress: 500,
  upgradesPerSecondPerAddress: 50,
  upgradesPerSecond: 1000,
  upgradeWaitMs: 10_000,
  socketsPerSlice: 1000,
  cacheMs: 1_800_000,
  historyMs: 120_000,
  historyEvents: 100,
  historyBytes: 33_554_432,
}

export interface Timeouts {
  /** The idle time that clients are told to use. */
  activityTimeoutSeconds: number
  /** Idle time after which a socket is pinged. */
  idleMs: number
  /** How long a socket may take to reply. */
  pongMs: number
  /** Maximum age of a socket: its permissions were checked when it subscribed. */
  maxAgeMs: number
  /** How long a socket may stay without authorizing for anything. */
  authorizeMs: number
  /** How often a node tells the others that it is alive. */
  beatMs: number
  /** How long an entry may wait for a bus that does not respond. */
  busTimeoutMs: number
  drainMs: number
  closeMs: number
}

export const defaultTimeouts: Timeouts = {
  activityTimeoutSeconds: 120,
  idleMs: 30_000,
  pongMs: 30_000,
  maxAgeMs: 86_400_000,
  authorizeMs: Infinity,
  beatMs: 5000,
  busTimeoutMs: 5000,
  drainMs: 10_000,
  closeMs: 5000,
}
