import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { Button } from './Button.tsx'
import { Form } from './Form.tsx'
import { Icon } from './Icon.tsx'
import { syncArrows } from './icons/sync-arrows.ts'

export function ResetClockButton() {
  const t = useTranslation()
  return (
    <Form action={route('test-clock.destroy')} method="delete" errorBag="realTime">
      <Button type="submit">
        <Icon path={syncArrows} small />
        {t('Back to real time')}
      </Button>
    </Form>
  )
}
