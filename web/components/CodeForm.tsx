import type { ReactNode } from 'react'

import { codeLifetimeMinutes } from '#app/platform/auth/limits.ts'
import { useTranslation } from '#web/i18n.tsx'

import { Button } from './Button.tsx'
import { CodeField } from './CodeField.tsx'
import { Form } from './Form.tsx'

interface Props {
  action: string
  submitLabel: string
  /** Hidden fields. */
  children?: ReactNode
}

/** The form of a page that waits for a code from a mail. */
export function CodeForm({ action, submitLabel, children }: Props) {
  const t = useTranslation()
  return (
    <Form action={action}>
      {children}
      <CodeField
        name="code"
        label={t('Six-digit code')}
        hint={t('Works once, for {minutes} minutes, in this browser.', {
          minutes: codeLifetimeMinutes,
        })}
        focusOnLoad
      />
      <Button type="submit" tone="primary" wide>
        {submitLabel}
      </Button>
    </Form>
  )
}
