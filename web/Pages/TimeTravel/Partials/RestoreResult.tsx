import { usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { restorableFields } from '#app/profile-fields.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { ExpectedValues } from './Restore.tsx'

type Props = Pick<Pages['TimeTravel/Index'], 'present'>

export function RestoreResult({ present }: Props) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  const { status, undoToEvent } = usePage().flash
  if (status === 'nothing-to-restore')
    return (
      <Alert tone="attention">{t('It is all as it was then already. Nothing was changed.')}</Alert>
    )
  if (status !== 'profile-restored') return null
  return (
    <Alert tone="success">
      <div className="restore-result">
        <p>{t('Your profile is as it was then.')}</p>
        <Form action={route('time-travel.restore')} errorBag="undoRestore" confirm={confirm}>
          <input type="hidden" name="event" value={undoToEvent} />
          <ExpectedValues present={present} />
          {restorableFields.map((field) => (
            <input key={field} type="hidden" name="fields[]" value={field} />
          ))}
          <Button type="submit">{t('Undo')}</Button>
        </Form>
      </div>
    </Alert>
  )
}
