/**
 * Close and error codes of the Pusher protocol. After 4000 to 4099 a client stays away, after 4100 to 4199 it reconnects
 * with a delay, after 4200 to 4299 at once; 4300 and above report an error and do not close.
 */
export const closeCodes = {
  applicationNotFound: 4001,
  applicationDisabled: 4003,
  overQuota: 4004,
  invalidProtocol: 4006,
  unsupportedProtocol: 4007,
  noProtocol: 4008,
  unauthorized: 4009,
  reconnectLater: 4100,
  reconnect: 4200,
  pingTimeout: 4201,
  clientEventRejected: 4301,
  watchlistTruncated: 4302,
} as const
