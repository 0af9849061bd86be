import type { FastifyReply } from 'fastify'

/** Appends to Vary once, whatever the application has put there. */
export function vary(reply: FastifyReply, name: string): void {
  const known = reply.getHeader('vary')
  if (known === undefined || known === '') {
    reply.header('vary', name)
    return
  }
  const names = String(known)
  const listed = names
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim())
  if (!listed.includes('*') && !listed.includes(name.toLowerCase())) {
    reply.header('vary', `${names}, ${name}`)
  }
}
