import { codeLifetimeMinutes } from '#app/platform/auth/limits.ts'
import { useTranslation } from '#web/i18n.tsx'

import { Button } from './Button.tsx'
import { CodeField } from './CodeField.tsx'
import { Form } from './Form.tsx'

interface Props {
  action: string
  errorBag: string
  /** Where the code was mailed, if several wait for one. */
  email?: string
}

/** Enters the code of a mail in place of opening its link, beside other things of a page. */
export function InlineCodeForm({ action, errorBag, email }: Props) {
  const t = useTranslation()
  return (
    <Form action={action} errorBag={errorBag}>
      <CodeField
        name="code"
        label={
          email
            ? t('Or the code that we sent to {email}', { email })
            : t('Or the code of that email')
        }
        hint={t('It works once, for {minutes} minutes, in this browser.', {
          minutes: codeLifetimeMinutes,
        })}
      />
      <div className="form-actions">
        <Button type="submit">{t('Continue with the code')}</Button>
      </div>
    </Form>
  )
}
