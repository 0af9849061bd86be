import { Link } from '@inertiajs/react'

import type { MailTemplate } from '#app/pages.ts'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

interface Props {
  templates: MailTemplate[]
  openId: string | undefined
}

/** Every kind of mail, with made-up data. */
export function TemplateList({ templates, openId }: Props) {
  const t = useText()
  return (
    <nav aria-label={t('Every kind of mail')}>
      {templates.map(({ id, subject }) => (
        <Link
          key={id}
          href={route('mailbox.show', { mail: id })}
          aria-current={id === openId ? 'true' : undefined}
          preserveScroll
        >
          <span>{subject}</span>
        </Link>
      ))}
    </nav>
  )
}
