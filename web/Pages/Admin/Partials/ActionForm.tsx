import type { ReactNode } from 'react'

import type { ConfirmationLevel } from '#app/confirmation-level.ts'
import type { BrowserRoutes } from '#app/routes.ts'
import { Field } from '#web/components/Field.tsx'
import { FormPopup } from '#web/components/FormPopup.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'

interface Props {
  name: keyof BrowserRoutes
  url: string
  label: string
  reasonHint: string
  level?: ConfirmationLevel | undefined
  tone?: 'danger' | undefined
  children: ReactNode
}

/** A change by an administrator, with its reason. */
export function ActionForm({ level = 'standard', ...props }: Props) {
  const { name, url, label, reasonHint, tone, children } = props
  const t = useTranslation()
  const confirm = useConfirmation(level)
  return (
    <FormPopup
      triggerStyle="button"
      triggerText={label}
      triggerLabel={label}
      title={label}
      action={url}
      errorBag={name.split('.').at(-1) ?? name}
      submitLabel={label}
      resetOnSuccess
      confirm={confirm}
      {...(tone && { tone })}
    >
      {children}
      <Field name="reason" label={t('Reason')} hint={reasonHint} autoComplete="off" />
    </FormPopup>
  )
}
