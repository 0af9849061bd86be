import type { HttpClient } from './http-client.ts'
import { PusherJsClient } from './pusher-js-client.ts'

/** A connected page of a server in another process. */
export async function listeningPage(
  t: { after(end: () => void): void },
  client: HttpClient,
  headers: Record<string, string> = { accept: 'application/json' },
): Promise<PusherJsClient> {
  const document = await (await client.request('/user/profile')).text()
  const page = /<script[^>]*data-page[^>]*>(.*?)<\/script>/s.exec(document)?.[1] ?? '{}'
  const { realtime } = JSON.parse(page).props
  const listener = new PusherJsClient(realtime, async (body) => {
    const answer = await client.request('/broadcasting/auth', { method: 'POST', body, headers })
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  })
  t.after(() => listener.pusher.disconnect())
  await listener.subscribe(realtime.channel)
  return listener
}
