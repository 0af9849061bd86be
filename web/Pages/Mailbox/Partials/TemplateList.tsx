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
    <details open>
      <summary>{t.n(templates.length, 'One template', '{count} templates')}</summary>
      <nav aria-label={t('Templates')}>
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
    </details>
  )
}
