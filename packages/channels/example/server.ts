/** A chat of all open tabs: `node example/server.ts`, then http://localhost:3000 in two tabs. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { channels } from '@foyer/channels'
import Fastify from 'fastify'

const room = 'private-room'
const port = Number(process.env['PORT'] ?? 3000)
const client = fileURLToPath(import.meta.resolve('pusher-js/dist/web/pusher.min.js'))

const app = Fastify()
app.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
)
await app.register(channels, {
  app: { id: '1', key: 'example', secret: 'replace me by 32 random characters' },
  origins: [`http://localhost:${port}`],
})

app.get('/', (_request, reply) => reply.type('text/html').send(page))
app.get('/pusher.js', async (_request, reply) =>
  reply.type('text/javascript').send(await readFile(client)),
)
app.post<{ Body: { socket_id: string; channel_name: string } }>('/auth', (request, reply) => {
  const { socket_id, channel_name } = request.body
  if (channel_name !== room) return reply.code(403).send()
  return reply.send(app.channels.authorize(socket_id, channel_name))
})
app.post<{ Body: { text: string } }>('/messages', async (request, reply) => {
  const data = { text: request.body.text.slice(0, 200) }
  await app.channels.trigger({ channels: [room], name: 'message', data })
  return reply.code(204).send()
})

const page = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>Chat</title>
  <form><label>Message <input name="text" autocomplete="off" autofocus /></label> <button>Send</button></form>
  <ul></ul>
  <script src="/pusher.js"></script>
  <script>
    const pusher = new Pusher('example', {
      cluster: '',
      wsHost: location.hostname,
      wsPort: location.port,
      forceTLS: false,
      enabledTransports: ['ws'],
      channelAuthorization: { endpoint: '/auth', transport: 'ajax' },
    })
    pusher.subscribe('${room}').bind('message', ({ text }) => {
      document.querySelector('ul').appendChild(document.createElement('li')).textContent = text
    })
    document.querySelector('form').onsubmit = (event) => {
      event.preventDefault()
      fetch('/messages', { method: 'POST', body: new URLSearchParams(new FormData(event.target)) })
      event.target.reset()
    }
  </script>
</html>`

await app.listen({ port })
console.log(`http://localhost:${port}`)
