import type { Mail, MailTemplate } from '#app/pages.ts'
import type { Letter } from '#app/platform/mail/letter.ts'
import type { Post } from '#app/platform/post.ts'

/** One of every kind of mail, by name. */
export type Samples = Readonly<Record<string, (post: Post) => Letter>>

const prefix = 'sample-'

/** Stands where the id of a mail does, for the list of all samples. */
export const allTemplates = 'templates'

export function isTemplate(id: string | null): boolean {
  return id === allTemplates || (id?.startsWith(prefix) ?? false)
}

export function templatesOf(samples: Samples, post: Post): MailTemplate[] {
  return Object.entries(samples).map(([name, write]) => ({
    id: `${prefix}${name}`,
    subject: write(post).subject,
  }))
}

/** Null when the id is not that of a sample. */
export function sampleMail(samples: Samples, post: Post, id: string): Mail | null {
  const name = id.startsWith(prefix) ? id.slice(prefix.length) : ''
  const write = Object.hasOwn(samples, name) ? samples[name] : undefined
  if (!write) return null
  const from = post.appName
  return { id, ...write(post), from, to: 'ada@example.com', sentAt: new Date(0).toISOString() }
}
