import type { FastifyReply } from 'fastify'

/** Adds a name to Vary, once, and keeps the application's own. */
export function appendVary(reply: FastifyReply, name: string): void {
  const current = reply.getHeader('vary')
  if (current === undefined || current === '') {
    reply.header('vary', name)
    return
  }
  const names = String(current)
  const listed = names
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim())
  if (!listed.includes('*') && !listed.includes(name.toLowerCase())) {
    reply.header('vary', `${names}, ${name}`)
  }
}
