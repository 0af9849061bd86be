import type { Connection, SignedInUser } from '#hub/connection.ts'
import type { Hub } from '#hub/hub.ts'
import { isUserId } from '#protocol/channel-name.ts'
import { errorFrame, signedIn } from '#protocol/frames.ts'
import { type JsonObject, parsedObject } from '#protocol/json.ts'
import { type Credentials, tokenMatches, userText } from '#protocol/signatures.ts'

const notAuthorized = 4009

export function signIn(
  hub: Hub,
  connection: Connection,
  { auth, user_data: userData }: JsonObject,
  credentials: Credentials,
): void {
  const { watchedUsers, memberBytes } = hub.settings.limits
  if (
    typeof userData !== 'string' ||
    !tokenMatches(credentials, userText(connection.id, userData), auth)
  )
    return connection.closeWithError(notAuthorized, 'The sign-in is not valid')

  const user = readUser(userData)
  if (!user || Buffer.byteLength(user.info) > memberBytes)
    return connection.closeWithError(notAuthorized, 'The user is not valid')
  if (connection.user && connection.user.id !== user.id)
    return connection.closeWithError(notAuthorized, 'Signed in as somebody else')

  connection.isAuthorized = true
  connection.send(signedIn(userData))
  if (user.watched.length > watchedUsers)
    connection.send(errorFrame(4302, `Only the first ${watchedUsers} users are watched`))
  if (!connection.user)
    hub.signIn(connection, { ...user, watched: user.watched.slice(0, watchedUsers) })
}

function readUser(userData: string): SignedInUser | null {
  const user = parsedObject(userData)
  const id = user?.['id']
  const watched = user?.['watchlist'] ?? []
  if (!isUserId(id) || !Array.isArray(watched)) return null
  const info = JSON.stringify(user?.['user_info'] ?? null)
  return { id, info, watched: [...new Set(watched.filter(isUserId))] }
}
