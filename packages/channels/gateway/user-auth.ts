import type { Connection, SignedInUser } from '#hub/connection.ts'
import type { Hub } from '#hub/hub.ts'
import { userIdOf } from '#protocol/channel-name.ts'
import { closeCodes } from '#protocol/close-codes.ts'
import { errorFrame, signInSucceeded } from '#protocol/frames.ts'
import { type JsonObject, parseJsonObject } from '#protocol/json.ts'
import { type Credentials, authTokenMatches, userStringToSign } from '#protocol/signatures.ts'

export function authenticateUser(
  hub: Hub,
  connection: Connection,
  { auth, user_data: userData }: JsonObject,
  credentials: Credentials,
): void {
  const { watchedUsers, memberBytes } = hub.settings.limits
  if (
    typeof userData !== 'string' ||
    !authTokenMatches(credentials, userStringToSign(connection.id, userData), auth)
  )
    return connection.closeWithError(closeCodes.unauthorized, 'Invalid sign-in')

  const user = parseUser(userData)
  if (!user || Buffer.byteLength(user.info) > memberBytes)
    return connection.closeWithError(closeCodes.unauthorized, 'Invalid user')
  if (connection.user && connection.user.id !== user.id)
    return connection.closeWithError(closeCodes.unauthorized, 'Already signed in as another user')

  connection.isAuthorized = true
  connection.send(signInSucceeded(user.userData))
  if (user.watchedUsers.length > watchedUsers)
    connection.send(
      errorFrame(closeCodes.watchlistTruncated, `Only the first ${watchedUsers} users are watched`),
    )
  if (!connection.user)
    hub.signIn(connection, {
      id: user.id,
      info: user.info,
      watchedUsers: user.watchedUsers.slice(0, watchedUsers),
    })
}

function parseUser(userData: string): (SignedInUser & { userData: string }) | null {
  const user = parseJsonObject(userData)
  const id = userIdOf(user?.['id'])
  const watched = user?.['watchlist'] ?? []
  if (id === null || !Array.isArray(watched)) return null
  const info = JSON.stringify(user?.['user_info'] ?? null)
  const watchedUsers = [...new Set(watched.map(userIdOf).filter((it) => it !== null))]
  // pusher-js rejects an acknowledgement whose id is a number.
  const isText = user?.['id'] === id
  return { id, info, watchedUsers, userData: isText ? userData : JSON.stringify({ ...user, id }) }
}
