import { usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Seen } from '#web/Pages/TimeTravel/Partials/Restore.tsx'
import { Button } from '#web/parts/Button.tsx'
import { useConfirmation } from '#web/parts/confirmation.ts'
import { Form } from '#web/parts/Form.tsx'
import { Notice } from '#web/parts/Notice.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

type Props = Pick<Pages['TimeTravel/Index'], 'present'>

/** Says what came of bringing something back, with the way to take it back again. */
export function Restored({ present }: Props) {
  const t = useText()
  const confirm = useConfirmation(15)
  const { status, undoTo } = usePage().flash
  if (status === 'nothing-to-restore')
    return (
      <Notice tone="attention">
        {t('It is all as it was then already. Nothing was changed.')}
      </Notice>
    )
  if (status !== 'profile-restored') return null
  return (
    <Notice tone="success">
      <div className="restored">
        <p>{t('Your profile is as it was then.')}</p>
        <Form action={route('time-travel.restore')} bag="undoRestore" ask={confirm}>
          <input type="hidden" name="event" value={undoTo} />
          <Seen present={present} />
          {['name', 'photo', 'locale', 'timezone'].map((field) => (
            <input key={field} type="hidden" name="fields[]" value={field} />
          ))}
          <Button type="submit">{t('Undo')}</Button>
        </Form>
      </div>
    </Notice>
  )
}
