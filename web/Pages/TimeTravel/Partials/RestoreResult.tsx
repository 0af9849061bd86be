import { usePage } from '@inertiajs/react'
import { useState } from 'react'

import type { Pages } from '#app/pages.ts'
import { attributeField, restorableFields } from '#app/profile-fields.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { ExpectedValues } from './RestoreProfile.tsx'
import { useRestorableAttributes } from './use-fact-context.ts'

type Props = Pick<Pages['TimeTravel/Index'], 'present'>

/** The result of a restore, in the corner of the window: wherever the page is scrolled to, and until it is dismissed. */
export function RestoreResult({ present }: Props) {
  const t = useTranslation()
  const { flash } = usePage()
  const [dismissed, setDismissed] = useState<unknown>()
  const dismiss = () => setDismissed(flash)
  const status = flash === dismissed ? undefined : flash.status
  return (
    <output className="toasts restore-result">
      {status === 'nothing-to-restore' && (
        <Alert tone="attention" onDismiss={dismiss}>
          {t('Nothing to restore: your profile is the same.')}
        </Alert>
      )}
      {status === 'restore-undone' && (
        <Alert tone="success" onDismiss={dismiss}>
          {t('Undone. Your profile is as it was before.')}
        </Alert>
      )}
      {status === 'profile-restored' && (
        <Alert tone="success" onDismiss={dismiss}>
          <UndoForm present={present} event={flash.undoToEvent} />
        </Alert>
      )}
    </output>
  )
}

function UndoForm({ present, event }: Props & { event: number | undefined }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  const fields = [...restorableFields, ...useRestorableAttributes().map(attributeField)]
  return (
    <div className="restore-undo">
      <p>{t('Profile restored.')}</p>
      <Form action={route('time-travel.restore')} errorBag="undoRestore" confirm={confirm}>
        <input type="hidden" name="event" value={event} />
        <input type="hidden" name="undo" value="true" />
        <ExpectedValues present={present} />
        {fields.map((field) => (
          <input key={field} type="hidden" name="fields[]" value={field} />
        ))}
        <Button type="submit">{t('Undo')}</Button>
      </Form>
    </div>
  )
}
