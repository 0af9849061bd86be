import { codeLifetimeMinutes } from '#app/platform/auth/limits.ts'
import { useTranslation } from '#web/i18n.tsx'

import { Button } from './Button.tsx'
import { CodeField } from './CodeField.tsx'
import { Form } from './Form.tsx'

interface Props {
  action: string
  errorBag: string
  label: string
  tone?: 'primary'
}

/** Enters the code of a mail in place of opening its link, beside other things of a page. */
export function InlineCodeForm({ action, errorBag, label, tone }: Props) {
  const t = useTranslation()
  return (
    <Form action={action} errorBag={errorBag}>
      <CodeField
        name="code"
        label={label}
        hint={t('Works once, for {minutes} minutes, in this browser.', {
          minutes: codeLifetimeMinutes,
        })}
      />
      <div className="form-actions">
        <Button type="submit" tone={tone}>
          {t('Continue')}
        </Button>
      </div>
    </Form>
  )
}
