import { type ReactNode, useId } from 'react'

import type { Mail } from '#app/pages.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { MailFrame } from '#web/Pages/Mailbox/Partials/MailFrame.tsx'

interface Props {
  mail: Mail
  /** Filled with sample data, and never sent. */
  isTemplate: boolean
  /** Link back to the list, for narrow screens. */
  children: ReactNode
}

export function ReadingPane({ mail, isTemplate, children }: Props) {
  const t = useTranslation()
  const timeZone = useTimezone()
  return (
    <article className="card">
      <header>
        {children}
        <h2>{mail.subject}</h2>
        <dl>
          <dt>{t('From')}</dt>
          <dd>{mail.from}</dd>
          <dt>{t('To')}</dt>
          <dd>{mail.to}</dd>
          {!isTemplate && (
            <>
              <dt>{t('Sent')}</dt>
              <dd>
                <time dateTime={mail.sentAt}>
                  {t.date(mail.sentAt, { dateStyle: 'long', timeStyle: 'medium', timeZone })}
                </time>
              </dd>
            </>
          )}
        </dl>
        <FormatChoice />
      </header>
      <MailFrame key={mail.id} mail={mail} />
      <pre>{mail.text}</pre>
    </article>
  )
}

/** The style sheet shows the chosen part, also without script. It stays chosen for the next mail. */
function FormatChoice() {
  const t = useTranslation()
  const name = useId()
  const choices = [
    ['html', t('HTML')],
    ['text', t('Plain text')],
  ] as const
  return (
    <fieldset className="segmented-control">
      <legend className="visually-hidden">{t('Format')}</legend>
      {choices.map(([format, label]) => (
        <label key={format}>
          <input type="radio" name={name} value={format} defaultChecked={format === 'html'} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
