import { Link } from '@inertiajs/react'

import type { MailTemplate } from '#app/dev-mailbox/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

interface Props {
  templates: MailTemplate[]
  openId: string | undefined
}

export function TemplateList({ templates, openId }: Props) {
  const t = useTranslation()
  return (
    <nav aria-label={t('All email templates')}>
      {templates.map(({ id, subject }) => (
        <Link
          key={id}
          href={route('mailbox.show', { mail: id })}
          aria-current={id === openId ? 'true' : undefined}
          preserveScroll
        >
          <span title={subject}>{subject}</span>
        </Link>
      ))}
    </nav>
  )
}
