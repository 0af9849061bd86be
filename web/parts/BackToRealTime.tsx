import { Button } from '#web/parts/Button.tsx'
import { Form } from '#web/parts/Form.tsx'
import { Icon } from '#web/parts/Icon.tsx'
import { syncArrows } from '#web/parts/icons/sync-arrows.ts'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

/** Sets the test clock right. */
export function BackToRealTime() {
  const t = useText()
  return (
    <Form action={route('test-clock.destroy')} method="delete" bag="realTime">
      <Button type="submit">
        <Icon of={syncArrows} small />
        {t('Back to real time')}
      </Button>
    </Form>
  )
}
